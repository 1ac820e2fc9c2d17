#include "rounds_outlook.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <variant>

#include "mirador/core/infinity.hpp"
#include "mirador/rounds/difference.hpp"
#include "mirador/rounds/prospect.hpp"

namespace mirador {
namespace {

/// A difference of higher-is-better values in the unit of the user.
double in_unit(const ExperimentSpec& spec, double difference) {
  const bool highest = std::get<BestArmSpec>(spec.question).direction == Direction::highest;
  return off_scale(spec.scale, highest ? difference : -difference);
}

/// What the bets follow: the average, or the middle if a few wild values shall not count.
double estimate_of(const ExperimentSpec& spec, const DifferenceSummary& summary) {
  const auto* symmetric = std::get_if<SymmetricSpec>(&spec.rounds->law);
  const bool about_means = symmetric == nullptr || symmetric->compare == Compare::mean;
  return about_means ? summary.mean : summary.median;
}

/// X_i - X_j for values of which higher is better.
struct OrientedDifference {
  double estimate;
  Interval interval;
  DifferenceSummary summary;
};

OrientedDifference oriented_difference(const RoundsExperiment& experiment, ArmPair pair) {
  const ExperimentSpec& spec = experiment.spec();
  const DifferenceSummary summary = summarise(experiment.table(), pair);
  const double risk = risk_of_each_pair(spec.delta, spec.arms.size());
  return {estimate_of(spec, summary),
          difference_interval(Bets(comparison_terms(spec).law), experiment.table(), pair, risk),
          summary};
}

DifferenceStatus difference_of(const RoundsExperiment& experiment, ArmPair pair) {
  const ExperimentSpec& spec = experiment.spec();
  const OrientedDifference found = oriented_difference(experiment, pair);
  const auto [low, high] =
      std::minmax({in_unit(spec, found.interval.low), in_unit(spec, found.interval.high)});
  return {.arm = spec.arms[pair.i],
          .to = spec.arms[pair.j],
          .estimate = in_unit(spec, found.estimate),
          .low = low,
          .high = high,
          .better = found.summary.ahead,
          .worse = found.summary.behind,
          .tied = found.summary.tied};
}

/// "-1.23"
std::string two_decimals(double value) {
  std::array<char, 400> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::fixed, 2);
  return std::string(digits.data(), end.ptr);
}

}  // namespace

std::string text_of(const RoundsWarning& warning) {
  const std::string pair = warning.arm + " and " + warning.to;
  const std::string number = two_decimals(warning.number);
  switch (warning.doubt) {
    case Doubt::mean_against_claim:
      return warning.number < 0.0
                 ? "the mean difference between " + pair + " speaks against the claim (" + number +
                       " standard errors): the claim is about typical rounds, not about averages"
                 : "the mean difference between " + pair + " is only " + number +
                       " standard errors from 0: the claim is about typical rounds, not about "
                       "averages";
    case Doubt::skewed_against_claim:
      return "the differences between " + pair + " have a long tail against the claim (skewness " +
             number + "): it may not hold for averages";
    case Doubt::luck_carries_over:
      return "the differences between " + pair + " in successive rounds are correlated (" + number +
             "): the guarantee needs rounds in which the luck of an arm does not carry over";
  }
  return {};
}

Arm answer_of(const RoundsExperiment& experiment) {
  const Comparison& comparison = experiment.comparison();
  if (comparison.verdict()) return comparison.verdict()->answer;
  std::optional<Arm> first;
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (!comparison.in_play(a) || experiment.pulls(a) == 0) continue;
    if (!first || comparison.log_capital(a) < comparison.log_capital(*first)) first = a;
  }
  return first.value_or(comparison.leader());
}

std::vector<DifferenceStatus> differences_to(const RoundsExperiment& experiment, Arm other) {
  const Comparison& comparison = experiment.comparison();
  std::vector<DifferenceStatus> all;
  if (comparison.rounds() == 0) return all;
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (a != other && comparison.past(a, other).rounds > 0) {
      all.push_back(difference_of(experiment, {a, other}));
    }
  }
  return all;
}

std::optional<Lead> lead_of(const RoundsExperiment& experiment) {
  const Comparison& comparison = experiment.comparison();
  const Arm answer = answer_of(experiment);
  std::optional<Arm> next;
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (a == answer || comparison.past(a, answer).rounds == 0) continue;
    // Arms in play come first; among those that have left, the last to leave.
    const auto rank = [&](Arm arm) {
      return std::pair(
          comparison.in_play(arm) ? -infinity : -static_cast<double>(comparison.left_in(arm)),
          comparison.log_capital(arm));
    };
    if (!next || rank(a) < rank(*next)) next = a;
  }
  if (!next) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  const OrientedDifference found = oriented_difference(experiment, {answer, *next});
  return Lead{.answer = spec.arms[answer],
              .runner_up = spec.arms[*next],
              .estimate = off_scale(spec.scale, found.estimate),
              .low = off_scale(spec.scale, found.interval.low),
              .high = off_scale(spec.scale, found.interval.high)};
}

std::optional<Recommendation> recommendation_of(const RoundsExperiment& experiment) {
  const Comparison& comparison = experiment.comparison();
  if (comparison.rounds() == 0) return std::nullopt;
  const ExperimentSpec& spec = experiment.spec();
  const Arm answer = answer_of(experiment);
  const Nearness nearness(comparison.terms(), experiment.table());
  if (nearness.risk() >= 1.0) return std::nullopt;
  Recommendation found{.arm = spec.arms[answer],
                       .within = distance_off_scale(spec.scale, nearness.within(answer)),
                       .risk = nearness.risk(),
                       .possible = {},
                       .ruled_out = {}};
  for (Arm a = 0; a < spec.arms.size(); ++a) {
    (comparison.in_play(a) ? found.possible : found.ruled_out).push_back(spec.arms[a]);
  }
  return found;
}

std::vector<RoundsWarning> doubts(const RoundsExperiment& experiment) {
  const std::vector<std::string>& arms = experiment.spec().arms;
  std::vector<RoundsWarning> warnings;
  for (const auto& [doubt, pair, number, limit] :
       warnings_of(experiment.comparison(), experiment.table())) {
    warnings.push_back({doubt, arms[pair.i], arms[pair.j], number, limit});
  }
  return warnings;
}

Forecast to_go_of(const RoundsExperiment& experiment) {
  if (experiment.phase() != Phase::running) return {};
  const ExperimentSpec& spec = experiment.spec();
  const Forecast forecast =
      forecast_of(experiment.comparison(), experiment.table(), spec.rounds->round_size.value_or(0));
  if (forecast == no_forecast) return forecast;
  std::uint64_t waiting = 0;  // results of rounds that do not count yet
  for (const WaitingResults& here : experiment.waiting()) waiting += here.results;
  const auto budget = spec.max_samples ? static_cast<double>(*spec.max_samples) : infinity;
  return forecast.up_to(budget - static_cast<double>(experiment.samples()))
      .without(static_cast<double>(waiting));
}

}  // namespace mirador
