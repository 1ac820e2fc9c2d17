#include "mirador/rounds/difference.hpp"

#include <algorithm>
#include <cmath>

#include "mirador/core/error.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/rounds/nearest.hpp"
#include "mirador/rounds/shifted_capital.hpp"

namespace mirador {
namespace {

constexpr std::uint64_t fewest_rounds_for_doubt = 20;
/// Differences that vary by less than this share of the values vary by rounding only.
constexpr double rounding_of_values = 1e-14;

std::vector<double> without_missing(std::vector<double> differences) {
  std::erase_if(differences, [](double d) { return std::isnan(d); });
  return differences;
}

/// The largest value of a pair: what the rounding of their differences is measured by.
double largest_size(const RoundTable& table, ArmPair pair) {
  double largest = 0.0;
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    for (const Arm a : {pair.i, pair.j}) {
      const double size = std::abs(table.values(b)[a]);
      if (size > largest) largest = size;
    }
  }
  return largest;
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

/// Has the capital on D + shift ever reached the level?
bool reaches(const Bets& bets, std::span<const double> differences, double shift, double level) {
  ShiftedCapital capital(bets, shift);
  return std::ranges::any_of(differences, [&](double d) { return capital.after(d) >= level; });
}

/// Where to look for the ends of an interval.
Search search_of(const Bets& bets, const DifferenceSummary& seen, double spread, double largest) {
  Search search{};
  search.start = seen.median;
  const double scale = std::max({spread, rounding_of_values * largest, largest == 0.0 ? 1.0 : 0.0});
  search.step = spread / std::sqrt(static_cast<double>(seen.rounds));
  search.fine = 1e-15 * scale;
  if (bets.limit() < infinity) {
    search.start = seen.mean;
    search.fine = 1e-13 * bets.limit();
    search.limit = bets.limit();
  } else {
    search.limit = std::min(std::ldexp(std::max(scale, std::abs(seen.median)), 40), 1e300);
  }
  search.step = std::max(search.step, 16.0 * search.fine);
  return search;
}

/// The lower end: the largest c at which "Δ <= c" is refuted.
double lower_end(const Bets& bets, std::span<const double> differences, Search search,
                 double level) {
  const double limit = search.limit;
  const auto refuted = [&](double c) { return reaches(bets, differences, -c, level); };
  // The end may lie on the other side of the start: a mean beyond the median.
  for (double step = search.step; search.start < limit && refuted(search.start); step *= 2.0) {
    search.start = std::min(search.start + step, limit);
  }
  search.step = -search.step;
  search.limit = -limit;
  const double end = nearest_that_holds(search, refuted);
  return end == -limit && bets.limit() == infinity ? -infinity : end;
}

}  // namespace

Interval difference_interval(const Bets& bets, const RoundTable& table, ArmPair pair, double risk) {
  MIRADOR_CHECK(pair.i != pair.j && risk > 0.0 && risk < 1.0);
  std::vector<double> differences = differences_of(table, pair);
  const DifferenceSummary seen = summarise(table, pair);
  if (seen.rounds == 0) return {-bets.limit(), bets.limit()};
  double spread = 0.0;
  for (const double d : differences) {
    if (!std::isnan(d)) spread = std::max(spread, std::abs(d - seen.median));
  }
  Search search = search_of(bets, seen, spread, largest_size(table, pair));
  const double low = lower_end(bets, differences, search, 2.0 / risk);
  for (double& d : differences) d = -d;
  search.start = -search.start;
  const double high = -lower_end(bets, differences, search, 2.0 / risk);
  return {std::min(low, high), std::max(low, high)};
}

double risk_of_each_pair(double risk, std::size_t arms) {
  return risk / (0.5 * static_cast<double>(arms) * static_cast<double>(arms - 1));
}

DifferenceSummary summarise(const RoundTable& table, ArmPair pair) {
  const std::vector<double> differences = without_missing(differences_of(table, pair));
  DifferenceSummary summary;
  if (differences.empty()) return summary;
  const double n = static_cast<double>(differences.size());
  summary.rounds = differences.size();
  for (const double d : differences) {
    ++(d > 0.0 ? summary.ahead : d < 0.0 ? summary.behind : summary.tied);
    summary.mean += d / n;
  }
  summary.median = median_of(differences);
  double squares = 0.0;
  for (const double d : differences) squares += (d - summary.mean) * (d - summary.mean);
  const double deviation = std::sqrt(squares / n);
  if (!(deviation > rounding_of_values * largest_size(table, pair))) return summary;
  summary.deviation = std::sqrt(squares / (n - 1.0));
  double before = 0.0;
  for (const double d : differences) {
    const double scaled = (d - summary.mean) / deviation;
    summary.skewness += scaled * scaled * scaled / n;
    summary.autocorrelation += before * scaled / n;
    before = scaled;
  }
  return summary;
}

std::vector<PairWarning> warnings_of(const Comparison& comparison, const RoundTable& table) {
  std::vector<PairWarning> warnings;
  const auto* symmetric = std::get_if<SymmetricLaw>(&comparison.terms().law);
  const bool has_shape = symmetric != nullptr && symmetric->compare != Compare::wins;
  const auto& verdict = comparison.verdict();
  const Arm leader = verdict ? verdict->answer : comparison.leader();
  for (Arm j = 0; j < comparison.arms(); ++j) {
    if (j == leader) continue;
    const ArmPair pair{leader, j};
    const DifferenceSummary seen = summarise(table, pair);
    if (seen.rounds < fewest_rounds_for_doubt || seen.deviation == 0.0) continue;
    const double root = std::sqrt(static_cast<double>(seen.rounds));
    const double ahead = seen.mean / seen.deviation * root;
    const double skew_limit = 2.0 * std::sqrt(6.0) / root;
    if (has_shape && !comparison.in_play(j) && ahead < 2.0) {
      warnings.push_back({Doubt::mean_against_claim, pair, ahead, 2.0});
    }
    if (has_shape && -seen.skewness > skew_limit) {
      warnings.push_back({Doubt::skewed_against_claim, pair, -seen.skewness, skew_limit});
    }
    if (seen.autocorrelation > 2.0 / root) {
      warnings.push_back({Doubt::luck_carries_over, pair, seen.autocorrelation, 2.0 / root});
    }
  }
  return warnings;
}

}  // namespace mirador
