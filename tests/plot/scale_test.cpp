#include "plot/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "plot/layout.hpp"

namespace mirador::plot {
namespace {

using Labels = std::vector<std::string>;

Labels labels(AxisKind kind, Interval domain, std::size_t most) {
  Labels found;
  for (const Tick& tick : ticks(kind, domain, most)) found.push_back(tick.label);
  return found;
}

TEST(PlotScale, KnownPositions) {
  const Scale linear(AxisKind::linear, {0.0, 10.0}, 100.0, 300.0);
  EXPECT_DOUBLE_EQ(linear(2.5), 150.0);
  const Scale log(AxisKind::log, {1e-20, 1.0}, 400.0, 0.0);
  EXPECT_NEAR(log(1e-5), 100.0, 1e-9);
  EXPECT_TRUE(log.shows(1e-300));
  EXPECT_FALSE(log.shows(0.0));
  EXPECT_FALSE(linear.shows(missing));
  EXPECT_TRUE(linear.shows(-1.0));
}

TEST(PlotScale, LinearTicks) {
  EXPECT_EQ(labels(AxisKind::linear, {0.0, 8000.0}, 6),
            (Labels{"0", "2,000", "4,000", "6,000", "8,000"}));
  EXPECT_EQ(labels(AxisKind::linear, {0.0, 0.5}, 6),
            (Labels{"0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
  EXPECT_EQ(labels(AxisKind::linear, {-1.0, 1.0}, 3), (Labels{"−1", "0", "1"}));
  EXPECT_EQ(labels(AxisKind::linear, {0.0, 2e9}, 3), (Labels{"0", "10⁹", "2×10⁹"}));
}

TEST(PlotScale, LogTicks) {
  EXPECT_EQ(labels(AxisKind::log, {500.0, 20000.0}, 8),
            (Labels{"500", "1,000", "2,000", "5,000", "10,000", "20,000"}));
  EXPECT_EQ(labels(AxisKind::log, {1e-20, 0.1}, 4), (Labels{"10⁻²⁰", "10⁻¹⁵", "10⁻¹⁰", "10⁻⁵"}));
  EXPECT_EQ(labels(AxisKind::log, {1e-20, 0.1}, 20).size(), 20u);
  EXPECT_EQ(labels(AxisKind::log, {0.1, 1000.0}, 5), (Labels{"0.1", "1", "10", "100", "1,000"}));
  EXPECT_EQ(labels(AxisKind::log, {100.0, 300.0}, 4), (Labels{"100", "200", "300"}));
}

TEST(PlotScale, NeverMoreTicksThanWanted) {
  for (const AxisKind kind : {AxisKind::linear, AxisKind::log}) {
    for (double high = 1.1; high < 1e30; high *= 1.7) {
      for (std::size_t most = 2; most < 12; ++most) {
        const std::vector<Tick> found = ticks(kind, {1.0, high}, most);
        EXPECT_LE(found.size(), most) << high;
        EXPECT_FALSE(found.empty()) << high;
      }
    }
  }
}

TEST(PlotScale, LargeValuesCloseTogetherHaveFewTicks) {
  for (const double centre : {9e15, -9e15, 1e17, 1e300}) {
    const double values[] = {centre, std::nextafter(centre, INFINITY), centre};
    for (const std::size_t used : {1u, 3u}) {
      const Interval domain = domain_of({.label = "x"}, std::span(values).first(used));
      EXPECT_LT(domain.low, domain.high);
      const std::vector<Tick> found = ticks(AxisKind::linear, domain, 8);
      EXPECT_LE(found.size(), 8u);
      EXPECT_GE(found.size(), 2u);
    }
  }
}

TEST(PlotScale, DomainIsRoundedOutwards) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Interval linear = domain_of({}, std::vector<double>{312.0, 6330.0, missing, infinity});
  EXPECT_EQ(linear.low, 0.0);
  EXPECT_EQ(linear.high, 8000.0);
  const Interval log =
      domain_of({.kind = AxisKind::log}, std::vector<double>{653.0, 10430.0, -1.0, 0.0});
  EXPECT_DOUBLE_EQ(log.low, 500.0);
  EXPECT_DOUBLE_EQ(log.high, 20000.0);
  const Interval given = domain_of({.from = 0.3}, std::vector<double>{0.1, 4.5});
  EXPECT_EQ(given.low, 0.3);
  EXPECT_EQ(given.high, 5.0);
  for (const double value : {0.0, -3.0, 1e9}) {
    const Interval one = domain_of({}, std::vector<double>{value});
    EXPECT_LT(one.low, value);
    EXPECT_GT(one.high, value);
  }
}

TEST(PlotScale, DomainIsWiderWhereAValueIsOnTheBorder) {
  const Interval both = domain_of({}, std::vector<double>{0.0, 100.0});
  EXPECT_DOUBLE_EQ(both.low, -2.0);
  EXPECT_DOUBLE_EQ(both.high, 102.0);
  const Interval given = domain_of({.from = 0.0}, std::vector<double>{0.0, 99.5});
  EXPECT_EQ(given.low, 0.0);
  EXPECT_DOUBLE_EQ(given.high, 102.0);
  const Interval high = domain_of({}, std::vector<double>{5.0, 99.5});
  EXPECT_EQ(high.low, 0.0);
  EXPECT_DOUBLE_EQ(high.high, 102.0);
  const Interval log = domain_of({.kind = AxisKind::log}, std::vector<double>{1e-20, 0.5e-1});
  EXPECT_NEAR(std::log10(log.low), -20.0 - 0.02 * (20.0 + std::log10(0.05)), 1e-9);
  EXPECT_NEAR(std::log10(log.high), std::log10(0.05) + 0.02 * (20.0 + std::log10(0.05)), 1e-9);
  // The ticks stay where they were.
  EXPECT_EQ(labels(AxisKind::linear, both, 6), labels(AxisKind::linear, {0.0, 100.0}, 6));
  EXPECT_EQ(labels(AxisKind::log, log, 12), labels(AxisKind::log, {1e-20, 0.05}, 12));
}

TEST(PlotScale, DomainsThatAreNone) {
  EXPECT_THROW(domain_of({}, std::vector<double>{}), std::invalid_argument);
  EXPECT_THROW(domain_of({.kind = AxisKind::log}, std::vector<double>{0.0, -1.0}),
               std::invalid_argument);
  EXPECT_THROW(domain_of({.kind = AxisKind::log, .from = 0.0}, std::vector<double>{1.0}),
               std::invalid_argument);
  EXPECT_THROW(domain_of({.from = 2.0}, std::vector<double>{1.5}), std::invalid_argument);
}

TEST(PlotLayout, SpreadsOutWithoutOverlap) {
  const std::vector<double> free = spread_out({10.0, 50.0}, {10.0, 10.0}, {0.0, 100.0});
  EXPECT_EQ(free, (std::vector<double>{10.0, 50.0}));
  // Two at the same position move by half each; the order of positions is kept.
  const std::vector<double> pair = spread_out({50.0, 50.0, 20.0}, {10.0, 10.0, 10.0}, {0.0, 100.0});
  EXPECT_EQ(pair, (std::vector<double>{45.0, 55.0, 20.0}));
  const std::vector<double> end = spread_out({99.0, 98.0}, {10.0, 20.0}, {0.0, 100.0});
  EXPECT_EQ(end, (std::vector<double>{95.0, 80.0}));
}

}  // namespace
}  // namespace mirador::plot
