#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/spec/catalog.hpp"

namespace mirador::testing_support {

/// A live experiment with the true parameters of its simulated measurements.
struct LiveCase {
  std::string name;
  ProblemSpec problem;

  ExperimentSpec spec(const std::string& rule, std::uint64_t seed = 1) const {
    ExperimentSpec made{.arms = {}, .family = problem.family, .question = problem.question};
    for (Arm a = 0; a < problem.means.size(); ++a) made.arms.push_back(std::to_string(a + 1));
    made.rule = parse_rule(rule);
    if (refusal_without_budget(made.rule)) made.max_samples = 200;
    made.seed = seed;
    made.delta = 0.1;
    return made;
  }
  /// The next reward of an arm, those of replication 0 of a simulation.
  std::function<double(Arm)> rewards(std::uint64_t seed = 1) const {
    return with_family(problem.family, [&]<Family F>(F family) -> std::function<double(Arm)> {
      auto stream = std::make_shared<RewardStream<F>>(family, world_of(problem));
      stream->start({seed, 0});
      return [stream](Arm arm) { return stream->next(arm); };
    });
  }
};

/// Every question, every family, margins and directions.
inline std::vector<LiveCase> live_cases() {
  const std::vector<Polyhedron> halves = {{"first", {1.0, -1.0}, {0.0}},
                                          {"second", {-1.0, 1.0}, {0.0}}};
  const NormalSpec normal{{0.5, 1.0, 0.5}};
  return {
      {"best", {GaussianSpec{}, BestArmSpec{}, {1.0, 0.5, 0.2, 0.0}}},
      {"lowest", {GaussianSpec{0.5}, BestArmSpec{Direction::lowest}, {0.0, 0.7, 0.5}}},
      {"within margin", {GaussianSpec{}, BestArmSpec{Direction::highest, 0.6}, {1.0, 0.9, 0.0}}},
      {"bounded best", {BoundedSpec{-1.0, 3.0}, BestArmSpec{}, {0.1, 1.2, 0.3}}},
      {"normal best", {normal, BestArmSpec{}, {0.0, 1.0, 0.2}}},
      {"bernoulli top", {BernoulliSpec{}, TopMSpec{2}, {0.9, 0.2, 0.8, 0.3}}},
      {"poisson levels", {PoissonSpec{}, ThresholdingSpec{2.0}, {1.0, 3.5, 4.0}}},
      {"levels within margin", {GaussianSpec{}, ThresholdingSpec{0.0, 0.8}, {0.1, 1.5, -1.5}}},
      {"exponential signed", {ExponentialSpec{}, SignedSpec{1.0}, {2.0, 2.5, 1.7}}},
      {"closest", {GaussianSpec{}, ClosestSpec{0.5}, {-0.5, 0.4, 1.5}}},
      {"polyhedral", {GaussianSpec{}, PolyhedralSpec{halves}, {1.0, 0.2}}},
  };
}

/// Rules with every parameter that changes their type.
inline const std::vector<std::string> live_rules = {
    "lma", "lma:L=0.1", "lmac:eta=5", "bc",   "fw:forcing=none",
    "dt",  "ttts",      "halving",    "unif", "rr"};

inline bool can_serve(const LiveCase& live, const std::string& rule) {
  return !refusal(parse_rule(rule), live.problem);
}

}  // namespace mirador::testing_support
