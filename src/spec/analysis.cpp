#include "mirador/spec/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "mirador/spec/catalog.hpp"

namespace mirador {
namespace {

bool usable(const CharacteristicTime& bound) {
  return std::isfinite(bound.time) && bound.time > 0.0 && std::isfinite(bound.gap) &&
         std::all_of(bound.weights.begin(), bound.weights.end(),
                     [](double w) { return std::isfinite(w); });
}

std::string_view sigma_text(const FamilySpec& family) {
  return std::holds_alternative<GaussianSpec>(family) ? "sigma " : "standard deviations up to ";
}

/// The largest standard deviation of an arm; 0 if all means are at the end of their range.
double largest_deviation(const ProblemSpec& spec) {
  const std::vector<double> sigmas = world_of(spec).sigmas;
  if (!sigmas.empty()) return std::ranges::max(sigmas);
  return with_family(spec.family, [&]<Family F>(const F& family) {
    double variance = 0.0;
    if constexpr (OneParameterFamily<F>) {
      for (const double mean : spec.means) variance = std::max(variance, family.variance(mean));
    }
    return std::sqrt(variance);
  });
}

/// The numbers that T* depends on, for a message.
std::string scale_of(const ProblemSpec& spec) {
  const auto [least, most] = std::minmax_element(spec.means.begin(), spec.means.end());
  std::string text = "from " + exact(*least) + " to " + exact(*most) + " with ";
  text.append(sigma_text(spec.family)).append(exact(largest_deviation(spec)));
  std::visit(
      [&](const auto& question) {
        if constexpr (requires { question.level; }) text += " and level " + exact(question.level);
      },
      spec.question);
  const double margin = margin_of(spec.question), enough = good_enough_of(spec.question);
  if (margin > 0.0) text += " and margin " + exact(margin);
  return enough > 0.0 ? text + " and good-enough " + exact(enough) : text;
}

/// Does rounding in means of this size hide the differences that matter, which are of the order of
/// σ/√T*?
bool lost_in_rounding(const ProblemSpec& spec, double time) {
  double largest = 0.0;
  for (const double mean : spec.means) largest = std::max(largest, std::abs(mean));
  const double deviation = largest_deviation(spec);
  return deviation > 0.0 && largest * 1e-13 * std::sqrt(time) > deviation;
}

std::string remedy_for_rounding(const FamilySpec& family) {
  return std::visit(
      overloaded{
          [](const BoundedSpec&) { return "subtract a constant from all, lo and hi"; },
          [](const GaussianSpec&) { return "subtract a constant from all"; },
          [](const NormalSpec&) { return "subtract a constant from all"; },
          [](const auto&) { return "separate them"; },
      },
      family);
}

/// With a margin: which arms are truly equal within it?
template <Problem P>
std::vector<Role> true_roles(const P& problem, const typename P::Answer& answer,
                             const ProblemSpec& spec) {
  std::vector<Role> roles;
  if constexpr (MarginProblem<P>) {
    const auto apart = [&](Arm i, Arm j) {
      double other = spec.means[j];
      if constexpr (requires { problem.level(); }) other = problem.level();
      return std::abs(spec.means[i] - other) > problem.margin();
    };
    if (problem.margin() > 0.0) {
      roles.resize(problem.arms());
      problem.assign_roles(answer, apart, roles);
    }
  }
  return roles;
}

/// Where an answer near the best is good enough, the right answer with the smallest T*: that of a
/// rule that may choose between them (Degenne and Koolen 2019). Usually the best arm.
template <Problem P>
void take_easiest(const P& problem, const ProblemSpec& spec, Analysis& analysis) {
  if constexpr (requires { problem.good_enough(); }) {
    if (problem.good_enough() == 0.0) return;
    const Arm best = problem.best(spec.means);
    std::string others;
    for (Arm a = 0; a < problem.arms(); ++a) {
      if (a == best || !problem.contains(a, spec.means)) continue;
      others += (others.empty() ? "; also good enough: " : ", ") + describe(spec.question, a);
      CharacteristicTime bound = characteristic_time(problem, a, spec.means, variances_of(spec));
      if (bound.time < analysis.bound.time) analysis.bound = std::move(bound);
    }
    analysis.others_good_enough = !others.empty();
    analysis.answer += others;
  }
}

BoundStatus bound_status_of(const ProblemSpec& spec, const Analysis& analysis) {
  const bool ranks = !std::holds_alternative<ThresholdingSpec>(spec.question);
  const bool gaussian = std::holds_alternative<GaussianSpec>(spec.family);
  if (margin_of(spec.question) > 0.0 && ranks && !gaussian) return BoundStatus::estimate;
  if (std::holds_alternative<BoundedSpec>(spec.family)) return BoundStatus::worst_case;
  return analysis.several_answers() ? BoundStatus::asymptotic : BoundStatus::proved;
}

/// Above this many samples a difference of means is an effect of rounding.
constexpr double longest_time = 1e24;

}  // namespace

Analysis analyse(const ProblemSpec& spec) {
  Analysis analysis = with_problem(spec, [&]<Problem P>(const P& problem) {
    const typename P::Answer answer = answer_of(problem, spec);
    std::vector<Role> roles = true_roles(problem, answer, spec);
    std::string text = describe(spec.question, answer, std::span<const Role>(roles));
    Analysis found{std::move(text), std::move(roles),
                   characteristic_time(problem, answer, spec.means, variances_of(spec))};
    take_easiest(problem, spec, found);
    return found;
  });
  analysis.status = bound_status_of(spec, analysis);
  if (!usable(analysis.bound)) {
    throw InputError("means: " + scale_of(spec) +
                     ": their differences, measured in standard deviations, are too small or too "
                     "large to compute T*; rescale them");
  }
  if (analysis.bound.time > longest_time) {
    const std::string remedy = margin_of(spec.question) > 0.0
                                   ? "the margin is lost in rounding; give a larger one"
                                   : "the means differ only by rounding; separate them";
    throw InputError("means: " + scale_of(spec) + ": T* = " + exact(analysis.bound.time) + ": " +
                     remedy);
  }
  if (lost_in_rounding(spec, analysis.bound.time)) {
    throw InputError("means: " + scale_of(spec) + ": their differences are lost in rounding; " +
                     remedy_for_rounding(spec.family));
  }
  return analysis;
}

bool has_answer(const ProblemSpec& spec) {
  return with_problem(spec, [&]<Problem P>(const P& problem) {
    typename P::Answer answer{};
    return find_answer(problem, spec.means, answer);
  });
}

Analysis analyse_or_tie(const ProblemSpec& spec) {
  if (has_answer(spec)) return analyse(spec);
  return {.answer = "none, so that every verdict is wrong", .roles = {}, .bound = {}};
}

std::string_view to_string(BoundStatus status) {
  switch (status) {
    case BoundStatus::asymptotic:
      return "asymptotic";
    case BoundStatus::worst_case:
      return "worst-case";
    case BoundStatus::estimate:
      return "estimate";
    case BoundStatus::proved:
      break;
  }
  return "proved";
}

Guarantee guarantee_of(const StoppingSpec& stopping, const FamilySpec& family,
                       const QuestionSpec& question, std::size_t arms) {
  const AnyStopping rule = make_stopping(stopping);
  return with_problem(family, question, arms,
                      [&]<Problem P>(const P& problem) { return rule.guarantee(problem); });
}

Guarantee guarantee_of(const StoppingSpec& stopping, const ProblemSpec& spec) {
  return guarantee_of(stopping, spec.family, spec.question, spec.means.size());
}

}  // namespace mirador
