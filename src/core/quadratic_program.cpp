#include "mirador/core/quadratic_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "mirador/core/infinity.hpp"

namespace mirador {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// A row is violated beyond this many units of rounding of its terms.
constexpr double feasibility_tolerance = 32.0 * epsilon;
// A unit row closer than this to the span of the active rows is treated as dependent on them.
constexpr double dependence_tolerance = 1e-12;
// Gram–Schmidt is repeated when it leaves less than this of a unit row.
constexpr double well_conditioned = 0.5;
// Coordinates below this share of the largest one are rounding and do not block a step.
constexpr double coordinate_tolerance = 1e-13;
// A solution whose accepted violations stay below this (relative) still counts as solved.
constexpr double acceptable_violation = 1e-9;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Four partial sums: with one, each addition waits for the previous one (no -ffast-math).
double dot(const double* a, const double* b, std::size_t n) {
  double s0 = 0.0;
  double s1 = 0.0;
  double s2 = 0.0;
  double s3 = 0.0;
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < n; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

void add_scaled(double* target, const double* source, double factor, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) target[i] += factor * source[i];
}

void grow(std::vector<double>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
}

void check_sizes(std::span<const double> curvature, std::span<const double> centre,
                 const Rows& rows, std::size_t n) {
  if (curvature.size() != n || centre.size() != n ||
      rows.coefficients.size() != rows.bounds.size() * n || rows.equalities > rows.bounds.size()) {
    throw std::invalid_argument("QuadraticProgram: the sizes of the arguments disagree");
  }
  for (const double h : curvature) {
    if (!(h > 0.0) || !std::isfinite(h)) {
      throw std::invalid_argument("QuadraticProgram: curvatures must be positive and finite");
    }
  }
}

}  // namespace

QpStatus QuadraticProgram::solve(std::span<const double> curvature, std::span<const double> centre,
                                 const Rows& rows, std::span<double> x) {
  check_sizes(curvature, centre, rows, x.size());
  load(curvature, centre, rows);
  const QpStatus status = run();
  for (std::size_t a = 0; a < n_; ++a) x[a] = centre[a] + y_[a] / root_[a];
  value_ = 0.5 * dot(y_.data(), y_.data(), n_);
  if (status != QpStatus::infeasible) write_multipliers();
  return status;
}

void QuadraticProgram::load(std::span<const double> curvature, std::span<const double> centre,
                            const Rows& rows) {
  n_ = centre.size();
  m_ = rows.bounds.size();
  equalities_ = rows.equalities;
  stride_ = std::min(n_, m_);
  iterations_ = 0;
  iteration_cap_ = 100 + 20 * (n_ + m_);
  root_.resize(n_);
  for (std::size_t a = 0; a < n_; ++a) root_[a] = std::sqrt(curvature[a]);
  row_begin_.assign(m_ + 1, 0);
  row_index_.clear();
  row_value_.clear();
  row_norm_.resize(m_);
  row_bound_.resize(m_);
  row_scale_.resize(m_);
  for (std::size_t k = 0; k < m_; ++k) load_row(k, centre, rows);
  row_slack_.assign(m_, 0.0);
  row_active_.assign(m_, 0);
  multipliers_.assign(m_, 0.0);
  active_.clear();
  active_.reserve(stride_);
  dual_.clear();
  dual_.reserve(stride_);
  y_.assign(n_, 0.0);
  y_norm_ = 0.0;
  z_.resize(n_);
  grow(q_factor_, stride_ * n_);
  grow(r_factor_, stride_ * stride_);
  grow(s_, stride_);
  grow(r_, stride_);
}

void QuadraticProgram::load_row(std::size_t k, std::span<const double> centre, const Rows& rows) {
  const double* const row = rows.coefficients.data() + k * n_;
  // Dividing by the largest entry first keeps the sum of squares away from overflow and underflow.
  double largest = 0.0;
  double at_centre = 0.0;
  double size = std::abs(rows.bounds[k]);
  for (std::size_t a = 0; a < n_; ++a) {
    if (row[a] == 0.0) continue;
    const double value = row[a] / root_[a];
    largest = std::max(largest, std::abs(value));
    at_centre += row[a] * centre[a];
    size += std::abs(row[a] * centre[a]);
    row_index_.push_back(a);
    row_value_.push_back(value);
  }
  const std::size_t begin = row_begin_[k];
  const std::size_t end = row_index_.size();
  row_begin_[k + 1] = end;
  double squares = 0.0;
  for (std::size_t i = begin; i < end; ++i) {
    row_value_[i] /= largest;
    squares += row_value_[i] * row_value_[i];
  }
  const double length = std::sqrt(squares);
  for (std::size_t i = begin; i < end; ++i) row_value_[i] /= length;
  row_norm_[k] = largest * length;
  const double divisor = begin < end ? row_norm_[k] : 1.0;
  row_bound_[k] = (rows.bounds[k] - at_centre) / divisor;
  row_scale_[k] = size / divisor;
}

QpStatus QuadraticProgram::run() {
  if (zero_row_fails()) return QpStatus::infeasible;
  for (std::size_t k = 0; k < equalities_; ++k) {
    if (row_norm_[k] > 0.0 && add_equality(k) == Step::infeasible) return QpStatus::infeasible;
  }
  for (std::size_t p = most_violated(); p != none; p = most_violated()) {
    const double violation = residual(p);
    const double previous = y_norm_;
    const Step step = add_inequality(p);
    if (step == Step::infeasible) return QpStatus::infeasible;
    if (step == Step::capped) return QpStatus::stalled;
    // The dual value must grow at every step. If it does not, the rest of the violation is
    // rounding; accepting twice that much on this row prevents cycles.
    if (step == Step::ignored || !(y_norm_ > previous)) {
      row_slack_[p] = std::max(2.0 * violation, 2.0 * row_slack_[p]);
    }
  }
  // A violation once accepted as noise may be gone by now; only the current state of the rows
  // counts.
  for (std::size_t k = 0; k < m_; ++k) {
    if (row_active_[k] != 0 || row_slack_[k] == 0.0) continue;
    if (residual(k) > acceptable_violation * (row_scale_[k] + y_norm_)) return QpStatus::stalled;
  }
  return QpStatus::solved;
}

bool QuadraticProgram::zero_row_fails() {
  for (std::size_t k = 0; k < m_; ++k) {
    if (row_norm_[k] > 0.0) continue;
    const bool fails = row_bound_[k] > 0.0 || (k < equalities_ && row_bound_[k] < 0.0);
    if (!fails) continue;
    multipliers_[k] = row_bound_[k] > 0.0 ? 1.0 : -1.0;
    return true;
  }
  return false;
}

double QuadraticProgram::residual(std::size_t k) const {
  double product = 0.0;
  for (std::size_t i = row_begin_[k]; i < row_begin_[k + 1]; ++i) {
    product += row_value_[i] * y_[row_index_[i]];
  }
  return row_bound_[k] - product;
}

std::size_t QuadraticProgram::most_violated() const {
  std::size_t worst = none;
  double worst_violation = 0.0;
  for (std::size_t k = equalities_; k < m_; ++k) {
    if (row_active_[k] != 0 || row_norm_[k] <= 0.0) continue;
    const double violation = residual(k);
    if (violation <= worst_violation) continue;
    const double rounding = feasibility_tolerance * (row_scale_[k] + y_norm_);
    if (violation <= std::max(rounding, row_slack_[k])) continue;
    worst = k;
    worst_violation = violation;
  }
  return worst;
}

// Splits row p into z (orthogonal to the active rows) and s = Qᵀ N_p, then solves R r = s.
void QuadraticProgram::project(std::size_t p) {
  const std::size_t q = active_.size();
  std::fill(z_.begin(), z_.end(), 0.0);
  for (std::size_t i = row_begin_[p]; i < row_begin_[p + 1]; ++i) {
    z_[row_index_[i]] = row_value_[i];
  }
  std::fill_n(s_.begin(), q, 0.0);
  // Modified Gram–Schmidt; a second sweep leaves z orthogonal to Q to working precision. It is only
  // needed when the first cancelled a good part of the (unit) row.
  double length = 0.0;
  for (int sweep = 0; sweep < 2 && length < well_conditioned; ++sweep) {
    for (std::size_t j = 0; j < q; ++j) {
      const double* const direction = q_factor_.data() + j * n_;
      const double coordinate = dot(direction, z_.data(), n_);
      if (coordinate == 0.0) continue;
      add_scaled(z_.data(), direction, -coordinate, n_);
      s_[j] += coordinate;
    }
    length = std::sqrt(dot(z_.data(), z_.data(), n_));
  }
  z_norm_ = length;
  std::copy_n(s_.begin(), q, r_.begin());
  for (std::size_t j = q; j-- > 0;) {
    const double* const column = r_factor_.data() + j * stride_;
    r_[j] /= column[j];
    add_scaled(r_.data(), column, -r_[j], j);
  }
}

QuadraticProgram::Step QuadraticProgram::add_equality(std::size_t p) {
  ++iterations_;
  project(p);
  const double gap = residual(p);
  if (z_norm_ <= dependence_tolerance || active_.size() == stride_) {
    return certified_infeasible(p, gap) ? Step::infeasible : Step::ignored;
  }
  append(p);
  recompute_iterate();
  return Step::added;
}

QuadraticProgram::Step QuadraticProgram::add_inequality(std::size_t p) {
  double entering = 0.0;
  while (iterations_++ < iteration_cap_) {
    project(p);
    const double violation = residual(p);
    const bool dependent = z_norm_ <= dependence_tolerance || active_.size() == stride_;
    const double full = dependent ? infinity : std::max(violation, 0.0) / (z_norm_ * z_norm_);
    double step = full;
    const std::size_t leaving = blocking(step);
    if (leaving == none && dependent) {
      if (certified_infeasible(p, violation)) return Step::infeasible;
      recompute_iterate();
      return Step::ignored;
    }
    for (std::size_t j = 0; j < active_.size(); ++j) dual_[j] -= step * r_[j];
    entering += step;
    if (leaving == none) {
      append(p);
      dual_.back() = entering;
      recompute_iterate();
      return Step::added;
    }
    if (!dependent) add_scaled(y_.data(), z_.data(), step, n_);
    drop(leaving);
  }
  return Step::capped;
}

// The largest step not above `step` that keeps the multipliers of the active inequalities >= 0; the
// position of the first to reach 0, or none.
std::size_t QuadraticProgram::blocking(double& step) const {
  const std::size_t q = active_.size();
  double largest = 1.0;
  for (std::size_t j = 0; j < q; ++j) largest = std::max(largest, std::abs(r_[j]));
  std::size_t first = none;
  for (std::size_t j = 0; j < q; ++j) {
    if (active_[j] < equalities_ || r_[j] <= coordinate_tolerance * largest) continue;
    const double ratio = std::max(dual_[j], 0.0) / r_[j];
    if (ratio >= step) continue;
    step = ratio;
    first = j;
  }
  return first;
}

// N_p = Σ r_j N_j, so every feasible y would give e_p − Σ r_j e_j = 0 (or <= 0). The violation is
// that number; it proves something only when it exceeds the rounding of its terms.
bool QuadraticProgram::certified_infeasible(std::size_t p, double violation) {
  double size = row_scale_[p] + y_norm_;
  for (std::size_t j = 0; j < active_.size(); ++j) size += std::abs(r_[j]) * row_scale_[active_[j]];
  if (std::abs(violation) <= 2.0 * feasibility_tolerance * size) return false;
  write_certificate(p, violation > 0.0 ? 1.0 : -1.0);
  return true;
}

void QuadraticProgram::write_certificate(std::size_t p, double sign) {
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  multipliers_[p] = sign / row_norm_[p];
  for (std::size_t j = 0; j < active_.size(); ++j) {
    const std::size_t k = active_[j];
    const double weight = -sign * r_[j] / row_norm_[k];
    multipliers_[k] = k < equalities_ ? weight : std::max(weight, 0.0);
  }
}

void QuadraticProgram::append(std::size_t p) {
  const std::size_t q = active_.size();
  double* const direction = q_factor_.data() + q * n_;
  for (std::size_t a = 0; a < n_; ++a) direction[a] = z_[a] / z_norm_;
  double* const column = r_factor_.data() + q * stride_;
  std::copy_n(s_.begin(), q, column);
  column[q] = z_norm_;
  active_.push_back(p);
  dual_.push_back(0.0);
  row_active_[p] = 1;
}

// Removes the j-th active row: its column leaves R, and Givens rotations restore the triangle.
void QuadraticProgram::drop(std::size_t j) {
  const std::size_t q = active_.size();
  row_active_[active_[j]] = 0;
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(j));
  dual_.erase(dual_.begin() + static_cast<std::ptrdiff_t>(j));
  for (std::size_t c = j; c + 1 < q; ++c) {
    std::copy_n(r_factor_.data() + (c + 1) * stride_, c + 2, r_factor_.data() + c * stride_);
  }
  for (std::size_t i = j; i + 1 < q; ++i) {
    double* const pivot = r_factor_.data() + i * stride_ + i;
    const double length = std::hypot(pivot[0], pivot[1]);
    const double c = pivot[0] / length;
    const double s = pivot[1] / length;
    for (std::size_t k = i; k + 1 < q; ++k) {
      double* const entry = r_factor_.data() + k * stride_ + i;
      const double upper = entry[0];
      entry[0] = c * upper + s * entry[1];
      entry[1] = c * entry[1] - s * upper;
    }
    double* const first = q_factor_.data() + i * n_;
    double* const second = first + n_;
    for (std::size_t a = 0; a < n_; ++a) {
      const double kept = first[a];
      first[a] = c * kept + s * second[a];
      second[a] = c * second[a] - s * kept;
    }
  }
}

// The shortest y on the active rows: y = Q v with Rᵀ v = e, and multipliers u with R u = v.
void QuadraticProgram::recompute_iterate() {
  const std::size_t q = active_.size();
  std::fill(y_.begin(), y_.end(), 0.0);
  for (std::size_t j = 0; j < q; ++j) {
    const double* const column = r_factor_.data() + j * stride_;
    s_[j] = (row_bound_[active_[j]] - dot(column, s_.data(), j)) / column[j];
    add_scaled(y_.data(), q_factor_.data() + j * n_, s_[j], n_);
  }
  y_norm_ = std::sqrt(dot(s_.data(), s_.data(), q));
  for (std::size_t j = q; j-- > 0;) {
    const double* const column = r_factor_.data() + j * stride_;
    const double multiplier = s_[j] / column[j];
    add_scaled(s_.data(), column, -multiplier, j);
    dual_[j] = active_[j] < equalities_ ? multiplier : std::max(multiplier, 0.0);
  }
}

void QuadraticProgram::write_multipliers() {
  std::fill(multipliers_.begin(), multipliers_.end(), 0.0);
  for (std::size_t j = 0; j < active_.size(); ++j) {
    multipliers_[active_[j]] = dual_[j] / row_norm_[active_[j]];
  }
}

}  // namespace mirador
