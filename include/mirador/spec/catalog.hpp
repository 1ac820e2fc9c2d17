#pragma once

#include <concepts>
#include <utility>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/polyhedral.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/sampling/direct_tracking.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/lma.hpp"
#include "mirador/sampling/top_two.hpp"
#include "mirador/sampling/uniform.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rule_spec.hpp"

namespace mirador {

/// The one table from names to types: problems and sampling rules that can be chosen at run time.

/// Builds the problem a spec describes and calls `visit(problem)`. Throws InputError when the spec
/// is not usable.
template <class Visitor>
decltype(auto) with_problem(const ProblemSpec& spec, Visitor&& visit) {
  validate(spec);
  const Gaussian family(std::get<GaussianSpec>(spec.family).sigma);
  const std::size_t arms = spec.means.size();
  return std::visit(
      overloaded{
          [&](const BestArmSpec& q) { return visit(BestArm(family, arms, q.direction)); },
          [&](const TopMSpec& q) {
            return visit(TopM<Gaussian>(family, {arms, q.top, q.direction}));
          },
          [&](const ThresholdingSpec& q) {
            return visit(Thresholding<Gaussian>(family, {arms, q.level}));
          },
          [&](const SignedSpec& q) {
            return visit(Signed<Gaussian>(family, {arms, q.level}));
          },
          [&](const ClosestSpec& q) {
            return visit(Closest(family, {arms, q.level}));
          },
          [&](const PolyhedralSpec& q) { return visit(Polyhedral(family, arms, q.sets)); },
      },
      spec.question);
}

/// The answer of the spec's means. Throws InputError with the reason when they have none.
template <Problem P>
typename P::Answer answer_of(const P& problem, const ProblemSpec& spec) {
  typename P::Answer answer{};
  if (!find_answer(problem, spec.means, answer)) throw InputError(no_answer_reason(spec));
  return answer;
}

/// Builds the rule a spec describes for a problem and calls `visit(rule)`. Throws InputError when
/// the rule cannot serve the problem.
template <Problem P, class Visitor>
decltype(auto) with_rule(const P& problem, const RuleSpec& spec, Visitor&& visit) {
  const std::size_t arms = problem.arms();
  const auto exponential = [&](ExponentialWeights::Schedule schedule, double clip) {
    return visit(LazyMirrorAscent(problem, ExponentialWeights(arms, schedule), clip));
  };
  return std::visit(overloaded{
                        [&](const LmaSpec& rule) {
                          if (rule.scale)
                            return exponential({1.0 / *rule.scale, Decay::inverse_root}, rule.clip);
                          return visit(LazyMirrorAscent(problem, AdaHedge(arms), rule.clip));
                        },
                        [&](const LmacSpec& rule) {
                          return exponential({rule.rate, Decay::none}, rule.clip);
                        },
                        [&](const FrankWolfeSpec&) { return visit(FrankWolfe(problem)); },
                        [&](const DirectTrackingSpec&) { return visit(DirectTracking(problem)); },
                        [&](const TopTwoSpec&) {
                          if constexpr (std::same_as<P, TopTwoThompson::Question>) {
                            return visit(TopTwoThompson(problem));
                          } else {
                            throw InputError(*refusal(spec, "this problem"));
                            return visit(UniformSampling(problem));  // for the return type only
                          }
                        },
                        [&](const UniformSpec&) { return visit(UniformSampling(problem)); },
                        [&](const RoundRobinSpec&) { return visit(RoundRobin(problem)); },
                    },
                    spec.kind);
}

}  // namespace mirador
