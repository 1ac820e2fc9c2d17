#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/family/support.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/own_problem.hpp"
#include "mirador/problem/polyhedral.hpp"
#include "mirador/problem/role.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/sampling/direct_tracking.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/halving.hpp"
#include "mirador/sampling/lma.hpp"
#include "mirador/sampling/own_sampling.hpp"
#include "mirador/sampling/top_two.hpp"
#include "mirador/sampling/uniform.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/any_stopping.hpp"

namespace mirador {

/// The one table from specs to types: what can be chosen at run time.

/// Builds the family that a spec describes and calls `visit(family)`. Throws InputError for invalid
/// parameters.
template <class Visitor>
decltype(auto) with_family(const FamilySpec& spec, Visitor&& visit) {
  return std::visit(overloaded{
                        [&](const GaussianSpec& f) { return visit(Gaussian(f.sigma)); },
                        [&](const BernoulliSpec&) { return visit(Bernoulli()); },
                        [&](const PoissonSpec&) { return visit(Poisson()); },
                        [&](const ExponentialSpec&) { return visit(Exponential()); },
                        [&](const BoundedSpec& f) { return visit(Bounded(f.lo, f.hi)); },
                        [&](const NormalSpec&) { return visit(Normal()); },
                    },
                    spec);
}

namespace detail {

/// The problem of a question about arms of a family. `refusal` has already rejected invalid pairs.
template <Family F, class Visitor>
auto with_question(F family, const QuestionSpec& question, std::size_t arms, Visitor& visit) {
  using Result = decltype(visit(BestArm<F>(family, arms)));
  const auto none = []() -> Result { throw InputError("family: cannot serve the question"); };
  return std::visit(
      overloaded{
          [&](const BestArmSpec& q) {
            return visit(BestArm<F>(family, arms, {q.direction, q.margin, q.good_enough}));
          },
          [&](const TopMSpec& q) {
            return visit(TopM<F>(family, {arms, q.top, {q.direction, q.margin}}));
          },
          [&](const ThresholdingSpec& q) {
            return visit(Thresholding<F>(family, {arms, q.level, q.margin}));
          },
          [&](const SignedSpec& q) {
            return visit(Signed<F>(family, {arms, q.level}));
          },
          [&](const ClosestSpec& q) {
            if constexpr (fits<ClosestSpec>(F::name)) {
              return visit(Closest<F>(family, {arms, q.level}));
            } else {
              return none();
            }
          },
          [&](const PolyhedralSpec& q) {
            if constexpr (fits<PolyhedralSpec>(F::name)) {
              return visit(Polyhedral(family, arms, q.sets));
            } else {
              return none();
            }
          },
          [&](const OwnSpec& q) {
            if constexpr (fits<OwnSpec>(F::name)) {
              return visit(OwnProblem<F>(family, arms, q.question));
            } else {
              return none();
            }
          },
      },
      question);
}

template <Family F>
void validate_level(const F& family, double level) {
  if (family.lowest_mean() < level && level < family.highest_mean()) return;
  std::string remedy = "give a finite number";
  if (std::isfinite(family.lowest_mean())) {
    remedy = "give a level above " + exact(family.lowest_mean());
    if (std::isfinite(family.highest_mean()))
      remedy += " and below " + exact(family.highest_mean());
  }
  throw InputError("level: " + exact(level) + " is not inside the range of " +
                   std::string(F::name) + " means; " + remedy);
}

/// The largest difference that a margin can be compared with: of two means, or of a mean and the
/// level.
template <Family F, class Question>
double widest_difference(const F& family, const Question& question) {
  if constexpr (requires { question.level; }) {
    return std::max(question.level - family.lowest_mean(), family.highest_mean() - question.level);
  }
  return family.highest_mean() - family.lowest_mean();
}

}  // namespace detail

/// Throws InputError if a mean is impossible in the family.
template <Family F>
void validate_means(const F& family, std::span<const double> means) {
  for (Arm a = 0; a < means.size(); ++a) {
    if (family.possible_mean(means[a])) continue;
    throw InputError("means: arm " + std::to_string(a + 1) + " is " + exact(means[a]) +
                     ", which no " + std::string(F::name) + " arm has; " + range_text(family) +
                     (std::same_as<F, Bounded> ? " (the range is that of lo and hi)" : ""));
  }
}

/// Throws InputError if the level, or a difference as large as the margin, is impossible in the
/// family.
template <Family F>
void validate_question(const F& family, const QuestionSpec& asked) {
  std::visit(
      [&](const auto& question) {
        if constexpr (requires { question.level; }) detail::validate_level(family, question.level);
        const double widest = detail::widest_difference(family, question);
        const double margin = std::max(margin_of(asked), good_enough_of(asked));
        if (!(margin >= widest)) return;
        throw InputError((margin_of(asked) > 0.0 ? "margin: " : "good-enough: ") + exact(margin) +
                         " leaves no difference that matters; give one below " + exact(widest));
      },
      asked);
}

/// Builds the problem for a question about this number of arms of a family and calls
/// `visit(problem)`. Throws InputError if it is invalid.
template <class Visitor>
decltype(auto) with_problem(const FamilySpec& arms_of, const QuestionSpec& question,
                            std::size_t arms, Visitor&& visit) {
  validate(arms_of, question);
  return with_family(arms_of, [&]<Family F>(F family) {
    validate_question(family, question);
    return detail::with_question(family, question, arms, visit);
  });
}

/// The same for a spec with true means, which must be possible ones.
template <class Visitor>
decltype(auto) with_problem(const ProblemSpec& spec, Visitor&& visit) {
  validate(spec);
  with_family(spec.family, [&](const auto& family) { validate_means(family, spec.means); });
  return with_problem(spec.family, spec.question, spec.means.size(), visit);
}

/// The answer for the spec's means. Throws InputError with the reason if there is none.
template <Problem P>
typename P::Answer answer_of(const P& problem, const ProblemSpec& spec) {
  typename P::Answer answer{};
  typename P::Scratch scratch;
  const std::vector<double> weights(problem.arms(), 1.0), variances = variances_of(spec);
  problem.candidate({weights, spec.means, variances}, answer, scratch);
  if (!problem.contains(answer, spec.means)) throw InputError(no_answer_reason(spec));
  return answer;
}

namespace detail {

template <Problem P>
inline constexpr bool is_best_arm = std::same_as<P, BestArm<typename P::FamilyType>>;

/// The demand of a given problem on a rule.
template <Problem P>
Demand demand_of(const P& problem) {
  Demand demand(is_best_arm<P> ? "best-arm" : "this problem", P::FamilyType::name);
  if constexpr (MarginProblem<P>) demand.margin = problem.margin();
  if constexpr (requires { problem.good_enough(); }) demand.good_enough = problem.good_enough();
  return demand;
}

template <Problem P, class... Others>
using Rules = std::variant<LazyMirrorAscent<P, AdaHedge>, LazyMirrorAscent<P, ExponentialWeights>,
                           FrankWolfe<P>, DirectTracking<P>, UniformSampling<P>, RoundRobin<P>,
                           OwnSampling<P>, Others...>;

template <Problem P>
struct RulesOf {
  using Type = Rules<P>;
};
template <Problem P>
requires is_best_arm<P>
struct RulesOf<P> {
  using Type = Rules<P, SequentialHalving<P>>;
};
template <>
struct RulesOf<TopTwoThompson::Question> {
  using Question = TopTwoThompson::Question;
  using Type = Rules<Question, SequentialHalving<Question>, TopTwoThompson>;
};

}  // namespace detail

/// Any rule that `with_rule` builds for the problem.
template <Problem P>
using RuleOf = typename detail::RulesOf<P>::Type;

/// Builds the rule that a spec describes for a problem and calls `visit(rule)`. Throws InputError
/// if the rule does not support the problem.
template <Problem P, class Visitor>
decltype(auto) with_rule(const P& problem, const RuleSpec& spec, Visitor&& visit) {
  if (const auto reason = refusal(spec, detail::demand_of(problem))) throw InputError(*reason);
  const std::size_t arms = problem.arms();
  const auto exponential = [&](ExponentialWeights::Schedule schedule, double clip) {
    return visit(LazyMirrorAscent(problem, ExponentialWeights(arms, schedule), clip));
  };
  return std::visit(
      overloaded{
          [&](const LmaSpec& rule) {
            if (rule.scale) return exponential({1.0 / *rule.scale, Decay::inverse_root}, rule.clip);
            return visit(LazyMirrorAscent(problem, AdaHedge(arms), rule.clip));
          },
          [&](const LmacSpec& rule) {
            return exponential({rule.rate, Decay::none}, rule.clip);
          },
          [&](const FrankWolfeSpec& rule) { return visit(FrankWolfe(problem, rule.forcing)); },
          [&](const DirectTrackingSpec&) { return visit(DirectTracking(problem)); },
          [&](const TopTwoSpec&) {
            if constexpr (std::same_as<P, TopTwoThompson::Question>) {
              return visit(TopTwoThompson(problem));
            } else {
              // Refused above; needed for the return type only.
              return visit(UniformSampling(problem));
            }
          },
          [&](const HalvingSpec&) {
            if constexpr (detail::is_best_arm<P>) {
              return visit(SequentialHalving(problem));
            } else {
              return visit(UniformSampling(problem));  // as above
            }
          },
          [&](const UniformSpec&) { return visit(UniformSampling(problem)); },
          [&](const RoundRobinSpec&) { return visit(RoundRobin(problem)); },
          [&](const OwnRuleSpec& rule) { return visit(OwnSampling(problem, rule.own, rule.make)); },
      },
      spec.kind);
}

/// Builds the stopping rule that a spec describes. Throws InputError for a user-defined rule that
/// was not supplied.
inline AnyStopping make_stopping(const StoppingSpec& spec) {
  if (const auto reason = refusal(spec, 0.0)) throw InputError(*reason);
  return std::visit(
      overloaded{
          [](const MixtureSpec& rule) { return AnyStopping(MixtureStopping(rule.edition)); },
          [](const HeuristicSpec&) { return AnyStopping(HeuristicStopping()); },
          [](const KaufmannKoolenSpec&) { return AnyStopping(KaufmannKoolenStopping()); },
          [](const MenardSpec&) { return AnyStopping(MenardStopping()); },
          [](const OwnStoppingSpec& rule) { return AnyStopping(OwnStopping(rule.rule)); },
      },
      spec);
}

}  // namespace mirador
