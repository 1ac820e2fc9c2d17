#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "mirador/simd/lane.hpp"

namespace mirador {

/// A positive number between two bounds that may differ by orders of magnitude, or be 0 and ∞.
MIRADOR_INLINE double between_magnitudes(double low, double high) {
  if (std::isinf(high)) return low > 0.0 ? 10.0 * low : 1.0;
  return low > 0.0 ? std::sqrt(low * high) : 0.1 * high;
}

/// Two arms at their cheapest common mean θ = (m_1 + x m_2)/(1 + x), the first of weight 1 and the
/// second of weight x.
struct Meeting {
  double x;
  double first, second;  ///< d(m_1, θ), d(m_2, θ)
  double curvature;      ///< (m_2 - θ)² / ((1 + x) V(θ))

  /// f(x) = d(m_1, θ) + x d(m_2, θ), with f' = d(m_2, θ) and f'' = -curvature.
  MIRADOR_INLINE double cost() const { return first + x * second; }
};

/// The cost f(x) of moving two arms to a common mean, concave and increasing from 0 to d(m_1, m_2),
/// which may be infinite. The means must differ. If they agree to 8 digits and the variances agree,
/// θ cannot be told apart from them in double precision; the arms are then treated as Gaussian with
/// the same variance. F has divergence(x, y) and variance(mean): a family, or one of the SIMD
/// simulator's.
template <class F>
class MeetingCost {
 public:
  MIRADOR_HD MeetingCost(const F& family, double first, double second)
      : family_(&family), first_(first), second_(second) {
    if (std::abs(first - second) > 1e-8 * std::abs(first)) return;
    const double variance = family.variance(0.5 * (first + second));
    const double spread = std::max(std::abs(family.variance(first) - variance),
                                   std::abs(family.variance(second) - variance));
    if (spread <= 4e-8 * variance) common_variance_ = variance;
  }

  MIRADOR_HD Meeting operator()(double x) const {
    const double share = x / (1.0 + x);
    if (common_variance_ > 0.0) {
      const double gap = second_ - first_, rest = gap / (1.0 + x);
      const double scale = 0.5 / common_variance_;
      return {x, gap * share * (gap * share) * scale, rest * rest * scale,
              2.0 * rest * rest * scale / (1.0 + x)};
    }
    const double theta = first_ + (second_ - first_) * share, rest = second_ - theta;
    return {x, family_->divergence(first_, theta), family_->divergence(second_, theta),
            rest * rest / ((1.0 + x) * family_->variance(theta))};
  }

  /// Does a common mean differ from both by enough to divide by?
  MIRADOR_HD bool apart() const {
    const Meeting middle = (*this)(1.0);
    return std::min(middle.first, middle.second) >= std::numeric_limits<double>::min();
  }

  /// The x with f(x) = y for 0 < y < d(m_1, m_2). Halley's method in a bracket, one or two steps
  /// from a good start: for Gaussian arms f = D x/(1 + x), and one step is exact.
  MIRADOR_HD Meeting reaching(double y, double start) const {
    double low = 0.0, high = std::numeric_limits<double>::infinity();
    Meeting at = (*this)(start);
    for (int step = 0; step < 100; ++step) {
      const double excess = at.cost() - y;
      if (excess == 0.0) break;
      (excess < 0.0 ? low : high) = at.x;
      const double bend = at.second + 0.5 * excess * at.curvature / at.second;
      // f is concave: a Newton step from the left never overshoots.
      double next = at.x - excess / (bend > 0.0 ? bend : at.second);
      if (!(next > low && next < high)) next = between_magnitudes(low, high);
      const bool last = std::abs(next - at.x) <= 1e-8 * at.x;  // cubic convergence
      at = (*this)(next);
      if (last) break;
    }
    return at;
  }

 private:
  const F* family_;
  double first_, second_;
  double common_variance_ = 0.0;  // 0 where the means are far enough apart
};

}  // namespace mirador
