#pragma once

#include <cmath>
#include <cstddef>

#include "mirador/bound/meeting.hpp"

namespace mirador {

/// Best arm with any one-parameter family and no margin, to machine precision. With w_i ∝ 1 and
/// w_a ∝ x_a the cost of rival a is f_a(x_a) of meeting.hpp, and at the optimum
///   f_a(x_a) = y for every rival,   Φ = Σ_a d(m_i, θ_a) / d(m_a, θ_a) = 1,   T* = (1 + Σx)/y.
/// y is set through the closest rival b, y = f_b(1/t), because f_b lies below every other f_a.
/// Φ(t)^(-1/2) rises with t and is nearly straight (for Gaussian arms t = ζ - 1, see
/// best_arm_weights.hpp). Newton's method in t inside a bracket; the x_a of the previous step start
/// the inner iterations. O(K) per step, two to four steps when warm-started. Supported: means at
/// the edge of the support. The gap grows if means agree to many digits, up to about 1e-8 if they
/// agree to eight.
/// Uses the caller's memory, so that the SIMD simulator can use it too.
template <class F>
class BestArmMeetings {
 public:
  /// `direction` is 1 if the highest mean is best and -1 if the lowest is.
  MIRADOR_HD BestArmMeetings(const F& family, std::size_t arms, double direction)
      : family_(&family), arms_(arms), direction_(direction) {}

  /// Writes w_a/w_i of every arm to `weights`, 1 for the candidate. The search starts at `t` and
  /// `x` (one number per arm) and stores its end there. Returns 1/T*, from above.
  MIRADOR_HD double solve(std::size_t candidate, const double* means, double& t, double* x,
                          double* weights) const {
    const Instance at{candidate, closest_rival(candidate, means), means};
    double ties = 0.0, upper = 0.0;
    for (std::size_t a = 0; a < arms_; ++a) ties += tied(at, a) ? 1.0 : 0.0;
    if (ties == 0.0) upper = find_root(at, t, x);
    for (std::size_t a = 0; a < arms_; ++a) {
      const double share = ties == 0.0 ? x[a] : (tied(at, a) ? 1.0 / std::sqrt(ties) : 0.0);
      weights[a] = a == candidate ? 1.0 : share;
    }
    return upper;
  }

 private:
  struct Instance {
    std::size_t candidate;
    std::size_t rival;  // the closest one
    const double* means;
  };
  /// Sums over the rivals.
  struct Sums {
    double ratio = 0.0;    // Φ
    double slope = 0.0;    // dΦ / dlog y
    double inverse = 0.0;  // Σ 1/d(m_a, θ_a)
  };

  MIRADOR_HD std::size_t closest_rival(std::size_t candidate, const double* means) const {
    std::size_t rival = candidate == 0 ? 1 : 0;
    for (std::size_t a = rival + 1; a < arms_; ++a) {
      if (a != candidate && direction_ * (means[a] - means[rival]) > 0.0) rival = a;
    }
    return rival;
  }

  MIRADOR_HD MeetingCost<F> meeting(const Instance& at, std::size_t a) const {
    return {*family_, at.means[at.candidate], at.means[a]};
  }
  MIRADOR_HD bool tied(const Instance& at, std::size_t a) const {
    if (a == at.candidate) return false;
    const bool worse = direction_ * (at.means[at.candidate] - at.means[a]) > 0.0;
    return !worse || !meeting(at, a).apart();
  }

  MIRADOR_HD double find_root(const Instance& at, double& t, double* x) const {
    double low = 0.0, high = HUGE_VAL, error_before = high, upper = 0.0;
    for (int step = 0; step < 100; ++step) {
      const Meeting closest = meeting(at, at.rival)(1.0 / t);
      // All rivals infinitely far (exponential arms whose measurements are all 0): any weights are
      // optimal.
      upper = closest.cost();
      if (std::isinf(upper)) break;
      const Sums sums = meet_all(at, closest, x);
      // The mixture of cuts with shares ∝ 1/d(m_a, θ_a) gives every rival the same payoff.
      upper = (sums.ratio > 1.0 ? sums.ratio : 1.0) / sums.inverse;
      const double error = std::fabs(sums.ratio - 1.0);
      // Convergence is quadratic: when it stops, rounding is reached.
      if (error <= 1e-13 || (error_before <= 1e-5 && error >= 0.5 * error_before)) break;
      error_before = error;
      (sums.ratio > 1.0 ? low : high) = t;
      const double slope = sums.slope * closest.second / (closest.cost() * t * t);
      const double next = t + 2.0 * sums.ratio * (std::sqrt(sums.ratio) - 1.0) / slope;
      t = next > low && next < high ? next : between_magnitudes(low, high);
    }
    return upper;
  }

  /// Gives every rival the cost of the closest one.
  MIRADOR_HD Sums meet_all(const Instance& at, const Meeting& closest, double* x) const {
    Sums sums;
    for (std::size_t a = 0; a < arms_; ++a) {
      if (a == at.candidate) continue;
      const bool same = at.means[a] == at.means[at.rival];
      const Meeting met = same ? closest : meeting(at, a).reaching(closest.cost(), x[a]);
      const double ratio = met.first / met.second;
      x[a] = met.x;
      sums.ratio += ratio;
      sums.slope += (ratio + met.x) * (ratio + met.x) * (met.curvature / met.second);
      sums.inverse += 1.0 / met.second;
    }
    return sums;
  }

  const F* family_;
  std::size_t arms_;
  double direction_;
};

}  // namespace mirador
