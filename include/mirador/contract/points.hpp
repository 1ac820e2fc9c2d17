#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "mirador/problem/problem.hpp"

namespace mirador::contract {

using Vector = std::vector<double>;
using Random = std::mt19937_64;

/// Which answers random means inside the sets can have.
enum class Reach { some_answers, every_answer };

/// Where a problem is looked at, and how closely. `points_for` (found_points.hpp) makes one for a
/// problem of which nothing but the family is known.
struct Points {
  /// Random means inside the set of some answer; an empty vector when none are known.
  std::function<Vector(Random&)> inside;
  /// Random means the family can have, in a set or in none.
  std::function<Vector(Random&)> anywhere;
  std::size_t trials = 90;
  /// How many means inside sets are drawn to get to know the answers; more where there are many.
  std::size_t draws = 500;
  /// Are all answers among those? Where a problem counts its answers this is found out.
  Reach reach = Reach::some_answers;
  /// The relative error granted to values and minimisers: a solver may be iterative.
  double precision = 1e-6;
  std::uint64_t seed = 21;
};

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

inline Vector combine(double s, std::span<const double> x, double t, std::span<const double> y) {
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

}  // namespace mirador::contract
