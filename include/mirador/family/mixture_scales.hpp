#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "mirador/core/interval.hpp"
#include "mirador/core/log_average.hpp"

namespace mirador {

/// The scales κ over which the mixtures of every family are averaged. κ is the weight of the prior
/// around the null in measurements: a small κ looks for large differences, a large κ for small
/// ones.
struct UsualScales {
  MIRADOR_HD static constexpr std::size_t size() { return 3; }
  MIRADOR_HD constexpr double operator[](std::size_t k) const {
    return k == 0 ? 2.0 : k == 1 ? 32.0 : 512.0;
  }
};
inline constexpr std::array<double, UsualScales::size()> mixture_scales = {
    UsualScales{}[0], UsualScales{}[1], UsualScales{}[2]};

/// The scales 4^k, k = -10..10, of the priors behind log_regret where the means have no natural
/// unit.
inline constexpr std::array<double, 21> regret_scales = [] {
  std::array<double, 21> scales{};
  double scale = 0x1.0p-20;
  for (double& entry : scales) {
    entry = scale;
    scale *= 4.0;
  }
  return scales;
}();

/// The logarithm of a mixture that has become 0, at the ends of the range of means. Finite, so that
/// adding the +inf of the opposite mixture (the data are impossible there) is not NaN; below every
/// value that a mixture takes at other means.
inline constexpr double log_vanished = -1000.0;

/// Null means closer than this to an end of their range are moved to this distance: closer to the
/// end doubles lose precision.
inline constexpr double least_distance_to_end = 1e-290;

/// log of the average over the scales of exp(log_value(κ)); the values are finite.
template <class LogValue>
double log_average(std::span<const double> scales, LogValue&& log_value) {
  return log_average(scales.size(), [&](std::size_t k) { return log_value(scales[k]); });
}

/// Per scale a mixture is e^N / e^D with N and D convex in the null mean, where D belongs to the
/// prior and does not depend on the data (docs/theory.md, section 10). With chords in place of D it
/// is log-convex and smaller by at most the result: the difference between a chord and a convex
/// function is at most twice its value in the middle. `log_prior(κ, θ)` is D.
template <class LogPrior>
MIRADOR_HD double bend_of_priors(const Interval& nulls, LogPrior&& log_prior) {
  const double middle = nulls.low + 0.5 * (nulls.high - nulls.low);
  double largest = 0.0;
  for (std::size_t k = 0; k < UsualScales::size(); ++k) {
    const double scale = UsualScales{}[k];
    const double chord = 0.5 * (log_prior(scale, nulls.low) + log_prior(scale, nulls.high));
    const double gap = chord - log_prior(scale, middle);
    if (std::isnan(gap)) return gap;
    largest = std::max(largest, gap);
  }
  constexpr double rounding = 1e-9;  // of the priors (tail_ratio.hpp)
  return 2.0 * largest + rounding;
}

}  // namespace mirador
