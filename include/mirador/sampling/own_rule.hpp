#pragma once

#include <functional>
#include <memory>

#include "mirador/core/arm.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

class StandingView;

/// A sampling rule defined at run time, for example by a class in Python. The requirements of
/// SamplingRule apply: `next` changes nothing, and the same start and observations give the same
/// arms; otherwise logs do not replay.
class OwnRule {
 public:
  virtual ~OwnRule() = default;
  virtual void start(std::size_t arms, RandomKey key) = 0;
  virtual Arm next(const StandingView& standing) const = 0;
  virtual void observe(const StandingView& standing, Arm arm) = 0;
};

/// Makes one rule for every trajectory that is followed at the same time.
using MakeOwnRule = std::function<std::unique_ptr<OwnRule>()>;

}  // namespace mirador
