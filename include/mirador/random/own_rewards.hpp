#pragma once

#include <functional>
#include <memory>

#include "mirador/core/arm.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

/// Simulated measurements that are not those of the family: of a law that breaks its assumptions,
/// or recorded ones. For results that do not depend on the threads, what `next` returns may depend
/// on the key and on the arms asked for since `start`, and on nothing else.
class OwnRewards {
 public:
  virtual ~OwnRewards() = default;

  /// A replication begins.
  virtual void start(RandomKey key) = 0;
  /// The next measurement of an arm.
  virtual double next(Arm arm) = 0;
};

/// Makes one for each thread.
using MakeOwnRewards = std::function<std::unique_ptr<OwnRewards>()>;

}  // namespace mirador
