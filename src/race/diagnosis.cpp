#include "mirador/race/diagnosis.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "sample.hpp"

namespace mirador::race {
namespace {

/// The largest probability of any false warning.
constexpr double alarm = 1e-3;

/// With fewer runs of a command neither test has power.
constexpr std::size_t least_runs = 8;

/// The two-sided tail of |t| under Student's law.
double both_tails(double t, double freedom) {
  return 2.0 *
         boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), std::abs(t)));
}

struct Difference {
  double size, p;
};

/// Welch's test: do two samples of unknown spreads have the same mean?
Difference halves_apart(Sample early, Sample late) {
  const double e = early.variance / early.size, l = late.variance / late.size;
  if (!(e + l > 0.0)) return {0.0, 1.0};
  const double freedom =
      (e + l) * (e + l) / (e * e / (early.size - 1.0) + l * l / (late.size - 1.0));
  const double size = late.mean - early.mean;
  return {size, both_tails(size / std::sqrt(e + l), freedom)};
}

/// Is one more value consistent with a sample?
Difference apart_from(double value, Sample others) {
  const double size = value - others.mean;
  const double spread = std::sqrt(others.variance * (1.0 + 1.0 / others.size));
  if (!(spread > 0.0)) return {size, 1.0};
  return {size, both_tails(size / spread, others.size - 1.0)};
}

bool all_equal(std::span<const double> values) {
  return std::ranges::all_of(values, [&](double value) { return value == values[0]; });
}

}  // namespace

bool is_constant(std::span<const double> values) {
  return values.size() >= constant_runs && all_equal(values);
}

std::vector<Warning> diagnose(std::span<const std::vector<double>> values, bool binary) {
  std::vector<Warning> warnings;
  const double threshold = alarm / (2.0 * static_cast<double>(values.size()));
  for (std::size_t command = 0; command < values.size(); ++command) {
    std::span<const double> all = values[command];
    if (!binary && is_constant(all)) warnings.push_back({Trouble::constant, command, 0.0, 0.0});
    if (all.size() < least_runs) continue;
    if (!binary) {
      const Difference first = apart_from(all[0], sample_of(all.subspan(1)));
      if (first.p < threshold) {
        warnings.push_back({Trouble::first_run, command, first.size, first.p});
        all = all.subspan(1);  // so that it is not reported as a drift too
      }
    }
    const std::size_t half = all.size() / 2;
    const Difference drift = halves_apart(sample_of(all.first(half)), sample_of(all.subspan(half)));
    if (drift.p < threshold) warnings.push_back({Trouble::drift, command, drift.size, drift.p});
  }
  return warnings;
}

}  // namespace mirador::race
