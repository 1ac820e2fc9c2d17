#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "mirador/core/arm.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

/// The measurements of an arm so far, as next_residual needs them.
struct Past {
  double pulls = 0.0;
  double sum = 0.0;
  double mean = 0.0;
  double squares = 0.0;  ///< Σ (x - mean)²

  void add(double x) {
    pulls += 1.0;
    sum += x;
    const double step = x - mean;
    mean += step / pulls;
    squares += step * (x - mean);
  }
};

/// Two uniforms per measurement of an arm, used to make discrete values continuous. They are a pure
/// function of the seed, so that a log replays. Their replication number is not used by any
/// simulation, so they are independent of simulated measurements.
class Dither {
 public:
  Dither(std::uint64_t seed, Arm arm, double pull) : seed_(seed), arm_(arm), pull_(pull) {}

  std::array<double, 2> pair() const {
    constexpr std::uint64_t unused = (std::uint64_t{1} << 48) - 1;
    return detail::uniform_pair({seed_, unused}, detail::RandomUse::reward, arm_,
                                static_cast<std::uint64_t>(pull_));
  }

 private:
  std::uint64_t seed_;
  Arm arm_;
  double pull_;
};

/// Residuals lie in [-37, 37]. A standard normal variable is outside with probability 1e-299.
inline constexpr double largest_residual = 37.0;

/// The residual of the next measurement x of an arm, which is then added to `past`:
///   z_k = Φ⁻¹(F(x_k | sufficient statistic of x_1 .. x_k)),
/// where F(. | T) is the law of x_k given T under the family (O'Reilly and Quesenberry 1973). If
/// the measurements are independent and from one law of the family, the residuals of an arm are
/// independent and standard normal, whatever its mean (and variance, if unknown); proved in
/// docs/theory.md.
///   - gaussian: √((k-1)/k) (x_k - m_{k-1}) / σ
///   - normal: the same with the standard deviation of the earlier values as σ, by Student's law
///     with k-2 degrees of freedom
///   - exponential: by P(X > x_k | S_k) = (S_{k-1} / S_k)^(k-1)
///   - poisson: by Binomial(S_k, 1/k), made continuous by a uniform
///   - bernoulli: by P(x_k = 1 | S_k) = S_k / k, made continuous by a uniform
///   - bounded: as for a coin with P(1) = (x - lo) / (hi - lo) in place of x; assumes only that
///     measurements are independent and have the same mean
/// No residual for the first measurement (normal: the first two), nor where the family's law gives
/// none: a 0 of an exponential arm, and any value of a normal arm whose earlier values are all
/// equal. Absolute error below 1e-7 for residuals up to 6. Costs 10 to 100 ns; poisson up to 1 µs
/// for means of at least 30; normal about 1 µs for the first 30 measurements.
std::optional<double> next_residual(const Gaussian& family, Past& past, double x, const Dither&);
std::optional<double> next_residual(const Normal& family, Past& past, double x, const Dither&);
std::optional<double> next_residual(const Exponential& family, Past& past, double x, const Dither&);
std::optional<double> next_residual(const Poisson& family, Past& past, double x, const Dither&);
std::optional<double> next_residual(const Bernoulli& family, Past& past, double x, const Dither&);
std::optional<double> next_residual(const Bounded& family, Past& past, double x, const Dither&);

/// Φ⁻¹(F(t)) for Student's law F with an integer number of degrees of freedom: from its tails below
/// 30 degrees, by Hill's expansion (1970, Algorithm 395) from 30 on.
double normal_score_of_student(double t, double freedom);

}  // namespace mirador
