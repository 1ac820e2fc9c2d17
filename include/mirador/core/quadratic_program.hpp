#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mirador {

/// Linear constraints on n variables: A_k·x = b_k for the first `equalities` rows, A_k·x >= b_k for
/// the others. `coefficients` is A, row-major (rows x n); `bounds` is b, one entry per row.
struct Rows {
  std::span<const double> coefficients;
  std::span<const double> bounds;
  std::size_t equalities = 0;
};

/// solved: the rows hold and the multipliers prove optimality, both within rounding.
/// infeasible: no x satisfies the rows; multipliers() holds a Farkas certificate.
/// stalled: rounding or the iteration cap stopped the method; x is the last iterate.
enum class QpStatus { solved, infeasible, stalled };

/// Strictly convex quadratic program with a diagonal Hessian:
///
///     minimise  ½ Σ_a h_a (x_a − c_a)²   subject to  A_k·x = b_k,  A_k·x >= b_k.
///
/// Method: the dual active set of Goldfarb and Idnani (1983), on y = H^{1/2}(x − c) and rows scaled
/// to unit length, where the problem is "the point of a polyhedron nearest to 0". The active rows
/// are kept as Q R (re-orthogonalised Gram–Schmidt to add one, Givens rotations to drop one), and
/// the iterate is recomputed from the factors after each full step, so that errors do not pile up.
///
/// Supported: redundant, duplicate and zero rows, any number of rows, h over 12 orders of
/// magnitude. Not supported: h_a <= 0, infinite data, finding which of two rows is violated when
/// they are parallel to within 1e-12 in the metric (they are then handled as dependent).
///
/// Cost per call: O(rows·n) to load, then per iteration O(nnz(A) + n·q) with q active rows; usually
/// one to three iterations per row active at the solution. The object owns its buffers: calls with
/// sizes already seen do not allocate. Not thread-safe; use one object per thread.
class QuadraticProgram {
 public:
  /// Solves for `x` (output only; its size n is the number of variables).
  /// Throws std::invalid_argument when the sizes disagree or some h_a is not positive and finite.
  QpStatus solve(std::span<const double> curvature, std::span<const double> centre,
                 const Rows& rows, std::span<double> x);

  /// ½ Σ h (x − c)² at the last x.
  double value() const { return value_; }

  /// One multiplier per row, >= 0 on inequalities. When solved: h (x − c) = Σ_k λ_k A_k and λ_k is
  /// 0 on rows that are not tight. When infeasible: a Farkas certificate, Σ_k λ_k A_k ≈ 0 and Σ_k
  /// λ_k b_k > 0.
  std::span<const double> multipliers() const { return multipliers_; }

 private:
  enum class Step { added, ignored, infeasible, capped };

  void load(std::span<const double> curvature, std::span<const double> centre, const Rows& rows);
  void load_row(std::size_t k, std::span<const double> centre, const Rows& rows);
  QpStatus run();
  bool zero_row_fails();
  Step add_equality(std::size_t p);
  Step add_inequality(std::size_t p);
  std::size_t most_violated() const;
  double residual(std::size_t k) const;
  void project(std::size_t p);
  std::size_t blocking(double& step) const;
  bool certified_infeasible(std::size_t p, double violation);
  void write_certificate(std::size_t p, double sign);
  void append(std::size_t p);
  void drop(std::size_t j);
  void recompute_iterate();
  void write_multipliers();

  std::size_t n_ = 0;
  std::size_t m_ = 0;
  std::size_t equalities_ = 0;
  std::size_t stride_ = 0;  // leading dimension of r_factor_
  std::size_t iterations_ = 0;
  std::size_t iteration_cap_ = 0;
  double value_ = 0.0;

  // The unit rows N_k = A_k H^{-1/2} / |A_k H^{-1/2}|, sparse: row k owns [row_begin_[k],
  // row_begin_[k+1]). Sparse, because every iteration multiplies all of them by the iterate.
  std::vector<std::size_t> row_begin_;
  std::vector<std::size_t> row_index_;
  std::vector<double> row_value_;
  std::vector<double> row_norm_;   // |A_k H^{-1/2}|, 0 for a zero row
  std::vector<double> row_bound_;  // e_k = (b_k − A_k·c) / norm
  std::vector<double> row_scale_;  // size of the terms of e_k before cancellation
  std::vector<double> row_slack_;  // extra violation accepted on a row shown to be noise
  std::vector<unsigned char> row_active_;
  std::vector<double> root_;  // h^{1/2}

  std::vector<std::size_t> active_;  // rows in the factorisation, in order
  std::vector<double> dual_;         // their multipliers, for the unit rows
  std::vector<double> q_factor_;     // orthonormal vectors, one per active row, each of length n
  std::vector<double> r_factor_;     // upper triangular, column-major
  std::vector<double> y_;
  double y_norm_ = 0.0;
  std::vector<double> z_;  // part of the entering row orthogonal to the active rows
  std::vector<double> s_;  // its coordinates on q_factor_
  std::vector<double> r_;  // its coordinates on the active rows
  double z_norm_ = 0.0;
  std::vector<double> multipliers_;
};

}  // namespace mirador
