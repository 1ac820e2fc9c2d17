#include "mirador/stopping/outlook.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "martingales.hpp"
#include "mirador/mirador.hpp"
#include "play.hpp"
#include "standings.hpp"

namespace mirador::testing_support {
namespace {

template <Problem P>
Standing<P> standing_with(const P& problem, const Vector& means, int pulls, std::uint64_t seed) {
  Standing standing(problem);
  simulate_into(standing, {means}, std::vector<int>(means.size(), pulls), seed);
  return standing;
}

TEST(SmallestRisk, IsTheEvidenceWithItsUnionFactor) {
  const Gaussian family(1.0);
  const MixtureStopping rule;
  const auto expect = [&](const auto& standing, double factor) {
    const double evidence = rule.evidence(standing);
    EXPECT_NEAR(smallest_risk(rule, standing), std::min(1.0, factor * std::exp(-evidence)),
                1e-9 * factor * std::exp(-evidence));
  };
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    for (const int pulls : {3, 30, 100}) {
      expect(standing_with(BestArm(family, 3), {1.0, 0.0, 0.5}, pulls, seed), 1.0);
    }
  }
}

TEST(SmallestRisk, ProblemsWithClaimsAndMargins) {
  const Gaussian family(1.0);
  const MixtureStopping rule;
  const BestArm margin(family, 3, {Direction::highest, 0.7});
  const TopM<Gaussian> top(family, {4, 2});
  const Thresholding<Gaussian> level(family, {3, 0.3});
  const auto of_margin = standing_with(margin, {1.0, 0.0, 0.5}, 300, 5);
  const auto of_top = standing_with(top, {1.0, 2.0, -1.0, -2.0}, 30, 6);
  const auto of_level = standing_with(level, {1.0, 0.0, -0.5}, 150, 7);
  EXPECT_NEAR(smallest_risk(rule, of_margin), 2.0 * std::exp(-rule.evidence(of_margin)), 1e-9);
  EXPECT_NEAR(smallest_risk(rule, of_top), 4.0 * std::exp(-rule.evidence(of_top)), 1e-9);
  EXPECT_NEAR(smallest_risk(rule, of_level), 3.0 * std::exp(-rule.evidence(of_level)), 1e-9);
}

TEST(SmallestRisk, IsTheRiskAtWhichEveryRuleWouldStopNow) {
  const BestArm problem(Gaussian(1.0), 3);
  const auto standing = standing_with(problem, {2.0, 0.0, 0.5}, 150, 8);
  for (const auto name : stopping_names()) {
    const AnyStopping rule = make_stopping(parse_stopping(name));
    const double bound = smallest_risk(rule, standing);
    ASSERT_GT(bound, 0.0) << name;
    if (bound == 1.0) continue;
    EXPECT_LT(rule.required(standing, bound * 1.0001), rule.evidence(standing)) << name;
    EXPECT_GT(rule.required(standing, bound * 0.9999), rule.evidence(standing)) << name;
  }
}

TEST(SmallestRisk, OneWhereNothingIsKnownAndSmallWhereAllIs) {
  const BestArm problem(Gaussian(1.0), 2);
  Standing standing(problem);
  standing.add(0, 0.0);
  standing.add(1, 0.0);
  EXPECT_EQ(smallest_risk(MixtureStopping(), standing), 1.0);
  double before = 1.0;
  for (int i = 0; i < 2000; ++i) {  // every pair of these makes it smaller, down to 0
    standing.add(0, 2.0);
    standing.add(1, 0.0);
    const double bound = smallest_risk(HeuristicStopping(), standing);
    EXPECT_LE(bound, before);
    before = bound;
  }
  EXPECT_LT(before, 1e-200);
  EXPECT_GE(before, 0.0);
}

/// Except for Gaussian arms, mixtures are mixed with 1 at weight 0.01.
template <class F>
double mixed_term(double term) {
  return std::same_as<F, Gaussian> ? term : std::log(0.01 + 0.99 * std::exp(term));
}

/// Each end is where the mixture against it reaches 2/δ.
template <OneParameterFamily F>
void expect_ends(const F& family, const Vector& means, int pulls) {
  const BestArm problem(family, means.size());
  const auto standing = standing_with(problem, means, pulls, 11);
  for (Arm a = 0; a < means.size(); ++a) {
    const double mean = standing.means()[a];
    Interval before{mean, mean};
    for (const double delta : {0.5, 0.1, 1e-6}) {
      const Interval interval = confidence_interval(standing, a, delta);
      EXPECT_LE(interval.low, before.low);  // smaller risks, wider intervals
      EXPECT_GE(interval.high, before.high);
      EXPECT_GE(interval.low, family.lowest_mean());
      EXPECT_LE(interval.high, family.highest_mean());
      if (interval.low > family.lowest_mean()) {
        EXPECT_NEAR(mixed_term<F>(family.log_mixture_above(standing.stats()[a], interval.low)),
                    std::log(2.0 / delta), 1e-5);
      }
      if (interval.high < family.highest_mean()) {
        EXPECT_NEAR(mixed_term<F>(family.log_mixture_below(standing.stats()[a], interval.high)),
                    std::log(2.0 / delta), 1e-5);
      }
      before = interval;
    }
  }
}

TEST(ConfidenceInterval, EndsWhereTheMixtureReachesTheLevel) {
  for (const int pulls : {1, 10, 1000}) {
    expect_ends(Gaussian(0.7), {-3.0, 5.0}, pulls);
    expect_ends(Gaussian(1e-9), {0.0, 1e-9}, pulls);
    expect_ends(Bernoulli(), {0.4, 0.999, 0.001}, pulls);
    expect_ends(Poisson(), {0.01, 2.0, 300.0}, pulls);
    expect_ends(Exponential(), {0.01, 700.0}, pulls);
    expect_ends(Bounded(-2.0, 3.0), {-1.9, 1.0}, pulls);
  }
}

TEST(ConfidenceInterval, DataAtTheEndOfTheRange) {
  const BestArm problem(Bernoulli(), 2);
  const auto standing = standing_with(problem, {0.0, 1.0}, 50, 12);
  const Interval none = confidence_interval(standing, 0, 0.05);
  EXPECT_EQ(none.low, 0.0);
  EXPECT_GT(none.high, 0.0);
  EXPECT_LT(none.high, 0.2);
  const Interval all = confidence_interval(standing, 1, 0.05);
  EXPECT_EQ(all.high, 1.0);
  EXPECT_NEAR(all.low, 1.0 - none.high, 1e-12);
}

TEST(ConfidenceInterval, UnknownVarianceCostsALittle) {
  const World world{{1.0, -2.0}, {0.5, 3.0}};
  const BestArm problem(Normal(), 2);
  Standing standing(problem);
  simulate_into(standing, world, {400, 400}, 13);
  for (Arm a = 0; a < 2; ++a) {
    const BestArm known(Gaussian(world.sigmas[a]), 2);
    Standing same(known);
    for (int i = 0; i < 400; ++i) same.add(0, standing.means()[a]);
    same.add(1, 0.0);
    const Interval narrow = confidence_interval(same, 0, 0.05);
    const Interval wide = confidence_interval(standing, a, 0.05);
    EXPECT_LT(wide.low, standing.means()[a]);
    EXPECT_GT(wide.high, standing.means()[a]);
    EXPECT_GT(wide.high - wide.low, 0.9 * (narrow.high - narrow.low));
    EXPECT_LT(wide.high - wide.low, 1.6 * (narrow.high - narrow.low));
  }
}

TEST(ConfidenceInterval, WhereTheDataRuleNothingOut) {
  const BestArm constant(Normal(), 2);
  Standing standing(constant);
  for (int i = 0; i < 10; ++i) {
    standing.add(0, 1.0);
    standing.add(1, 0.1 * i);
  }
  const Interval all = confidence_interval(standing, 0, 0.1);
  EXPECT_EQ(all.low, -INFINITY);
  EXPECT_EQ(all.high, INFINITY);
  const BestArm waiting(Exponential(), 2);
  Standing once(waiting);
  once.add(0, 3.0);
  once.add(1, 1.0);
  const Interval above = confidence_interval(once, 0, 1e-3);
  EXPECT_GT(above.low, 0.0);
  EXPECT_EQ(above.high, INFINITY);
}

/// log M⁺_i(θ + s) + log M⁻_j(θ), minimised over θ, by a simple search.
template <Problem P>
double evidence_against_shift(const Standing<P>& standing, Arm i, Arm j, double s) {
  const auto& family = standing.problem().family();
  const auto at = [&](double theta) {
    return log_m(family, Side::above, standing.stats()[i], theta + s) +
           log_m(family, Side::below, standing.stats()[j], theta);
  };
  const double one = standing.means()[i] - s, two = standing.means()[j];
  const double reach = std::abs(one - two);
  const double lowest = std::max(family.lowest_mean(), family.lowest_mean() - s);
  const double highest = std::min(family.highest_mean(), family.highest_mean() - s);
  double smallest = smallest_on_grid(at, std::max(std::min(one, two) - reach, lowest),
                                     std::min(std::max(one, two) + reach, highest));
  // There may be a narrow valley at the end of the range.
  for (const double end : {lowest, highest}) {
    if (std::isfinite(end)) smallest = std::min(smallest, at(end));
  }
  return smallest;
}

/// The lower end is refuted, and values slightly above it are not.
template <Problem P>
void expect_low_end(const Standing<P>& standing, Arm i, Arm j, Interval interval, double delta) {
  const double estimate = standing.means()[i] - standing.means()[j];
  const double need = std::log(2.0 / delta);
  const double inside = interval.low + 1e-4 * (estimate - interval.low);
  EXPECT_LE(interval.low, estimate);
  EXPECT_LT(evidence_against_shift(standing, i, j, inside), need + 1e-5);
  const auto& family = standing.problem().family();
  if (interval.low > family.lowest_mean() - family.highest_mean()) {
    EXPECT_GT(evidence_against_shift(standing, i, j, interval.low), need - 1e-5);
  }
}

template <OneParameterFamily F>
void expect_difference_ends(const F& family, const Vector& means) {
  const BestArm problem(family, 2);
  for (const int pulls : {2, 50}) {
    const auto standing = standing_with(problem, means, pulls, 21);
    for (const double delta : {0.5, 1e-3}) {
      const Interval interval = difference_interval(standing, 0, 1, delta);
      const Interval turned = difference_interval(standing, 1, 0, delta);
      EXPECT_EQ(turned.low, -interval.high);
      EXPECT_EQ(turned.high, -interval.low);
      if (std::isinf(interval.low)) continue;
      expect_low_end(standing, 0, 1, interval, delta);
      expect_low_end(standing, 1, 0, turned, delta);
    }
  }
}

TEST(DifferenceInterval, EndsWhereThePairReachesTheLevel) {
  expect_difference_ends(Gaussian(0.7), {-3.0, 5.0});
  expect_difference_ends(Gaussian(1e-9), {0.0, 1e-9});
  expect_difference_ends(Bernoulli(), {0.4, 0.45});
  expect_difference_ends(Bernoulli(), {0.999, 0.001});
  expect_difference_ends(Poisson(), {0.3, 2.0});
  expect_difference_ends(Exponential(), {5.0, 4.0});
  expect_difference_ends(Bounded(-2.0, 3.0), {-1.9, 1.0});
}

double width(const Interval& interval) { return interval.high - interval.low; }

TEST(DifferenceInterval, ShrinksAndIsNarrowerThanWhatTwoMeansGive) {
  const auto expect = [](const auto& family, const World& world) {
    const BestArm problem(family, 2);
    double before = INFINITY;
    for (const int pulls : {30, 200, 1500}) {
      Standing standing(problem);
      simulate_into(standing, world, {pulls, pulls}, 22);
      const Interval interval = difference_interval(standing, 0, 1, 0.05);
      EXPECT_LT(width(interval), before);
      EXPECT_LT(width(interval), 0.8 * (width(confidence_interval(standing, 0, 0.025)) +
                                        width(confidence_interval(standing, 1, 0.025))));
      before = width(interval);
    }
  };
  expect(Gaussian(1.0), {{1.0, 0.0}});
  expect(Bernoulli(), {{0.5, 0.7}});
  expect(Normal(), {{1.0, 0.0}, {0.5, 1.0}});
}

TEST(DifferenceInterval, WhereTheDataRuleNothingOut) {
  const BestArm normal(Normal(), 2);
  Standing constant(normal);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(width(difference_interval(constant, 0, 1, 0.1)), INFINITY) << i;
    constant.add(0, 1.0);
    constant.add(1, 0.1 * i);
  }
  const BestArm shares(Bernoulli(), 2);
  Standing extreme(shares);
  EXPECT_EQ(difference_interval(extreme, 0, 1, 0.1).low, -1.0);
  EXPECT_EQ(difference_interval(extreme, 0, 1, 0.1).high, 1.0);
  for (int i = 0; i < 50; ++i) extreme.add(0, 1.0), extreme.add(1, 0.0);
  const Interval all = difference_interval(extreme, 0, 1, 0.1);
  EXPECT_GT(all.low, 0.7);
  EXPECT_EQ(all.high, 1.0);
  const BestArm waiting(Exponential(), 2);
  Standing once(waiting);
  once.add(0, 3.0), once.add(1, 1.0);
  EXPECT_EQ(difference_interval(once, 0, 1, 1e-3).high, INFINITY);
}

TEST(DifferenceInterval, Misuse) {
  const BestArm problem(Gaussian(1.0), 2);
  const auto standing = standing_with(problem, {1.0, 0.0}, 5, 23);
  EXPECT_THROW(difference_interval(standing, 0, 2, 0.1), InputError);
  EXPECT_THROW(difference_interval(standing, 1, 1, 0.1), InputError);
  EXPECT_THROW(difference_interval(standing, 0, 1, 1.0), InputError);
}

/// The distance from the best is the least at which the answer counts as good enough, and an arm is
/// ruled out when the evidence against it alone suffices.
TEST(Outlook, TheShortlistIsWhatTheEvidenceProves) {
  Random random(9);
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    for (int trial = 0; trial < 10; ++trial) {
      const Vector means = {0.2, 0.5, 0.8};
      const BestArm problem(Bernoulli(), 3, direction);
      Standing standing(problem);
      simulate_into(standing, {means}, random_pulls(random, 3), random());
      const Shortlist found = shortlist(standing, 0.1);
      EXPECT_TRUE(found.possible[standing.answer()]);
      const auto evidence_at = [&](double enough) {
        const BestArm near(Bernoulli(), 3, {direction, 0.0, enough});
        Standing same(near);
        for (Arm a = 0; a < 3; ++a) {
          const auto ones =
              static_cast<int>(std::lround(standing.counts()[a] * standing.means()[a]));
          for (int i = 0; i < static_cast<int>(standing.counts()[a]); ++i) {
            same.add(a, i < ones ? 1.0 : 0.0);
          }
        }
        EXPECT_EQ(same.answer(), standing.answer());
        Sentry sentry(3);
        return MixtureJudge<BestArm<Bernoulli>>(same, sentry).evidence();
      };
      const double need = std::log(1.0 / 0.1);
      if (found.within < 1.0) {
        EXPECT_GE(evidence_at(found.within), need - 1e-6);
      }
      if (found.within > 1e-3) {
        EXPECT_LT(evidence_at(0.99 * found.within), need);
      }
      const bool all_but_one = std::ranges::count(found.possible, true) == 1;
      EXPECT_EQ(all_but_one, found.within == 0.0);
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
