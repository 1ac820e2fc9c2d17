#include "mirador/core/strict_feasibility.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace mirador {
namespace {

using Vector = std::vector<double>;

/// A_k·x.
double product(const Vector& rows, std::size_t k, const Vector& x) {
  const auto row = rows.begin() + static_cast<std::ptrdiff_t>(k * x.size());
  return std::inner_product(x.begin(), x.end(), row, 0.0);
}

TEST(StrictlyFeasiblePoint, FindsAPointOrProvesThereIsNone) {
  std::mt19937_64 rng(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + rng() % 5, m = 1 + rng() % 12;
    Vector inside(n), rows(n * m), bounds(m);
    for (double& x : inside) x = normal(rng);
    for (double& x : rows) x = normal(rng);
    for (std::size_t k = 0; k < m; ++k) {
      bounds[k] = product(rows, k, inside) - 0.01 - std::abs(normal(rng));
    }
    const auto x = strictly_feasible_point({rows, bounds, 0}, n);
    ASSERT_TRUE(x.has_value()) << "trial " << trial;
    for (std::size_t k = 0; k < m; ++k) EXPECT_GT(product(rows, k, *x), bounds[k]);
    // Adding the opposite of one row leaves at most a hyperplane: no interior.
    const std::size_t k = rng() % m;
    for (std::size_t a = 0; a < n; ++a) rows.push_back(-0.3 * rows[k * n + a]);
    bounds.push_back(-0.3 * bounds[k]);
    EXPECT_FALSE(strictly_feasible_point({rows, bounds, 0}, n).has_value()) << "trial " << trial;
  }
}

TEST(StrictlyFeasiblePoint, SetsThatTouchAreDisjoint) {
  // {x1 > x2 > x3} and {x2 > x1 > x3} share only a face; so do three half-spaces summing to zero.
  const Vector order{1, -1, 0, 0, 1, -1, -1, 1, 0, 1, 0, -1};
  EXPECT_FALSE(strictly_feasible_point({order, Vector(4, 0.0), 0}, 3).has_value());
  const Vector cycle{1, -1, 0, 0, 1, -1, -1, 0, 1};
  EXPECT_FALSE(strictly_feasible_point({cycle, Vector(3, 0.0), 0}, 3).has_value());
  // 0.1 + 0.2 and 0.3 differ by rounding: the sliver between them is not a set.
  const Vector line{1.0, -1.0};
  const Vector bounds{0.3, -(0.1 + 0.2)};
  EXPECT_FALSE(strictly_feasible_point({line, bounds, 0}, 1).has_value());
}

TEST(StrictlyFeasiblePoint, CopesWithScaleZeroRowsAndNoRows) {
  EXPECT_TRUE(strictly_feasible_point({}, 3).has_value());
  const Vector row{1.0};
  EXPECT_TRUE(strictly_feasible_point({row, Vector{1e12}, 0}, 1).has_value());
  const Vector interval{1.0, -1.0};
  EXPECT_TRUE(strictly_feasible_point({interval, Vector{1.0, -1.0 - 1e-6}, 0}, 1).has_value());
  EXPECT_FALSE(strictly_feasible_point({interval, Vector{1.0, -1.0 + 1e-6}, 0}, 1).has_value());
  const Vector zero{0.0};
  EXPECT_TRUE(strictly_feasible_point({zero, Vector{-1e-3}, 0}, 1).has_value());
  EXPECT_FALSE(strictly_feasible_point({zero, Vector{0.0}, 0}, 1).has_value());
  EXPECT_FALSE(strictly_feasible_point({zero, Vector{1e-3}, 0}, 1).has_value());
  EXPECT_THROW(strictly_feasible_point({row, Vector{0.0}, 1}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace mirador
