#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "mirador/family/gaussian.hpp"
#include "mirador/problem/problem.hpp"

/// The two answers of `Hyperbola`.
enum class Region : std::size_t { box = 0, above_hyperbola = 1 };

/// A user-defined problem as a C++ type: the counterexample of Ménard 2019 (appendix), whose
/// gradients are unbounded. Two Gaussian arms, two answers,
///   S_1 = {|x| < 1/4, |y| < 1/4},   S_2 = {x > 0, y > 1/x}.
/// D_1 clamps the means to the box. D_2 projects them onto the border (x, 1/x), where
///   w_1 x⁴ - w_1 m_1 x³ + w_2 m_2 x - w_2 = 0
/// has one positive root for m outside S_2. At m = (0,0): F(w) = √(w_1 w_2)/σ², so that the
/// gradient grows without bound as a weight vanishes, and T* = 2σ² at w* = (½,½).
/// `rival` is the number of the other answer. A few Newton steps per call. Weights below 1e-20 of
/// the largest are raised to that, because the minimiser diverges as they vanish. Gaussian arms
/// only, and exactly two.
class Hyperbola {
 public:
  using FamilyType = mirador::Gaussian;
  using Answer = Region;
  using Scratch = mirador::NoScratch;

  explicit Hyperbola(mirador::Gaussian family = mirador::Gaussian(1.0)) : family_(family) {}

  const mirador::Gaussian& family() const { return family_; }
  std::size_t arms() const { return 2; }

  /// For equal distances (a tie) the answer is the box.
  void candidate(mirador::Point at, Answer& answer, Scratch&) const {
    double lambda[2];
    const double to_box = distance(Region::box, at, lambda);
    answer = to_box <= distance(Region::above_hyperbola, at, lambda) ? Region::box
                                                                     : Region::above_hyperbola;
  }

  mirador::Projection project(Answer candidate, mirador::Point at, std::span<double> lambda,
                              Scratch&) const {
    const Region rival = candidate == Region::box ? Region::above_hyperbola : Region::box;
    return {distance(rival, at, lambda), static_cast<std::size_t>(rival)};
  }

  bool contains(Answer answer, std::span<const double> means) const {
    if (answer == Region::box) return std::abs(means[0]) < 0.25 && std::abs(means[1]) < 0.25;
    return means[0] > 0.0 && means[1] > 1.0 / means[0];
  }

 private:
  double distance(Region region, mirador::Point at, std::span<double> lambda) const {
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    if (region == Region::box) {
      for (double& mean : lambda) mean = std::clamp(mean, -0.25, 0.25);
    } else if (!contains(region, at.means)) {
      lambda[0] = border_point(at);
      lambda[1] = 1.0 / lambda[0];
    }
    return at.weights[0] * family_.divergence(at.means[0], lambda[0]) +
           at.weights[1] * family_.divergence(at.means[1], lambda[1]);
  }

  /// The x of the closest border point: Newton's method, with bisection if it leaves the bracket.
  static double border_point(mirador::Point at) {
    const double floor = 1e-20 * std::max(at.weights[0], at.weights[1]);
    const double w1 = floor > 0.0 ? std::max(at.weights[0], floor) : 1.0;
    const double w2 = floor > 0.0 ? std::max(at.weights[1], floor) : 1.0;
    const double m1 = at.means[0], m2 = at.means[1];
    const auto slope = [&](double x) { return ((w1 * (x - m1) * x * x) + w2 * m2) * x - w2; };
    double x = std::sqrt(std::sqrt(w2 / w1)), low = x, high = x;
    while (slope(low) > 0.0) low *= 0.5;
    while (slope(high) < 0.0) high *= 2.0;
    for (int step = 0; step < 200; ++step) {
      const double value = slope(x);
      (value > 0.0 ? high : low) = x;
      const double newton = x - value / (w1 * (4.0 * x - 3.0 * m1) * x * x + w2 * m2);
      const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
      if (std::abs(next - x) <= 1e-15 * x) return next;
      x = next;
    }
    return x;
  }

  mirador::Gaussian family_;
};

static_assert(mirador::Problem<Hyperbola>);
