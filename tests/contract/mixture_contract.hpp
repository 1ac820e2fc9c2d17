#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "family_cases.hpp"
#include "log_integral.hpp"

/// Requirements on the mixtures M⁺, M⁻ and the regret of every one-parameter family;
/// family_cases.hpp lists the members of a case. All checks except the last hold for each scale
/// separately.
namespace mirador::testing_support {

template <class Case>
class MixtureContract : public testing::Test {
 protected:
  using Type = typename Case::Type;

  /// Rounding of the mixtures.
  static double slack(double log_value) { return 1e-10 + 1e-13 * std::abs(log_value); }

  /// A null mean and data near it or far from it.
  struct Draw {
    double theta;
    ArmData data;
  };
  static Draw draw(const Type& family, Random& random, double most_pulls) {
    const double theta = Case::mean(family, random);
    const double pulls = std::round(log_uniform(random, 1.0, most_pulls));
    const double spread =
        log_uniform(random, 0.1, 30.0) * std::sqrt(family.variance(theta) * pulls);
    const double sum = pulls * theta + spread * std::normal_distribution<double>()(random);
    return {theta, {pulls, Case::legal(family, pulls, sum)}};
  }

  /// Calls check(family, scale, random) `times` times for every parameter and every scale.
  template <class Check>
  static void for_scales(int times, Check&& check) {
    Random random(5);
    for (const Type& family : Case::all()) {
      for (const double& scale : mixture_scales) {
        for (int trial = 0; trial < times; ++trial) {
          check(family, std::span<const double>(&scale, 1), random);
          if (testing::Test::HasFailure()) return;  // one report is enough
        }
      }
    }
  }
};
TYPED_TEST_SUITE_P(MixtureContract);

TYPED_TEST_P(MixtureContract, AgreesWithTheDefiningIntegral) {
  this->for_scales(12, [this](const auto& family, std::span<const double> scale, Random& random) {
    const auto drawn = this->draw(family, random, 1e7);
    const double theta = drawn.theta;
    const ArmData data = drawn.data;
    for (const Real side : {1.0L, -1.0L}) {
      const auto prior = [&](Real t) {
        return TypeParam::log_prior(family, scale[0], theta, side * t);
      };
      const auto posterior = [&](Real t) {
        return prior(t) + TypeParam::log_likelihood_ratio(family, data, theta, side * t);
      };
      const double expected = log_integral(posterior) - log_integral(prior);
      const double value = side > 0.0L ? family.log_mixture_above(data, theta, scale)
                                       : family.log_mixture_below(data, theta, scale);
      EXPECT_NEAR(value, expected, 1e-9 + 1e-12 * std::abs(expected))
          << "scale " << scale[0] << " theta " << theta << " pulls " << data.pulls << " sum "
          << data.sum << " side " << static_cast<double>(side);
    }
  });
}

TYPED_TEST_P(MixtureContract, HasMeanOneAtTheTruth) {
  this->for_scales(3, [](const auto& family, std::span<const double> scale, Random& random) {
    const double theta = TypeParam::mean(family, random);
    for (const double n : {1.0, 2.0, 5.0}) {
      const double above = TypeParam::expectation(family, theta, n, [&](double sum) {
        return family.log_mixture_above({n, sum}, theta, scale);
      });
      const double below = TypeParam::expectation(family, theta, n, [&](double sum) {
        return family.log_mixture_below({n, sum}, theta, scale);
      });
      EXPECT_LE(above, 1.0 + 1e-7) << "scale " << scale[0] << " theta " << theta << " n " << n;
      EXPECT_LE(below, 1.0 + 1e-7) << "scale " << scale[0] << " theta " << theta << " n " << n;
      if (TypeParam::martingale) {
        EXPECT_GE(above, 1.0 - 1e-7) << "scale " << scale[0] << " theta " << theta << " n " << n;
        EXPECT_GE(below, 1.0 - 1e-7) << "scale " << scale[0] << " theta " << theta << " n " << n;
      }
    }
  });
}

// The lemma on which the proofs for pairs of arms are based.
TYPED_TEST_P(MixtureContract, AboveFallsAndBelowRisesWithTheNull) {
  this->for_scales(
      20000, [this](const auto& family, std::span<const double> scale, Random& random) {
        const auto [theta, data] = this->draw(family, random, 1e5);
        // Another null: near, far, or at a relative distance down to 1e-6.
        const double other = TypeParam::mean(family, random);
        const double next = theta + (other - theta) * log_uniform(random, 1e-6, 1.0);
        const double low = std::min(theta, next), high = std::max(theta, next);
        const double above_low = family.log_mixture_above(data, low, scale);
        const double below_high = family.log_mixture_below(data, high, scale);
        EXPECT_LE(family.log_mixture_above(data, high, scale), above_low + this->slack(above_low))
            << "scale " << scale[0] << " from " << low << " to " << high << " pulls " << data.pulls
            << " sum " << data.sum;
        EXPECT_LE(family.log_mixture_below(data, low, scale), below_high + this->slack(below_high))
            << "scale " << scale[0] << " from " << high << " to " << low << " pulls " << data.pulls
            << " sum " << data.sum;
      });
}

// The same on a dense grid of nulls, with all points where the computation changes its method.
TYPED_TEST_P(MixtureContract, AboveFallsAndBelowRisesAlongAGrid) {
  this->for_scales(6, [this](const auto& family, std::span<const double> scale, Random& random) {
    const auto [start, data] = this->draw(family, random, 1e4);
    const double end = TypeParam::mean(family, random);
    const double from = std::min(start, end), step = std::abs(end - start) / 500.0;
    double above = std::numeric_limits<double>::infinity();
    double below = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < 500; ++k) {
      const double theta = from + k * step;
      const double next_above = family.log_mixture_above(data, theta, scale);
      const double next_below = family.log_mixture_below(data, theta, scale);
      EXPECT_LE(next_above, above + this->slack(next_above)) << theta;
      EXPECT_GE(next_below, below - this->slack(next_below)) << theta;
      above = next_above;
      below = next_below;
    }
  });
}

TYPED_TEST_P(MixtureContract, AboveRisesAndBelowFallsWithTheSum) {
  this->for_scales(2000, [this](const auto& family, std::span<const double> scale, Random& random) {
    const auto [theta, data] = this->draw(family, random, 1e5);
    const double spread = std::sqrt(family.variance(theta) * data.pulls);
    const ArmData more = {
        data.pulls,
        TypeParam::legal(family, data.pulls, data.sum + spread * log_uniform(random, 1e-3, 10.0))};
    const double above = family.log_mixture_above(more, theta, scale);
    const double below = family.log_mixture_below(data, theta, scale);
    EXPECT_LE(family.log_mixture_above(data, theta, scale), above + this->slack(above));
    EXPECT_LE(family.log_mixture_below(more, theta, scale), below + this->slack(below));
  });
}

TYPED_TEST_P(MixtureContract, NeverExceedsTheLargestLikelihoodRatio) {
  this->for_scales(2000, [this](const auto& family, std::span<const double> scale, Random& random) {
    const auto [theta, data] = this->draw(family, random, 1e7);
    const double mean = data.sum / data.pulls;
    const double most = data.pulls * family.divergence(mean, theta);
    const double bound = most + this->slack(most);
    EXPECT_LE(family.log_mixture_above(data, theta, scale), mean > theta ? bound : 1e-10);
    EXPECT_LE(family.log_mixture_below(data, theta, scale), mean < theta ? bound : 1e-10);
  });
}

TYPED_TEST_P(MixtureContract, IsOneWithoutDataAndNeverUndefined) {
  this->for_scales(20, [this](const auto& family, std::span<const double> scale, Random& random) {
    const auto [theta, data] = this->draw(family, random, 1e7);
    EXPECT_EQ(family.log_mixture_above({0.0, 0.0}, theta, scale), 0.0);
    EXPECT_EQ(family.log_mixture_below({0.0, 0.0}, theta, scale), 0.0);
    EXPECT_TRUE(std::isfinite(family.log_mixture_above(data, theta, scale)));
    EXPECT_TRUE(std::isfinite(family.log_mixture_below(data, theta, scale)));
    for (const double end : {family.lowest_mean(), family.highest_mean()}) {
      const double above = family.log_mixture_above(data, end, scale);
      const double below = family.log_mixture_below(data, end, scale);
      EXPECT_FALSE(std::isnan(above + below)) << end << ' ' << data.pulls << ' ' << data.sum;
    }
  });
}

TYPED_TEST_P(MixtureContract, RegretIsThatOfAnEValue) {
  Random random(6);
  for (const auto& family : TypeParam::all()) {
    for (int trial = 0; trial < 8; ++trial) {
      const double theta = TypeParam::mean(family, random);
      for (const double n : {1.0, 4.0}) {
        const double mean = TypeParam::expectation(family, theta, n, [&](double sum) {
          const double regret = family.log_regret({n, sum});
          EXPECT_GE(regret, -1e-13);
          return n * family.divergence(sum / n, theta) - regret;
        });
        EXPECT_LE(mean, 1.0 + 1e-6) << theta << ' ' << n;
        EXPECT_TRUE(!TypeParam::marginal || mean > 1.0 - 1e-6) << theta << ' ' << n << ' ' << mean;
      }
    }
    EXPECT_EQ(family.log_regret({0.0, 0.0}), 0.0);
  }
}

TYPED_TEST_P(MixtureContract, TheUsualMixtureIsTheAverageOverTheScales) {
  Random random(7);
  for (const auto& family : TypeParam::all()) {
    for (int trial = 0; trial < 20; ++trial) {
      const auto [theta, data] = this->draw(family, random, 300.0);
      double above = 0.0, below = 0.0;
      for (const double& scale : mixture_scales) {
        const std::span<const double> one(&scale, 1);
        above += std::exp(family.log_mixture_above(data, theta, one));
        below += std::exp(family.log_mixture_below(data, theta, one));
      }
      if (!(std::isfinite(above) && std::isfinite(below))) continue;
      const double count = static_cast<double>(mixture_scales.size());
      EXPECT_NEAR(family.log_mixture_above(data, theta), std::log(above / count), 1e-10);
      EXPECT_NEAR(family.log_mixture_below(data, theta), std::log(below / count), 1e-10);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(MixtureContract, AgreesWithTheDefiningIntegral, HasMeanOneAtTheTruth,
                            AboveFallsAndBelowRisesWithTheNull, AboveFallsAndBelowRisesAlongAGrid,
                            AboveRisesAndBelowFallsWithTheSum,
                            NeverExceedsTheLargestLikelihoodRatio,
                            IsOneWithoutDataAndNeverUndefined, RegretIsThatOfAnEValue,
                            TheUsualMixtureIsTheAverageOverTheScales);

}  // namespace mirador::testing_support
