#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mirador/contract/points.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/sampling/sampling_rule.hpp"

namespace mirador::contract {

/// One measurement, as in a log.
struct Told {
  Arm arm;
  double reward;

  bool operator==(const Told&) const = default;
};

/// The means as a world; an unknown variance is 1.
template <Problem P>
World world_of(const P& problem, Vector means) {
  if (OneParameterFamily<typename P::FamilyType>) return {std::move(means)};
  return {std::move(means), Vector(problem.arms(), 1.0)};
}

/// A world in which some answer is correct, if one is known.
template <Problem P>
World world_for(const P& problem, const Points& points) {
  Random random(points.seed);
  Vector means = points.inside(random);
  return world_of(problem, means.empty() ? points.anywhere(random) : std::move(means));
}

/// A rule that plays a simulated instance step by step, without stopping.
template <Problem P, SamplingRule<P> Rule>
class Play {
 public:
  Play(const P& problem, World world, Rule rule, RandomKey key)
      : world_(std::move(world)), rule_(std::move(rule)), standing_(problem) {
    start(key);
  }
  Play(const P& problem, std::vector<double> means, Rule rule, RandomKey key)
      : Play(problem, World{std::move(means)}, std::move(rule), key) {}

  void start(RandomKey key) {
    key_ = key;
    standing_.clear();
    rule_.start(key);
  }

  Arm ask() const { return next_arm(rule_, standing_); }

  void tell(Told told) {
    standing_.add(told.arm, told.reward);
    observe_arm(rule_, standing_, told.arm);
  }

  /// The next measurement of the arm.
  Told measure(Arm arm) const {
    const auto pull = static_cast<std::uint64_t>(standing_.counts()[arm]);
    const double u = reward_uniform(key_, arm, pull);
    const auto& family = standing_.problem().family();
    if constexpr (OneParameterFamily<typename P::FamilyType>) {
      return {arm, family.quantile(world_.means[arm], u)};
    } else {
      return {arm, family.quantile(world_.means[arm], world_.sigmas[arm], u)};
    }
  }

  Told step() {
    const Told told = measure(ask());
    tell(told);
    return told;
  }

  std::vector<Told> steps(std::uint64_t count) {
    std::vector<Told> log;
    for (std::uint64_t i = 0; i < count; ++i) log.push_back(step());
    return log;
  }

  const Rule& rule() const { return rule_; }
  Standing<P>& standing() { return standing_; }
  const Standing<P>& standing() const { return standing_; }

 private:
  World world_;
  Rule rule_;
  Standing<P> standing_;
  RandomKey key_;
};

}  // namespace mirador::contract
