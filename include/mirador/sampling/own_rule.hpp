#pragma once

#include <functional>
#include <memory>

#include "mirador/core/arm.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

class StandingView;

/// A sampling rule that is not known when mirador is compiled, such as a class in Python. What a
/// SamplingRule promises holds here too: `next` changes nothing, and the same start and the same
/// observations give the same arms, or logs would not replay.
class OwnRule {
 public:
  virtual ~OwnRule() = default;
  virtual void start(std::size_t arms, RandomKey key) = 0;
  virtual Arm next(const StandingView& standing) const = 0;
  virtual void observe(const StandingView& standing, Arm arm) = 0;
};

/// One for every trajectory that is followed at the same time.
using MakeOwnRule = std::function<std::unique_ptr<OwnRule>()>;

}  // namespace mirador
