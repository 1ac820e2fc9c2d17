#pragma once

namespace mirador::detail {

/// For likelihoods λ^count exp(-λ exposure): log of the largest one over the average of their
/// marginals under the priors Gamma(shape 1/2, rate 4^-k), k = -10..10, on λ. Poisson arms have
/// λ = mean, count = sum and exposure = pulls; exponential ones λ = 1/mean, count = pulls and
/// exposure = sum. +inf for exposure 0 < count.
double log_gamma_regret(double count, double exposure);

}  // namespace mirador::detail
