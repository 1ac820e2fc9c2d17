#pragma once

#include <cmath>
#include <concepts>
#include <span>

#include "mirador/core/arm_stats.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/stopping/roles_by_ratio.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// The generalised likelihood ratio (Chernoff) stopping rule: evidence = F(N, m) against a
/// threshold β(N, δ) with `level(problem, stats, delta)` and `guarantee(problem)`.
template <class Threshold>
class Glr {
 public:
  template <Problem P>
  double evidence(const Standing<P>& standing) const {
    return standing.closest().value();
  }
  template <Problem P>
  double required(const Standing<P>& standing, double delta) const {
    return threshold_.level(standing.problem(), standing.stats(), delta);
  }
  /// The evidence is F(N, m) itself.
  template <Problem P>
  double least_value(const Standing<P>& standing, double delta) const {
    return required(standing, delta);
  }
  template <Problem P>
  bool met(const Standing<P>& standing, double delta, Sentry&) const {
    return evidence(standing) >= required(standing, delta);
  }
  template <Problem P>
  void assign_roles(const Standing<P>& standing, double delta, Sentry&, std::span<Role> out) const {
    assign_roles_by_ratio(standing, required(standing, delta), out);
  }
  template <Problem P>
  Guarantee guarantee(const P& problem) const {
    return threshold_.guarantee(problem);
  }

 private:
  Threshold threshold_;
};

/// β = log((1 + log t)/δ), the threshold of the paper's experiments and of nearly all code. Nothing
/// is proved: under an exact tie it is almost surely crossed eventually.
struct HeuristicThreshold {
  template <Problem P>
  double level(const P&, const ArmStats& stats, double delta) const {
    return std::log((1.0 + std::log(static_cast<double>(stats.total()))) / delta);
  }
  template <Problem P>
  Guarantee guarantee(const P&) const {
    return {Status::heuristic, "log((1+log t)/delta) is not proved to keep the risk delta"};
  }
};

/// β = log(1/δ) + K log(4 log(1/δ) + 1) + 6 Σ log(log N_a + 3) + K C̃ (Ménard 2019, Prop. 1), from
/// a mixture with prior density C_b / (|λ| (|log|λ|| + 2)^(1+b)) on each mean shift, b = 1/2.
/// Proved for Gaussian arms and every problem; about 40 times larger than practical.
struct MenardThreshold {
  /// C_b = 1 / ∫ dλ / (|λ| (|log|λ|| + 2)^(1+b)): with u = log|λ| the integral is
  /// 4 ∫_0^∞ (u + 2)^-(1+b) du = 4 / (b 2^b).
  static double prior_constant(double b) { return b * std::exp2(b) / 4.0; }
  /// C̃ = 5 log(2C) with log C = 1 - 2 log C_½.
  static double constant() {
    return 5.0 * (std::log(2.0) + 1.0 - 2.0 * std::log(prior_constant(0.5)));
  }

  template <Problem P>
  double level(const P&, const ArmStats& stats, double delta) const {
    const double arms = static_cast<double>(stats.arms());
    const double log_risk = -std::log(delta);
    double growth = 0.0;
    for (const double pulls : stats.counts()) growth += std::log(std::log(pulls) + 3.0);
    return log_risk + arms * std::log(4.0 * log_risk + 1.0) + 6.0 * growth + arms * constant();
  }
  template <Problem P>
  Guarantee guarantee(const P&) const {
    if constexpr (std::same_as<typename P::FamilyType, Gaussian>) {
      return {Status::proved,
              "Menard 2019, Prop. 1: delta-correct for Gaussian arms of known sigma"};
    } else {
      return {Status::heuristic, "Menard's threshold is proved for Gaussian arms only"};
    }
  }
};

using HeuristicStopping = Glr<HeuristicThreshold>;
using MenardStopping = Glr<MenardThreshold>;

}  // namespace mirador
