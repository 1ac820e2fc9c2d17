#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/experiment.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/stopping/forecast.hpp"
#include "mirador/stopping/outlook.hpp"

namespace mirador {

namespace detail {

/// An arm in the question, by its place there.
template <Problem P>
ArmStatus arm_status(const Experiment<P>& experiment, std::size_t place) {
  const Standing<P>& standing = experiment.standing();
  const Scale scale = experiment.spec().scale;
  const double risk = experiment.plan().level() / static_cast<double>(standing.arms());
  const double pulls = standing.counts()[place];
  const Interval interval = confidence_interval(standing, place, risk);
  ArmStatus arm{.name = experiment.names()[place],
                .pulls = static_cast<std::uint64_t>(pulls),
                .pending = static_cast<std::uint64_t>(standing.pending()[place]),
                .mean = std::nullopt,
                .low = off_scale(scale, interval.low),
                .high = off_scale(scale, interval.high),
                .target = std::nullopt};
  if (pulls > 0.0) arm.mean = off_scale(scale, standing.means()[place]);
  return arm;
}

/// Nothing is claimed of a retired arm.
template <Problem P>
ArmStatus retired_status(const Experiment<P>& experiment, Arm arm) {
  const auto& [pulls, sum] = experiment.set_aside(arm);
  const Scale scale = experiment.spec().scale;
  ArmStatus status{.name = experiment.spec().arms[arm],
                   .pulls = pulls,
                   .pending = 0,
                   .mean = std::nullopt,
                   .low = off_scale(scale, -infinity),
                   .high = off_scale(scale, infinity),
                   .target = std::nullopt,
                   .retired = true};
  if (pulls > 0) status.mean = off_scale(scale, sum / static_cast<double>(pulls));
  return status;
}

/// All arms that there ever were, in their order.
template <Problem P>
std::vector<ArmStatus> arm_statuses(const Experiment<P>& experiment) {
  const Standing<P>& standing = experiment.standing();
  std::vector<ArmStatus> arms;
  arms.reserve(experiment.spec().arms.size());
  std::size_t place = 0;
  for (Arm a = 0; a < experiment.spec().arms.size(); ++a) {
    const bool is_here = place < standing.arms() && experiment.arms()[place] == a;
    arms.push_back(is_here ? arm_status(experiment, place++) : retired_status(experiment, a));
  }
  for (const WaitingResults& here : experiment.waiting()) arms[here.arm].pending -= here.results;
  if (!standing.ready()) return arms;
  OptimalWeights<P> optimum(standing.problem(), 1e-4);
  optimum.solve(standing.answer(), standing.means(), standing.stats().variances());
  for (std::size_t at = 0; at < standing.arms(); ++at) {
    arms[experiment.arms()[at]].target = optimum.weights()[at];
  }
  return arms;
}

template <Problem P>
std::optional<Contradiction> contradiction_of(const Experiment<P>& experiment) {
  const auto& found = experiment.assumption().contradicted();
  if (!found) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  const std::string& arm = spec.arms[found->arm];
  const std::string values =
      (spec.scale == Scale::log ? "the logarithms of the values of " : "the values of ") + arm;
  return Contradiction{found->assumed, arm, found->samples, found->log_evidence,
                       experiment.assumption().reason(values)};
}

/// What a rule does with the next measurements.
inline Allocation allocation_of(const SamplingSpec& rule) {
  return std::visit(overloaded{
                        [](const UniformSpec&) { return Allocation::equal; },
                        [](const RoundRobinSpec&) { return Allocation::equal; },
                        [](const HalvingSpec&) { return Allocation::as_before; },
                        [](const OwnRuleSpec&) { return Allocation::as_before; },
                        [](const auto&) { return Allocation::optimal; },
                    },
                    rule);
}

/// The measurements until the verdict, or until the budget is spent.
template <Problem P>
Forecast to_go_of(const Experiment<P>& experiment, double evidence) {
  const ExperimentSpec& spec = experiment.spec();
  const Standing<P>& standing = experiment.standing();
  if (experiment.phase() != Phase::running) return {};
  const Forecast forecast = forecast_of(experiment.stopping(), standing, experiment.plan().level(),
                                        allocation_of(spec.rule.kind), evidence);
  const auto budget = spec.max_samples ? static_cast<double>(*spec.max_samples) : infinity;
  return forecast.up_to(budget - static_cast<double>(experiment.samples()));
}

/// The best of the other arms.
template <Family F>
Arm runner_up(const Standing<BestArm<F>>& standing, Arm answer) {
  const Ranking& ranking = standing.problem().ranking();
  const auto score = [&](Arm a) { return ranking.score(standing.means()[a]); };
  Arm best = answer == 0 ? 1 : 0;
  for (Arm a = best + 1; a < standing.arms(); ++a) {
    if (a != answer && score(a) > score(best)) best = a;
  }
  return best;
}

/// The smallest risk for the current answer; after a verdict for the verdict: it falls below δ
/// while later results support the same answer.
template <Problem P>
double smallest_risk_of(const Experiment<P>& experiment, double evidence) {
  const Standing<P>& standing = experiment.standing();
  if (!standing.ready()) return 1.0;
  // Levels are a share of δ.
  const double share = experiment.plan().level() / experiment.spec().delta;
  const double risk =
      std::min(1.0, smallest_risk(experiment.stopping(), standing, evidence) / share);
  if (!experiment.verdict()) return risk;
  const double delta = experiment.spec().delta;
  // With a margin the data may now support other claims than those of the verdict.
  if constexpr (MarginProblem<P>) {
    if (standing.problem().margin() > 0.0) return delta;
  }
  return experiment.verdict()->answer == standing.answer() ? std::min(risk, delta) : delta;
}

}  // namespace detail

/// The verdict; `words(answer, roles)` makes its NamedAnswer. Nothing before there is one.
template <Problem P, class Words>
std::optional<VerdictStatus> verdict_of(const Experiment<P>& experiment, Words&& words) {
  const auto& verdict = experiment.verdict();
  if (!verdict) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  NamedAnswer answer = words(verdict->answer, std::span<const Role>(verdict->roles));
  const bool good_enough = good_enough_of(spec.question) > 0.0;
  if (good_enough) answer.text += near_best_text(spec.question, margin_kind(spec.scale));
  return VerdictStatus{std::move(answer), verdict->samples, verdict->roles,
                       std::ranges::count(verdict->roles, Role::shares) > 0, good_enough};
}

/// The progress; `words(answer, roles)` makes a NamedAnswer. O(K).
template <Problem P, class Words>
Progress progress_of(const Experiment<P>& experiment, Words&& words) {
  const Standing<P>& standing = experiment.standing();
  const Guarantee guarantee = experiment.stopping().guarantee(standing.problem());
  return {.phase = experiment.phase(),
          .delta = experiment.spec().delta,
          .verdict = verdict_of(experiment, words),
          .guarantee = guarantee.status,
          .guarantee_reason = std::string(guarantee.reason),
          .contradiction = detail::contradiction_of(experiment),
          .samples = experiment.samples(),
          .max_samples = experiment.spec().max_samples,
          .waiting = experiment.waiting(),
          .out_of_items = false,
          .first_delta = experiment.plan().first_delta(),
          .risk_in_all = experiment.plan().risk_in_all(),
          .tags = experiment.plan().tags()};
}

/// The status of an experiment; `words(answer, roles)` makes a NamedAnswer. Costs some microseconds
/// per arm for the intervals, one solution of the lower bound for the targets, and the evidence of
/// every claim: O(K²) for best-arm and top-m.
template <Problem P, class Words>
ExperimentStatus status_of(const Experiment<P>& experiment, Words&& words) {
  const Standing<P>& standing = experiment.standing();
  const double level = experiment.plan().level();
  const double evidence = standing.ready() ? experiment.stopping().evidence(standing) : 0.0;
  ExperimentStatus status{progress_of(experiment, words),
                          /*findings*/ std::nullopt,
                          detail::smallest_risk_of(experiment, evidence),
                          detail::arm_statuses(experiment),
                          experiment.ledger().open(),
                          /*tickets*/ experiment.ledger().next() - 1,
                          experiment.ledger().abandoned(),
                          experiment.plan().changes(),
                          experiment.plan().notes(),
                          experiment.plan().arm_changes()};
  if (standing.ready()) {
    const AnyStopping& rule = experiment.stopping();
    status.findings = {words(standing.answer(), std::span<const Role>()), evidence,
                       rule.required(standing, level), detail::to_go_of(experiment, evidence)};
  }
  return status;
}

/// What is proved about the best arm; nothing before every arm has been measured.
template <Family F>
std::optional<Recommendation> recommendation_of(const Experiment<BestArm<F>>& experiment) {
  const auto& standing = experiment.standing();
  if (!standing.ready()) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  const Shortlist found = shortlist(standing, experiment.plan().level());
  Recommendation recommendation{experiment.names()[standing.answer()],
                                distance_off_scale(spec.scale, found.within),
                                experiment.plan().risk_in_all().value_or(spec.delta),
                                {},
                                {}};
  for (Arm a = 0; a < standing.arms(); ++a) {
    (found.possible[a] ? recommendation.possible : recommendation.ruled_out)
        .push_back(experiment.names()[a]);
  }
  return recommendation;
}

/// The lead of the answer over the runner-up; nothing before every arm has been measured. The data
/// choose the pair, so its interval holds for all pairs at once.
template <Family F>
std::optional<Lead> lead_of(const Experiment<BestArm<F>>& experiment) {
  const auto& standing = experiment.standing();
  if (!standing.ready()) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  const Arm answer = experiment.verdict() ? experiment.verdict()->answer : standing.answer();
  const Arm next = detail::runner_up(standing, answer);
  const bool highest = standing.problem().ranking().direction == Direction::highest;
  const Arm upper = highest ? answer : next, lower = highest ? next : answer;
  const double risk = experiment.plan().level() / static_cast<double>(all_pairs(standing.arms()));
  const Interval ahead = difference_interval(standing, upper, lower, risk);
  return Lead{.answer = experiment.names()[answer],
              .runner_up = experiment.names()[next],
              .estimate = off_scale(spec.scale, standing.means()[upper] - standing.means()[lower]),
              .low = off_scale(spec.scale, ahead.low),
              .high = off_scale(spec.scale, ahead.high)};
}

/// The other arms compared with this one, for all pairs at once as in `lead_of`; nothing before
/// every arm has been measured.
template <Family F>
std::vector<DifferenceStatus> differences_to(const Experiment<BestArm<F>>& experiment, Arm other) {
  const auto& standing = experiment.standing();
  std::vector<DifferenceStatus> all;
  if (!standing.ready()) return all;
  const ExperimentSpec& spec = experiment.spec();
  const double risk = spec.delta / static_cast<double>(all_pairs(standing.arms()));
  for (Arm a = 0; a < standing.arms(); ++a) {
    if (a == other) continue;
    const Interval ahead = difference_interval(standing, a, other, risk);
    all.push_back({.arm = spec.arms[a],
                   .to = spec.arms[other],
                   .estimate = off_scale(spec.scale, standing.means()[a] - standing.means()[other]),
                   .low = off_scale(spec.scale, ahead.low),
                   .high = off_scale(spec.scale, ahead.high),
                   .better = 0,
                   .worse = 0,
                   .tied = 0});
  }
  return all;
}

}  // namespace mirador
