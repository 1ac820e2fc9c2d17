#include "mirador/stopping/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "mirador/mirador.hpp"
#include "standings.hpp"

namespace mirador::testing_support {
namespace {

/// Every arm measured `pulls` times, with exactly these means.
template <Problem P>
Standing<P> standing_at(const P& problem, const Vector& means, double pulls) {
  return {problem, ArmStats(Vector(means.size(), pulls), means, Vector(means.size(), 1.0))};
}

void expect_no_longer(const Forecast& one, const Forecast& other) {
  EXPECT_LE(one.low, other.low);
  EXPECT_LE(one.middle, other.middle);
  EXPECT_LE(one.high, other.high);
}

TEST(IndependentForecast, FallsToZeroAsTheGapWidens) {
  const BestArm problem(Gaussian(1.0), 3);
  const MixtureStopping rule;
  for (const Allocation allocation :
       {Allocation::optimal, Allocation::equal, Allocation::as_before}) {
    Forecast before{infinity, infinity, infinity};
    for (const double gap : {0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 2.0}) {
      const auto standing = standing_at(problem, {gap, 0.0, -0.1}, 30);
      const Forecast forecast = forecast_of(rule, standing, 1e-3, allocation);
      EXPECT_EQ(forecast, forecast_of(rule, standing, 1e-3, allocation));  // deterministic
      EXPECT_LE(forecast.low, forecast.middle);
      EXPECT_LE(forecast.middle, forecast.high);
      expect_no_longer(forecast, before);
      before = forecast;
      EXPECT_EQ(std::isinf(forecast.high), gap < 0.3) << gap << " " << forecast.high;
      EXPECT_EQ(forecast.low > 0.0, gap < 1.0) << gap << " " << forecast.low;
    }
    EXPECT_EQ(before, Forecast{});
  }
}

TEST(IndependentForecast, IsLongerForASmallerRisk) {
  const BestArm problem(Bernoulli(), 3);
  const MixtureStopping rule;
  const auto standing = standing_at(problem, {0.7, 0.5, 0.3}, 40);
  Forecast before{};
  for (const double delta : {0.1, 1e-2, 1e-4, 1e-8}) {
    const Forecast forecast = forecast_of(rule, standing, delta, Allocation::optimal);
    expect_no_longer(before, forecast);
    before = forecast;
  }
  EXPECT_GT(before.low, 50.0);
}

/// With many measurements the means hardly move: the range closes in on the time of the bound.
TEST(IndependentForecast, IsNarrowWhereTheMeansAreKnown) {
  const BestArm problem(Gaussian(1.0), 2);
  const HeuristicStopping rule;
  const auto standing = standing_at(problem, {0.4, 0.0}, 2000);
  const Forecast forecast = forecast_of(rule, standing, 1e-200, Allocation::optimal);
  const double total = 8.0 / 0.16 * rule.required(standing, 1e-200);  // T* = 8 / gap²
  EXPECT_NEAR(4000.0 + forecast.middle, total, 0.05 * total);
  EXPECT_GT(forecast.low, 0.5 * forecast.middle);
  EXPECT_LT(forecast.high, 2.0 * forecast.middle);
}

TEST(IndependentForecast, KnowsWhatTheRuleWillMeasure) {
  // One rival of 20 is close, so equal proportions waste most measurements.
  const BestArm problem(Gaussian(1.0), 20);
  Vector means(20, -3.0);
  means[0] = 0.4, means[1] = 0.0;
  const auto standing = standing_at(problem, means, 40);
  const MixtureStopping rule;
  const double optimal = forecast_of(rule, standing, 1e-6, Allocation::optimal).middle;
  const double equal = forecast_of(rule, standing, 1e-6, Allocation::equal).middle;
  EXPECT_GT(equal, 4.0 * optimal);
  EXPECT_EQ(equal, forecast_of(rule, standing, 1e-6, Allocation::as_before).middle);
}

TEST(IndependentForecast, AMarginAndGoodEnoughEndATie) {
  const MixtureStopping rule;
  const Vector tie = {0.0, 0.0};
  const BestArm plain(Gaussian(1.0), 2);
  EXPECT_EQ(forecast_of(rule, standing_at(plain, tie, 200), 0.05, Allocation::optimal).high,
            infinity);
  for (const Ranking ranking : {Ranking(Direction::highest, 0.5), {Direction::highest, 0.0, 0.5}}) {
    const BestArm problem(Gaussian(1.0), 2, ranking);
    const Forecast forecast =
        forecast_of(rule, standing_at(problem, tie, 40), 1e-4, Allocation::optimal);
    EXPECT_GT(forecast.low, 0.0);
    EXPECT_LT(forecast.high, 5000.0);
  }
}

TEST(IndependentForecast, NothingCanBeSaidBeforeEveryArmWasMeasured) {
  const BestArm problem(Gaussian(1.0), 2);
  Standing standing(problem);
  standing.add(0, 1.0);
  EXPECT_EQ(forecast_of(MixtureStopping(), standing, 0.05, Allocation::optimal), no_forecast);
}

/// Whatever the data are, in every family and with every stopping rule.
TEST(IndependentForecast, HoldsUpAtTheEndsOfTheRange) {
  const auto expect_sound = [](const auto& problem, const Vector& means) {
    for (const double pulls : {2.0, 50.0, 1e6}) {
      const Standing standing(
          problem, ArmStats(Vector(means.size(), pulls), means, Vector(means.size(), 0.0)));
      for (const auto name : stopping_names()) {
        const AnyStopping rule = make_stopping(parse_stopping(name));
        const Forecast forecast = forecast_of(rule, standing, 0.05, Allocation::optimal);
        EXPECT_GE(forecast.low, 0.0) << name;
        EXPECT_LE(forecast.low, forecast.middle) << name;
        EXPECT_LE(forecast.middle, forecast.high) << name;
      }
    }
  };
  for (const Vector& means : {Vector{0.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}, {1.0, 0.5}}) {
    expect_sound(BestArm(Bernoulli(), 2), means);
    expect_sound(BestArm(Bounded(0.0, 1.0), 2), means);
    expect_sound(BestArm(Poisson(), 2), means);
    expect_sound(BestArm(Normal(), 2), means);
  }
  expect_sound(BestArm(Exponential(), 2), {1e-6, 2e-6});
  expect_sound(BestArm(Gaussian(1.0), 2), {1e100, -1e100});
}

}  // namespace
}  // namespace mirador::testing_support
