#pragma once

#include <span>

namespace mirador {

/// The argument of a problem: a weight w_a >= 0 and a mean m_a for every arm, and its variance if
/// the family does not know it. Weights need not sum to one: pull counts are as good as
/// proportions.
struct Point {
  std::span<const double> weights;
  std::span<const double> means;
  std::span<const double> variances = {};
};

}  // namespace mirador
