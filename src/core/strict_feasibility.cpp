#include "mirador/core/strict_feasibility.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mirador {
namespace {

// Relative margin that a strictly feasible point must have on every row.
constexpr double strict_margin = 1e-12;

double length_of(const double* row, std::size_t n) {
  double length = 0.0;
  for (std::size_t a = 0; a < n; ++a) length = std::hypot(length, row[a]);
  return length;
}

// The largest distance from 0 to the hyperplanes A_k·x = b_k (1 when all contain 0): measuring the
// homogenising variable in this unit keeps its column comparable to the others.
double typical_size(const Rows& rows, std::size_t n) {
  double largest = 0.0;
  for (std::size_t k = 0; k < rows.bounds.size(); ++k) {
    const double length = length_of(rows.coefficients.data() + k * n, n);
    if (length > 0.0) largest = std::max(largest, std::abs(rows.bounds[k]) / length);
  }
  return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
}

// The point itself is the proof: it must satisfy every row by more than rounding.
bool clears_rows(const Rows& rows, std::span<const double> point) {
  const std::size_t n = point.size();
  for (std::size_t k = 0; k < rows.bounds.size(); ++k) {
    double product = 0.0;
    double size = std::abs(rows.bounds[k]);
    for (std::size_t a = 0; a < n; ++a) {
      const double term = rows.coefficients[k * n + a] * point[a];
      product += term;
      size += std::abs(term);
    }
    if (!(product - rows.bounds[k] > strict_margin * size)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<double>> strictly_feasible_point(const Rows& rows,
                                                           std::size_t variables) {
  const std::size_t m = rows.bounds.size();
  if (rows.coefficients.size() != m * variables || rows.equalities != 0) {
    throw std::invalid_argument("strictly_feasible_point: inequality rows of `variables` entries");
  }
  const std::size_t n = variables + 1;
  const double unit = typical_size(rows, variables);
  std::vector<double> coefficients((m + 1) * n, 0.0);
  const std::vector<double> bounds(m + 1, 1.0);
  for (std::size_t k = 0; k < m; ++k) {
    double* const row = coefficients.data() + k * n;
    std::copy_n(rows.coefficients.data() + k * variables, variables, row);
    row[variables] = -rows.bounds[k] / unit;
    const double size = length_of(row, n);
    if (size == 0.0) return std::nullopt;  // 0 > 0
    for (std::size_t a = 0; a < n; ++a) row[a] /= size;
  }
  coefficients[(m + 1) * n - 1] = 1.0;  // t >= 1
  const std::vector<double> curvature(n, 1.0);
  const std::vector<double> centre(n, 0.0);
  std::vector<double> point(n);
  QuadraticProgram program;
  const QpStatus status = program.solve(curvature, centre, {coefficients, bounds, 0}, point);
  if (status == QpStatus::infeasible) return std::nullopt;
  const double scale = point.back() / unit;
  if (!(scale > 0.0)) return std::nullopt;
  point.pop_back();
  for (double& value : point) value /= scale;
  if (!clears_rows(rows, point)) return std::nullopt;
  return point;
}

}  // namespace mirador
