#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "mirador/core/infinity.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/stopping/term_reach.hpp"

namespace mirador {
namespace {

constexpr double one_scale[] = {4.0};

TEST(GaussianMixture, MatchesItsFormula) {
  const Gaussian family(2.0);
  for (const double mean : {-9.0, -1.0, 0.3, 0.5, 0.9, 12.0}) {
    const double n = 25.0, z = n * (mean - 0.5) / 2.0 / std::sqrt(n + 4.0);
    const double two_sided = 0.5 * std::log(4.0 / (4.0 + n)) + 0.5 * z * z;
    const ArmData data = {n, n * mean};
    EXPECT_NEAR(family.log_mixture_above(data, 0.5, one_scale),
                two_sided + std::numbers::ln2 + log_normal_cdf(z), 1e-12);
    EXPECT_NEAR(family.log_mixture_below(data, 0.5, one_scale),
                two_sided + std::numbers::ln2 + log_normal_cdf(-z), 1e-12);
  }
}

TEST(GaussianMixture, RisesNoFasterThanItsReachSays) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> exponent(0.0, 14.0), deviation(-6.0, 8.0), rise(-7.0, 3.0);
  const Gaussian family(2.0);
  for (int i = 0; i < 20000; ++i) {
    const double n = std::round(std::exp(exponent(random))), up = std::exp(rise(random));
    const double sum = 2.0 * std::sqrt(n) * deviation(random);
    const double step = family.mixture_reach(n, sum, up);
    EXPECT_GT(step, 0.0);
    const double before = family.log_mixture_above({n, sum}, 0.0);
    const double after = family.log_mixture_above({n, sum + step}, 0.0);
    EXPECT_LE(after, before + up + 1e-9 * (1.0 + std::abs(before)));
    EXPECT_GE(after, before);
  }
}

TEST(GaussianMixture, StaysBelowTheBoundUsedToSkipIt) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> exponent(0.0, 16.0), distance(-3.0, 7.0);
  for (int i = 0; i < 20000; ++i) {
    const double n = std::round(std::exp(exponent(random))), q = std::exp(distance(random));
    if (q <= 0.5) continue;
    const double sum = std::sqrt(2.0 * q * n),
                 bound = std::numbers::ln2 + q - 0.5 - 0.5 * std::log(2.0 * q);
    EXPECT_LE(Gaussian().log_mixture_above({n, sum}, 0.0), bound + 1e-9) << n << ' ' << q;
    EXPECT_LE(Gaussian().log_mixture_below({n, -sum}, 0.0), bound + 1e-9) << n << ' ' << q;
    for (const double& scale : mixture_scales) {
      EXPECT_LE(Gaussian().log_mixture_above({n, sum}, 0.0, {&scale, 1}), bound + 1e-9);
    }
  }
}

TEST(GaussianMixture, IsFiniteOrTheLimitFarAway) {
  const Gaussian family;
  EXPECT_NEAR(family.log_mixture_above({1e7, 1e9}, 0.0), 5e10, 1e6);
  EXPECT_LT(family.log_mixture_above({1e7, -1e9}, 0.0), -10.0);
  EXPECT_GT(family.log_mixture_above({1e7, -1e9}, 0.0), -100.0);
  EXPECT_TRUE(std::isfinite(family.log_mixture_above({1.0, -1e200}, 0.0)));
  EXPECT_EQ(family.log_mixture_above({1.0, 1e200}, 0.0), infinity);
  EXPECT_EQ(family.log_mixture_above({3.0, 1.0}, -infinity), infinity);
  EXPECT_EQ(family.log_mixture_above({3.0, 1.0}, infinity), log_vanished);
  EXPECT_EQ(family.log_mixture_below({3.0, 1.0}, infinity), infinity);
}

TEST(BernoulliMixture, HasTheLimitsAtTheEnds) {
  const Bernoulli family;
  const ArmData mixed = {10.0, 3.0}, zeros = {10.0, 0.0}, ones = {10.0, 10.0};
  EXPECT_EQ(family.log_mixture_above(mixed, 0.0), infinity);
  EXPECT_EQ(family.log_mixture_above(zeros, 0.0), 0.0);
  EXPECT_EQ(family.log_mixture_above(mixed, 1.0), log_vanished);
  EXPECT_EQ(family.log_mixture_above(ones, 1.0), 0.0);
  EXPECT_EQ(family.log_mixture_below(mixed, 1.0), infinity);
  EXPECT_EQ(family.log_mixture_below(ones, 1.0), 0.0);
  EXPECT_EQ(family.log_mixture_below(mixed, 0.0), log_vanished);
  // These values are approached as limits.
  EXPECT_GT(family.log_mixture_above(mixed, 1e-200), 1000.0);
  EXPECT_GT(family.log_mixture_above(zeros, 1e-300), -0.1);
  EXPECT_LT(family.log_mixture_above(mixed, 1.0 - 1e-15), -25.0);
  EXPECT_LT(family.log_mixture_below(mixed, 1e-300), -600.0);
}

TEST(BernoulliMixture, IsFiniteForEveryNullBetweenTheEnds) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double theta : {tiny, 1e-310, 1e-100, 1e-16, 0.01, 0.5, 1.0 - 1e-16}) {
    for (const double n : {1.0, 30.0, 1e7}) {
      for (const double s : {0.0, 1.0, 0.5 * n, n}) {
        for (const double& scale : mixture_scales) {
          const double above = Bernoulli().log_mixture_above({n, s}, theta, {&scale, 1});
          const double below = Bernoulli().log_mixture_below({n, s}, theta, {&scale, 1});
          EXPECT_TRUE(std::isfinite(above) && above > log_vanished)
              << theta << ' ' << n << ' ' << s;
          EXPECT_TRUE(std::isfinite(below) && below > log_vanished)
              << theta << ' ' << n << ' ' << s;
        }
      }
    }
  }
}

TEST(BoundedMixture, IsBernoullisAfterTheMap) {
  const Bounded family(-2.0, 6.0);
  for (const double s : {0.0, 0.25, 3.0, 7.6, 11.0}) {
    const ArmData data = {11.0, -2.0 * 11.0 + 8.0 * s}, mapped = {11.0, s};
    for (const double p : {0.05, 0.4, 0.93}) {
      const double theta = -2.0 + 8.0 * p;
      EXPECT_NEAR(family.log_mixture_above(data, theta), Bernoulli().log_mixture_above(mapped, p),
                  1e-9);
      EXPECT_NEAR(family.log_mixture_below(data, theta), Bernoulli().log_mixture_below(mapped, p),
                  1e-9);
    }
    EXPECT_NEAR(family.log_regret(data), Bernoulli().log_regret(mapped), 1e-12);
  }
}

TEST(BoundedMixture, ForgivesSumsThatRoundingCarriedTooFar) {
  const Bounded family(0.1, 0.7);
  double sum = 0.0;
  for (int i = 0; i < 1000; ++i) sum += 0.7;
  EXPECT_TRUE(std::isfinite(family.log_mixture_above({1000.0, sum * (1.0 + 1e-14)}, 0.6)));
  EXPECT_TRUE(std::isfinite(family.log_mixture_below({1000.0, sum * (1.0 + 1e-14)}, 0.6)));
  EXPECT_GE(family.log_regret({1000.0, sum * (1.0 + 1e-14)}), 0.0);
}

TEST(PoissonMixture, HasTheLimitsAtTheEnds) {
  const Poisson family;
  EXPECT_EQ(family.log_mixture_above({5.0, 3.0}, 0.0), infinity);
  EXPECT_EQ(family.log_mixture_above({5.0, 0.0}, 0.0), 0.0);
  EXPECT_EQ(family.log_mixture_below({5.0, 3.0}, 0.0), log_vanished);
  EXPECT_EQ(family.log_mixture_below({5.0, 0.0}, 0.0), 0.0);
  EXPECT_EQ(family.log_mixture_below({5.0, 3.0}, infinity), infinity);
  EXPECT_EQ(family.log_mixture_above({5.0, 3.0}, infinity), log_vanished);
  for (const double theta : {5e-324, 1e-300, 1e-12, 1e12, 1e200}) {
    for (const double s : {0.0, 2.0, 1e9}) {
      EXPECT_TRUE(std::isfinite(family.log_mixture_above({5.0, s}, theta))) << theta << ' ' << s;
      EXPECT_TRUE(std::isfinite(family.log_mixture_below({5.0, s}, theta))) << theta << ' ' << s;
    }
  }
}

TEST(ExponentialMixture, DependsOnTheRatioAlone) {
  const Exponential family;
  for (const double sum : {1e-9, 3.0, 40.0, 4e5}) {
    for (const double unit : {1e-250, 1e-3, 7.0, 1e250}) {
      EXPECT_NEAR(family.log_mixture_above({12.0, sum * unit}, 2.0 * unit),
                  family.log_mixture_above({12.0, sum}, 2.0), 1e-10 + 1e-15 * sum);
      EXPECT_NEAR(family.log_mixture_below({12.0, sum * unit}, 2.0 * unit),
                  family.log_mixture_below({12.0, sum}, 2.0), 1e-10 + 1e-15 * sum);
    }
  }
}

TEST(ExponentialMixture, HasTheLimitsAtTheEnds) {
  const Exponential family;
  EXPECT_EQ(family.log_mixture_above({5.0, 3.0}, 0.0), infinity);
  EXPECT_EQ(family.log_mixture_below({5.0, 3.0}, 0.0), log_vanished);
  EXPECT_TRUE(std::isfinite(family.log_mixture_above({5.0, 0.0}, 0.0)));
  EXPECT_TRUE(std::isfinite(family.log_mixture_below({5.0, 0.0}, 2.0)));
  EXPECT_TRUE(std::isfinite(family.log_mixture_below({5.0, 3.0}, infinity)));
}

/// If the mean is on the other side of the null a mixture is at most 1, and until the sum reaches
/// the null it stays below every cap for which its reach was computed.
template <class F>
void expect_at_most_one_before_the_null(const F& family, double lowest, double highest) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> unit(0.0, 1.0), exponent(0.0, 9.0);
  const auto term = [&](double pulls, double sum, double null) {
    return mixed_with_one(family.log_mixture_above({pulls, sum}, null), share_of_one);
  };
  for (int i = 0; i < 3000; ++i) {
    const double null = lowest + (highest - lowest) * unit(random);
    const double pulls = std::round(std::exp(exponent(random)));
    const double sum = pulls * null * unit(random), now = term(pulls, sum, null);
    EXPECT_LE(now, 1e-9) << pulls << ' ' << sum << ' ' << null;
    const double cap = now * unit(random);
    if (!(cap < 0.0)) continue;
    const double step = reach_before_null(pulls * null - sum, {now, cap});
    EXPECT_GE(step, 0.0);
    EXPECT_LE(term(pulls, sum + step, null), cap + 1e-9) << pulls << ' ' << sum << ' ' << null;
    const double above =
        pulls * (null + (family.highest_mean() < 2.0 ? 1.0 - null : 1.0) * unit(random));
    EXPECT_LE(family.log_mixture_below({pulls, above}, null), 1e-9) << pulls << ' ' << above;
  }
}

TEST(Mixture, IsAtMostOneBeforeTheNull) {
  expect_at_most_one_before_the_null(Bernoulli(), 0.001, 0.999);
  expect_at_most_one_before_the_null(Bounded(0.0, 1.0), 0.001, 0.999);
  expect_at_most_one_before_the_null(Poisson(), 0.01, 20.0);
  expect_at_most_one_before_the_null(Exponential(), 0.01, 20.0);
}

/// For three points of a convex function the middle one lies below the chord; here by at least the
/// bend's tolerance. `straight` is the coordinate, `place(u)` a null mean for u in (0, 1).
template <class F, class Bend, class Straight, class Place>
void expect_convex_but_for_bends(const F& family, Bend&& bend, Straight&& straight, Place&& place) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  double largest = 0.0;
  for (int trial = 0; trial < 4000; ++trial) {
    const double pulls = std::round(std::exp(9.0 * unit(random)));
    const ArmData data = {pulls, std::round(pulls * place(unit(random)))};
    const double from = place(unit(random)), width = unit(random) * (place(unit(random)) - from);
    const double x = std::min(from, from + width), z = std::max(from, from + width);
    const double y = x + unit(random) * (z - x);
    const double share = (straight(z) - straight(y)) / (straight(z) - straight(x));
    for (const bool above : {true, false}) {
      const auto m = [&](double null) {
        const double log_m =
            above ? family.log_mixture_above(data, null) : family.log_mixture_below(data, null);
        return mixed_with_one(log_m, 0.01);
      };
      const double chord = share * m(x) + (1.0 - share) * m(z);
      const double allowed = bend(above, Interval{x, z});
      EXPECT_LE(m(y), chord + allowed + 1e-9 * (1.0 + std::abs(chord)))
          << above << " " << data.pulls << " " << data.sum << " " << x << " " << y << " " << z;
      largest = std::max(largest, m(y) - chord);
    }
  }
  // Without bends this would be false, for every family except exponential.
  EXPECT_TRUE((std::same_as<F, Exponential>) || largest > 1e-3) << largest;
}

template <class F, class Place>
void expect_convex_but_for_its_bends(const F& family, Place&& place) {
  const auto bend = [&](bool above, Interval nulls) {
    return above ? family.mixture_bend_above(nulls) : family.mixture_bend_below(nulls);
  };
  expect_convex_but_for_bends(
      family, bend, [](double theta) { return theta; }, place);
}

TEST(MixtureBend, TermsAreConvexButForIt) {
  expect_convex_but_for_its_bends(Bernoulli(), [](double u) { return 0.001 + 0.998 * u; });
  expect_convex_but_for_its_bends(Bounded(0.0, 5.0), [](double u) { return 0.01 + 4.98 * u; });
  expect_convex_but_for_its_bends(Poisson(), [](double u) { return std::exp(9.0 * u - 5.0); });
  expect_convex_but_for_bends(
      Exponential(), [](bool, Interval) { return 0.0; }, [](double theta) { return 1.0 / theta; },
      [](double u) { return std::exp(9.0 * u - 4.0); });
}

}  // namespace
}  // namespace mirador
