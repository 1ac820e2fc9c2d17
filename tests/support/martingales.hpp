#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "mirador/family/gaussian.hpp"
#include "mirador/problem/signed.hpp"

namespace mirador::testing_support {

/// log M of an arm in mixture stopping, claimed to lie above or below a null: except for Gaussian
/// arms the mixture is mixed with the constant 1 at weight 0.01.
template <OneParameterFamily F>
double log_m(const F& family, Side claimed, ArmData data, double null) {
  const double log_mixture = claimed == Side::above ? family.log_mixture_above(data, null)
                                                    : family.log_mixture_below(data, null);
  if (std::same_as<F, Gaussian>) return log_mixture;
  const double largest = std::max(log_mixture, 0.0);
  return largest + std::log(0.01 * std::exp(-largest) + 0.99 * std::exp(log_mixture - largest));
}

}  // namespace mirador::testing_support
