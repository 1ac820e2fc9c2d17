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

/// Which answers can occur for random means inside the sets.
enum class Reach { some_answers, every_answer };

/// The points at which a problem is checked, and the precision. `points_for` (found_points.hpp)
/// makes one when only the family of a problem is known.
struct Points {
  /// Random means inside the set of some answer; an empty vector if none are known.
  std::function<Vector(Random&)> inside;
  /// Random possible means, in a set or in none.
  std::function<Vector(Random&)> anywhere;
  std::size_t trials = 90;
  /// The number of means drawn inside sets to discover the answers; more if there are many answers.
  std::size_t draws = 500;
  /// Do these contain all answers? If a problem counts its answers this is checked.
  Reach reach = Reach::some_answers;
  /// The relative error allowed in values and minimisers: a solver may be iterative.
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

/// Positive weights with sum about n, some of them small.
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
