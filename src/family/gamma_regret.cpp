#include "gamma_regret.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mirador/core/tail_ratio.hpp"
#include "mirador/family/mixture_scales.hpp"

namespace mirador::detail {

// With c the count, e the exposure, r the rate of the prior and A = c + 1/2, the marginal is
//   √(r/π) Γ(A) / (r+e)^A
// and the largest likelihood (c/e)^c exp(-c); by Stirling's formula the logarithm of the quotient
// of the first by the second is
//   c log(A/c) - c log((r+e)/e) - 1/2 + log(2r/(r+e))/2 + stirling_remainder(A).
double log_gamma_regret(double count, double exposure) {
  if (count == 0.0 && exposure == 0.0) return 0.0;
  if (exposure == 0.0) return std::numeric_limits<double>::infinity();
  const double shape = count + 0.5;
  const double common = (count > 0.0 ? count * std::log1p(0.5 / count) : 0.0) - 0.5 +
                        0.5 * std::numbers::ln2 + stirling_remainder(shape);
  const double log_average_marginal = log_average(regret_scales, [&](double rate) {
    return 0.5 * std::log(rate / (rate + exposure)) - count * std::log1p(rate / exposure);
  });
  return std::max(0.0, -common - log_average_marginal);
}

}  // namespace mirador::detail
