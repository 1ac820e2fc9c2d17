#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace mirador {

/// The parts of an assumption that are tested.
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
/// for each value of Assumed a nonnegative martingale M that starts at 1 if this holds, so that M
/// ever reaches 1/α with probability at most α (proved, docs/theory.md). For n residuals, Q = Σ z²:
///   - spread: likelihood ratio of precision g to precision 1, averaged over g ~ Gamma(a, a),
///     a = 2:
///     M = a^a Γ(a + n/2) e^{Q/2} / (Γ(a) (a + Q/2)^{a + n/2}).
///   - law: likelihood ratio of another law that starts at time s, averaged over s with weights
///     1/(s(s+1)). The laws, each with weight 1/3: one residual in 20 has three times the spread;
///     Gumbel's law; its mirror image.
///   - drift: z_k has mean θ w_k, θ ~ N(0, 1/κ): M = √(κ/(κ+V)) e^{S²/(2(V+κ))}, S = Σ w z,
///     V = Σ w². Two, each with weight 1/2: w_k = 1 (a step) with κ = 32, w_k = k (a trend) with
///     κ = 10⁴.
///   - autocorrelation: z_k has mean ρ z_{k-1}, ρ ~ N(0, 1/8): as drift, with w_k = z_{k-1}.
/// Not tested: tails lighter than normal, a spread that changes while its mean square stays 1,
/// dependence at lags above 1 only. O(1) memory, about 100 ns per residual, does not allocate.
class ArmEvidence {
 public:
  void add(double z);

  /// log M, or a lower bound within log 2 where M is an average. For law, at least -log(n + 1).
  double log_evidence(Assumed assumed) const;

  double residuals() const { return n_; }
  /// Root mean square of the residuals; above 1 if the values spread too widely.
  double spread() const { return std::sqrt(squares_ / n_); }
  /// Positive if the values rise.
  double drift() const { return trend_.product + step_.product; }
  /// Approximate correlation of neighbouring residuals.
  double correlation() const { return lag_.product / lag_.weight; }
  /// The law that fits the residuals best.
  Shape shape() const;

 private:
  /// A regression of z on w: Σ w z and Σ w².
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
  /// log(Γ(a + n/2) / Γ(a)) for n, and for n - 1.
  std::array<double, 2> log_rising_ = {0.0, 0.0};
  std::array<double, 3> laws_ = {0.0, 0.0, 0.0};
  Regression step_, trend_, lag_;
  double last_ = 0.0;
};

}  // namespace mirador
