#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "mirador/problem/problem.hpp"

namespace mirador::testing_support {

using Vector = std::vector<double>;
using Random = std::mt19937_64;

inline Vector normal_vector(Random& random, std::size_t n, double scale = 1.0) {
  std::normal_distribution<double> normal(0.0, scale);
  Vector values(n);
  for (double& value : values) value = normal(random);
  return values;
}

inline Vector uniform_vector(Random& random, std::size_t n, double low, double high) {
  std::uniform_real_distribution<double> uniform(low, high);
  Vector values(n);
  for (double& value : values) value = uniform(random);
  return values;
}

/// Positive weights, of sum about n, some of them small.
inline Vector random_weights(Random& random, std::size_t n) {
  std::exponential_distribution<double> exponential;
  Vector weights(n);
  for (double& weight : weights) weight = 1e-3 + exponential(random);
  return weights;
}

inline Vector combine(double s, const Vector& x, double t, const Vector& y) {
  Vector sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] = s * x[i] + t * y[i];
  return sum;
}

inline double dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// Σ w_a d(m_a, λ_a).
template <Family F>
double transport_cost(const F& family, Point at, std::span<const double> lambda) {
  double sum = 0.0;
  for (std::size_t a = 0; a < lambda.size(); ++a) {
    sum += at.weights[a] * family.divergence(datum_of<F>(at, a), lambda[a]);
  }
  return sum;
}

}  // namespace mirador::testing_support
