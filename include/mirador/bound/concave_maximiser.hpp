#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "mirador/core/quadratic_program.hpp"

namespace mirador {

/// Non-owning reference to a callable `double(std::span<const double> w, std::span<double> g)`,
/// which returns F(w) and writes into g (every entry) a sub-gradient: g >= 0, g·w = F(w) and F(w')
/// <= g·w' for all w' >= 0. It must not outlive the callable.
class ConcaveOracle {
 public:
  template <class Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, ConcaveOracle> &&
           std::is_invocable_r_v<double, Callable&, std::span<const double>, std::span<double>>)
      // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload): adaptor
      ConcaveOracle(Callable&& callable)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, std::span<const double> w, std::span<double> g) -> double {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(w, g);
        }) {}

  double operator()(std::span<const double> w, std::span<double> gradient) const {
    return call_(object_, w, gradient);
  }

 private:
  void* object_;
  double (*call_)(void*, std::span<const double>, std::span<double>);
};

/// When ConcaveMaximiser stops: at this relative gap (at least 1e-14, because smaller gaps are
/// rounding) or after this many oracle calls.
struct MaximiserOptions {
  double relative_gap = 1e-9;
  std::size_t max_calls = 5000;
};

/// The proved bounds: lower <= max F <= upper. `lower` is F at the weights returned.
struct Maximum {
  double lower = 0.0;
  double upper = 0.0;
  std::size_t oracle_calls = 0;

  /// (upper − lower) / lower; 0 when both are 0, infinite when only lower is.
  double relative_gap() const;
};

/// Maximises a concave, 1-homogeneous, possibly non-smooth F over {w >= 0, Σ w = 1}.
///
/// Method: level bundle (Lemaréchal, Nemirovskii, Nesterov 1995). The cuts g_k bound F from above;
/// the next point is the projection of the best one w* onto {g_k·w >= level} of the simplex, in the
/// metric Σ_a (w_a − w*_a)² / w*_a, with the level between the two bounds. The level starts close
/// to the lower bound and its distance grows tenfold with each success, so that the search does not
/// leave a good start for points with uninformative cuts. Certificate: for any convex combination q
/// of the cuts, max F <= max_a Σ_k q_k g_{k,a}; the multipliers of the projection (or its Farkas
/// certificate if the level is infeasible) supply q, and the bound holds whatever their accuracy.
///
/// Supported: 1 to a few hundred weights, F identically 0, gradients unbounded at the border
/// (points are evaluated slightly inside). Not supported: oracles whose cuts are not global, or
/// that return NaN (the search stops there and returns the bounds proved so far).
///
/// Cost per call: `oracle_calls` evaluations, and about as many QuadraticProgram solves with K
/// variables and at most 4K + 20 rows besides the K signs. The object owns its buffers: calls with
/// sizes already seen do not allocate. Not thread-safe; use one object per thread.
class ConcaveMaximiser {
 public:
  /// `w` holds the start on entry (any non-negative weights; uniform is used if their sum is not
  /// positive and finite) and the best weights found on return.
  /// Throws std::invalid_argument when w is empty.
  Maximum maximise(ConcaveOracle oracle, std::span<double> w, const MaximiserOptions& options = {});

 private:
  enum class Move { evaluate, finished };

  void start(std::span<const double> w);
  bool evaluate(ConcaveOracle oracle);
  Move next_point(double target_gap);
  double choose_level(double fraction) const;
  QpStatus project(double level);
  void bound_from_multipliers();
  void step_inside();
  void forget_idle_cut();
  bool reached(double target_gap) const;
  bool stagnates();

  QuadraticProgram program_;
  std::size_t size_ = 0;  // K
  std::size_t calls_ = 0;
  double lower_ = 0.0;
  double upper_ = 0.0;
  double level_ = 0.0;        // level asked of the point being evaluated
  double reach_ = 0.0;        // relative gain over `lower_` that a step may ask for
  double watched_gap_ = 0.0;  // gap after call number watched_call_, to detect stagnation
  std::size_t watched_call_ = 0;
  std::vector<double> best_;
  std::vector<double> point_;
  std::vector<double> mixture_;  // Σ_k q_k g_k
  std::vector<double> curvature_;
  // Rows of the projection: the simplex first (1 equality, K signs), then one row per cut.
  std::vector<double> rows_;
  std::vector<double> bounds_;
  std::vector<std::size_t> idle_;  // per cut, projections since its multiplier was last positive
};

}  // namespace mirador
