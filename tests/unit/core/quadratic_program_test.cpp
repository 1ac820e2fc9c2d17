#include "mirador/core/quadratic_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mirador {
namespace {

using Vector = std::vector<double>;

struct Problem {
  Vector curvature;
  Vector centre;
  Vector coefficients;
  Vector bounds;
  std::size_t equalities = 0;

  std::size_t n() const { return centre.size(); }
  std::size_t m() const { return bounds.size(); }
  Rows rows() const { return {coefficients, bounds, equalities}; }
  double a(std::size_t k, std::size_t i) const { return coefficients[k * n() + i]; }
  double product(std::size_t k, const Vector& x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < n(); ++i) sum += a(k, i) * x[i];
    return sum;
  }
  double size(std::size_t k, const Vector& x) const {
    double sum = std::abs(bounds[k]);
    for (std::size_t i = 0; i < n(); ++i) sum += std::abs(a(k, i)) * (std::abs(x[i]) + 1.0);
    return sum;
  }
  double objective(const Vector& x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < n(); ++i) {
      sum += 0.5 * curvature[i] * (x[i] - centre[i]) * (x[i] - centre[i]);
    }
    return sum;
  }
};

Problem random_problem(std::mt19937_64& rng, std::size_t n, std::size_t m, std::size_t equalities) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Problem p;
  p.equalities = equalities;
  Vector inside(n);
  for (std::size_t i = 0; i < n; ++i) {
    p.curvature.push_back(0.2 + uniform(rng));
    p.centre.push_back(2.0 * normal(rng));
    inside[i] = normal(rng);
  }
  for (std::size_t k = 0; k < m; ++k) {
    double at = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      p.coefficients.push_back(normal(rng));
      at += p.coefficients.back() * inside[i];
    }
    p.bounds.push_back(k < equalities ? at : at - 0.3 * uniform(rng));
  }
  return p;
}

// Solves the square system by elimination with pivoting; empty if it is singular.
std::optional<Vector> linear_solve(Vector matrix, Vector rhs) {
  const std::size_t n = rhs.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r) {
      if (std::abs(matrix[r * n + c]) > std::abs(matrix[pivot * n + c])) pivot = r;
    }
    if (std::abs(matrix[pivot * n + c]) < 1e-11) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) std::swap(matrix[c * n + j], matrix[pivot * n + j]);
    std::swap(rhs[c], rhs[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = matrix[r * n + c] / matrix[c * n + c];
      for (std::size_t j = c; j < n; ++j) matrix[r * n + j] -= factor * matrix[c * n + j];
      rhs[r] -= factor * rhs[c];
    }
  }
  for (std::size_t c = 0; c < n; ++c) rhs[c] /= matrix[c * n + c];
  return rhs;
}

// The minimiser with exactly the rows of `subset` tight.
std::optional<Vector> tight_point(const Problem& p, const std::vector<std::size_t>& subset) {
  const std::size_t q = subset.size();
  Vector gram(q * q, 0.0);
  Vector rhs(q, 0.0);
  for (std::size_t i = 0; i < q; ++i) {
    rhs[i] = p.bounds[subset[i]] - p.product(subset[i], p.centre);
    for (std::size_t j = 0; j < q; ++j) {
      for (std::size_t a = 0; a < p.n(); ++a) {
        gram[i * q + j] += p.a(subset[i], a) * p.a(subset[j], a) / p.curvature[a];
      }
    }
  }
  const auto weights = linear_solve(gram, rhs);
  if (!weights) return std::nullopt;
  Vector x = p.centre;
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t a = 0; a < p.n(); ++a) {
      x[a] += (*weights)[i] * p.a(subset[i], a) / p.curvature[a];
    }
  }
  return x;
}

double brute_force(const Problem& p) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t mask = 0; mask < (std::size_t{1} << p.m()); ++mask) {
    std::vector<std::size_t> subset;
    for (std::size_t k = 0; k < p.m(); ++k) {
      if ((mask >> k) & 1U) subset.push_back(k);
    }
    if (subset.size() > p.n()) continue;
    const auto x = tight_point(p, subset);
    if (!x) continue;
    bool feasible = true;
    for (std::size_t k = 0; k < p.m(); ++k) {
      const double slack = p.product(k, *x) - p.bounds[k];
      feasible = feasible && slack > -1e-8 && (k >= p.equalities || slack < 1e-8);
    }
    if (feasible) best = std::min(best, p.objective(*x));
  }
  return best;
}

void expect_optimal(const Problem& p, const Vector& x, std::span<const double> multipliers,
                    double tolerance) {
  for (std::size_t k = 0; k < p.m(); ++k) {
    const double slack = (p.product(k, x) - p.bounds[k]) / p.size(k, x);
    EXPECT_GT(slack, -tolerance) << "row " << k;
    if (k < p.equalities) {
      EXPECT_LT(slack, tolerance) << "row " << k;
      continue;
    }
    EXPECT_GE(multipliers[k], 0.0) << "row " << k;
    if (multipliers[k] > 0.0) {
      EXPECT_LT(slack, tolerance) << "row " << k;
    }
  }
  for (std::size_t a = 0; a < p.n(); ++a) {
    double gradient = p.curvature[a] * (x[a] - p.centre[a]);
    double size = std::abs(gradient) + p.curvature[a] * std::abs(p.centre[a]);
    for (std::size_t k = 0; k < p.m(); ++k) {
      gradient -= multipliers[k] * p.a(k, a);
      size += std::abs(multipliers[k] * p.a(k, a));
    }
    EXPECT_LE(std::abs(gradient), tolerance * size) << "variable " << a;
  }
}

void expect_farkas(const Problem& p, std::span<const double> y, double tolerance) {
  double value = 0.0;
  for (std::size_t k = 0; k < p.m(); ++k) {
    value += y[k] * p.bounds[k];
    if (k >= p.equalities) {
      EXPECT_GE(y[k], 0.0);
    }
  }
  EXPECT_GT(value, 0.0);
  for (std::size_t a = 0; a < p.n(); ++a) {
    double sum = 0.0;
    double size = 0.0;
    for (std::size_t k = 0; k < p.m(); ++k) {
      sum += y[k] * p.a(k, a);
      size += std::abs(y[k] * p.a(k, a));
    }
    EXPECT_LE(std::abs(sum), tolerance * (size + 1.0));
  }
}

Problem unit_problem(Vector centre, Vector coefficients, Vector bounds) {
  Problem p;
  p.curvature.assign(centre.size(), 1.0);
  p.centre = std::move(centre);
  p.coefficients = std::move(coefficients);
  p.bounds = std::move(bounds);
  return p;
}

QpStatus solve(QuadraticProgram& program, const Problem& p, Vector& x) {
  x.assign(p.n(), 0.0);
  return program.solve(p.curvature, p.centre, p.rows(), x);
}

TEST(QuadraticProgram, NoRowsReturnsTheCentre) {
  QuadraticProgram program;
  const Problem p = unit_problem({1.0, -2.0}, {}, {});
  Vector x;
  EXPECT_EQ(solve(program, p, x), QpStatus::solved);
  EXPECT_EQ(x, p.centre);
  EXPECT_EQ(program.value(), 0.0);
}

TEST(QuadraticProgram, MatchesBruteForceOnSmallProblems) {
  std::mt19937_64 rng(1);
  QuadraticProgram program;
  Vector x;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t n = 1 + rng() % 4;
    const std::size_t equalities = rng() % n;
    const Problem p = random_problem(rng, n, equalities + rng() % 7, equalities);
    ASSERT_EQ(solve(program, p, x), QpStatus::solved) << "trial " << trial;
    EXPECT_NEAR(program.value(), brute_force(p), 1e-8 * (1.0 + program.value()));
    EXPECT_NEAR(program.value(), p.objective(x), 1e-9 * (1.0 + program.value()));
    expect_optimal(p, x, program.multipliers(), 1e-10);
  }
}

TEST(QuadraticProgram, SatisfiesOptimalityConditionsOnLargerProblems) {
  std::mt19937_64 rng(2);
  QuadraticProgram program;
  Vector x;
  for (const std::size_t n : {20U, 60U, 150U}) {
    const Problem p = random_problem(rng, n, 3 * n, n / 5);
    ASSERT_EQ(solve(program, p, x), QpStatus::solved);
    expect_optimal(p, x, program.multipliers(), 1e-10);
  }
}

TEST(QuadraticProgram, InfeasibleProblemsCarryAFarkasCertificate) {
  std::mt19937_64 rng(3);
  QuadraticProgram program;
  Vector x;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + rng() % 12;
    Problem p = random_problem(rng, n, n + rng() % 10, rng() % n);
    // Contradicts a positive combination of the inequalities.
    Vector row(n, 0.0);
    double bound = 0.0;
    for (std::size_t k = 0; k < p.m(); ++k) {
      const double weight = static_cast<double>(rng() % 3);
      for (std::size_t a = 0; a < n; ++a) row[a] -= weight * p.a(k, a);
      bound -= weight * p.bounds[k];
    }
    p.coefficients.insert(p.coefficients.end(), row.begin(), row.end());
    p.bounds.push_back(bound + 0.5);
    ASSERT_EQ(solve(program, p, x), QpStatus::infeasible) << "trial " << trial;
    expect_farkas(p, program.multipliers(), 1e-10);
  }
}

TEST(QuadraticProgram, HandlesZeroRows) {
  QuadraticProgram program;
  Vector x;
  Problem p = unit_problem({0.0, 0.0}, {0.0, 0.0, 1.0, 1.0}, {-1.0, 2.0});
  ASSERT_EQ(solve(program, p, x), QpStatus::solved);
  EXPECT_NEAR(x[0], 1.0, 1e-15);
  p.bounds[0] = 1e-3;
  ASSERT_EQ(solve(program, p, x), QpStatus::infeasible);
  expect_farkas(p, program.multipliers(), 1e-15);
  p.equalities = 1;
  p.bounds[0] = -1e-3;
  ASSERT_EQ(solve(program, p, x), QpStatus::infeasible);
  expect_farkas(p, program.multipliers(), 1e-15);
}

TEST(QuadraticProgram, DuplicateScaledAndRedundantRowsChangeNothing) {
  std::mt19937_64 rng(4);
  QuadraticProgram program;
  Vector x;
  for (int trial = 0; trial < 100; ++trial) {
    Problem p = random_problem(rng, 6, 10, 2);
    ASSERT_EQ(solve(program, p, x), QpStatus::solved);
    const Vector reference = x;
    for (std::size_t k = 0; k < 10; ++k) {
      for (const double factor : {1.0, 1e-7, 3.0e5}) {
        for (std::size_t a = 0; a < 6; ++a) p.coefficients.push_back(factor * p.a(k, a));
        p.bounds.push_back(factor * p.bounds[k]);
      }
    }
    ASSERT_EQ(solve(program, p, x), QpStatus::solved);
    for (std::size_t a = 0; a < 6; ++a) EXPECT_NEAR(x[a], reference[a], 1e-9);
    expect_optimal(p, x, program.multipliers(), 1e-10);
  }
}

TEST(QuadraticProgram, ManyRowsThroughOneVertex) {
  std::mt19937_64 rng(5);
  std::normal_distribution<double> normal;
  QuadraticProgram program;
  Vector x;
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t n = 5;
    Problem p = random_problem(rng, n, 0, 0);
    const Vector vertex{0.1, 0.2, 0.3, 0.4, 0.5};
    for (int k = 0; k < 60; ++k) {
      double at = 0.0;
      for (std::size_t a = 0; a < n; ++a) {
        p.coefficients.push_back(normal(rng));
        at += p.coefficients.back() * vertex[a];
      }
      p.bounds.push_back(at);
    }
    ASSERT_EQ(solve(program, p, x), QpStatus::solved) << "trial " << trial;
    expect_optimal(p, x, program.multipliers(), 1e-9);
  }
}

TEST(QuadraticProgram, NearlyParallelRowsStayFeasible) {
  QuadraticProgram program;
  Vector x;
  for (const double angle : {1e-3, 1e-6, 1e-9, 1e-13, 1e-16}) {
    const Problem p = unit_problem({0.0, 0.0}, {1.0, 0.0, 1.0, angle, 1.0, -angle}, {1, 1, 1});
    ASSERT_EQ(solve(program, p, x), QpStatus::solved) << angle;
    EXPECT_NEAR(x[0], 1.0, 1e-12);
    EXPECT_NEAR(x[1], 0.0, 1e-5);
  }
}

TEST(QuadraticProgram, CurvaturesOverTwelveOrdersOfMagnitude) {
  std::mt19937_64 rng(6);
  std::uniform_real_distribution<double> exponent(-6.0, 6.0);
  QuadraticProgram program;
  Vector x;
  for (int trial = 0; trial < 100; ++trial) {
    Problem p = random_problem(rng, 12, 30, 3);
    for (double& h : p.curvature) h = std::pow(10.0, exponent(rng));
    ASSERT_EQ(solve(program, p, x), QpStatus::solved) << "trial " << trial;
    expect_optimal(p, x, program.multipliers(), 1e-7);
  }
}

TEST(QuadraticProgram, InconsistentEqualitiesAreInfeasibleAndRepeatedOnesAreNot) {
  QuadraticProgram program;
  Vector x;
  Problem p = unit_problem({0.0, 0.0}, {1.0, 1.0, 2.0, 2.0}, {1.0, 2.0});
  p.equalities = 2;
  ASSERT_EQ(solve(program, p, x), QpStatus::solved);
  EXPECT_NEAR(x[0], 0.5, 1e-15);
  p.bounds[1] = 1.9;
  ASSERT_EQ(solve(program, p, x), QpStatus::infeasible);
  expect_farkas(p, program.multipliers(), 1e-14);
}

TEST(QuadraticProgram, RejectsBadArguments) {
  QuadraticProgram program;
  Vector x(2);
  const Vector one{1.0, 1.0};
  const Vector bad{1.0, 0.0};
  const Vector row{1.0, 1.0, 1.0};
  EXPECT_THROW(program.solve(bad, one, {}, x), std::invalid_argument);
  EXPECT_THROW(program.solve(one, one, {row, one, 0}, x), std::invalid_argument);
}

}  // namespace
}  // namespace mirador
