#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mirador/random/reward_stream.hpp"
#include "mirador/sampling/sampling_rule.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/stopping/any_stopping.hpp"
#include "mirador/stopping/watch.hpp"

namespace mirador {

/// A simulated world, and how its answers are written.
template <Problem P>
struct Instance {
  World world;
  /// How a verdict is written in the record of a run; may be empty. The roles tell of a margin.
  std::function<std::string(const typename P::Answer&, std::span<const Role>)> describe = {};
};

/// One trajectory of one rule, used again for replication after replication: ask, draw the
/// reward, add it to the standing, compare evidence and requirement at every δ, tell the rule.
/// Nothing is allocated after construction, answers kept for the record aside.
template <Problem P, SamplingRule<P> Rule>
class Trajectory {
 public:
  /// The problem and the instance must outlive the trajectory.
  Trajectory(const P& problem, const Instance<P>& instance, Rule rule, Watch<P, AnyStopping> watch)
      : instance_(&instance),
        rule_(std::move(rule)),
        watch_(std::move(watch)),
        standing_(problem),
        rewards_(problem.family(), instance.world) {}

  /// Runs until every δ is met (true), or the budget is spent or the control says stop (false).
  /// Calls `on_stop(correct, roles)` as each δ is met, in order; the standing tells the rest.
  template <class OnStop>
  bool run(RandomKey key, const Plan& plan, const Control& control, OnStop&& on_stop) {
    standing_.clear();
    rewards_.start(key);
    rule_.start(key);
    watch_.start();
    while (standing_.total() < plan.max_samples) {
      const Arm arm = next_arm(rule_, standing_);
      standing_.add(arm, rewards_.next(arm));
      if (standing_.ready()) {
        watch_.update(standing_, arm, [&](std::span<const Role> roles) {
          on_stop(verdict_holds(standing_.problem(), standing_.closest().answer(), roles,
                                instance_->world.means),
                  roles);
        });
        if (watch_.done()) return true;
        rule_.observe(standing_, arm);
      }
      if (control.stop_requested()) return false;
    }
    return false;
  }

  const Standing<P>& standing() const { return standing_; }

 private:
  const Instance<P>* instance_;
  Rule rule_;
  Watch<P, AnyStopping> watch_;
  Standing<P> standing_;
  RewardStream<typename P::FamilyType> rewards_;
};

}  // namespace mirador
