#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace mirador {

/// What of an assumption the data may contradict.
enum class Assumed { spread, law, drift, autocorrelation };
inline constexpr std::size_t assumptions = 4;

constexpr std::string_view to_string(Assumed assumed) {
  switch (assumed) {
    case Assumed::spread:
      return "spread";
    case Assumed::law:
      return "law";
    case Assumed::drift:
      return "drift";
    case Assumed::autocorrelation:
      return "autocorrelation";
  }
  return "law";
}

/// How residuals may differ from a normal law.
enum class Shape { outliers, upper_tail, lower_tail };

/// The evidence of the residuals z_1, z_2, ... of an arm against "independent and standard normal":
/// for each of Assumed a nonnegative martingale M that starts at 1 under it, so that M ever reaches
/// 1/α with probability α at most (proved, docs/theory.md). n residuals so far, Q = Σ z².
///   spread           likelihood ratio of the precision g to 1, averaged over g ~ Gamma(a, a), a =
///   2:
///                    a^a Γ(a + n/2) e^{Q/2} / (Γ(a) (a + Q/2)^{a + n/2})
///   law              likelihood ratio of another law, which begins at a time s that is averaged
///   over
///                    with weights 1/(s(s+1)): three times the spread for one residual in twenty,
///                    Gumbel's law and its mirror image, each a third
///   drift            mean θ w_k of z_k, θ ~ N(0, 1/κ): √(κ/(κ+V)) e^{S²/(2(V+κ))}, S = Σ w z and
///                    V = Σ w²; w_k = 1 (a step) with κ = 32, w_k = k (a trend) with κ = 10⁴, half
///                    each
///   autocorrelation  mean ρ z_{k-1} of z_k, ρ ~ N(0, 1/8): the same with w_k = z_{k-1}
/// Not watched: tails that are lighter than normal ones, a spread that changes with a mean square
/// of one, dependence over larger lags alone. O(1) memory, about 100 ns a residual, no allocation.
class ArmEvidence {
 public:
  void add(double z);

  /// log M, a lower bound of it within log 2 where M is an average. Of law, at least -log(n + 1).
  double log_evidence(Assumed assumed) const;

  double residuals() const { return n_; }
  /// Root mean square of the residuals: above 1 for values that spread too widely.
  double spread() const { return std::sqrt(squares_ / n_); }
  /// Positive for values that rise.
  double drift() const { return trend_.product + step_.product; }
  /// The correlation of neighbours, about.
  double correlation() const { return lag_.product / lag_.weight; }
  /// The law that explains the residuals best.
  Shape shape() const;

 private:
  /// For regressions of z on w: Σ w z and Σ w².
  struct Regression {
    double product = 0.0, weight = 0.0;

    void add(double w, double z) {
      product += w * z;
      weight += w * w;
    }
    double log_evidence(double prior) const {
      return 0.5 * (product * product / (weight + prior) - std::log1p(weight / prior));
    }
  };

  double log_spread_evidence() const;
  double law_evidence() const;

  double n_ = 0.0;
  double squares_ = 0.0;
  /// log of Γ(a + n/2) / Γ(a) and of the same with n - 1.
  std::array<double, 2> log_rising_ = {0.0, 0.0};
  std::array<double, 3> laws_ = {0.0, 0.0, 0.0};
  Regression step_, trend_, lag_;
  double last_ = 0.0;
};

}  // namespace mirador
