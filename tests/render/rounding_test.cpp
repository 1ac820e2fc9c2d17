#include "text/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "race/quantity.hpp"
#include "text/numbers.hpp"

namespace mirador::cli::testing {
namespace {

constexpr auto down = Rounding::down, up = Rounding::up, nearest = Rounding::nearest;

TEST(RoundedUp, KeepsWhatFitsAndRaisesTheRest) {
  EXPECT_EQ(rounded_up(0.0370001, 3), "0.0371");
  EXPECT_EQ(rounded_up(0.037, 3), "0.037");
  EXPECT_EQ(rounded_up(0.05, 3), "0.05");
  EXPECT_EQ(rounded_up(0.1, 3), "0.1");  // though the double lies above a tenth
  EXPECT_EQ(rounded_up(0.25, 1), "0.3");
  EXPECT_EQ(rounded_up(0.99996, 3), "1");
  EXPECT_EQ(rounded_up(0.99996, 4), "1");
  EXPECT_EQ(rounded_up(0.99996, 5), "0.99996");
  EXPECT_EQ(rounded_up(1.0, 3), "1");
  EXPECT_EQ(rounded_up(0.0, 3), "0");
  EXPECT_EQ(rounded_up(1234.5, 3), "1235");
}

TEST(RoundedUp, SmallNumbersHaveAnExponent) {
  EXPECT_EQ(rounded_up(1e-300, 3), "1e-300");
  EXPECT_EQ(rounded_up(1.0000001e-300, 3), "1.01e-300");
  EXPECT_EQ(rounded_up(2.3000001e-7, 2), "2.4e-7");
  EXPECT_EQ(rounded_up(9.999e-5, 3), "1e-4");
  EXPECT_EQ(rounded_up(1.2e-15, 1), "2e-15");
  EXPECT_EQ(rounded_up(std::numeric_limits<double>::denorm_min(), 3), "5e-324");
}

TEST(FixedText, RoundsToItsSide) {
  EXPECT_EQ(fixed_text(1.0005, 3, up), "1.001");
  EXPECT_EQ(fixed_text(1.0005, 3, down), "1.000");
  EXPECT_EQ(fixed_text(0.9969, 3, down), "0.996");
  EXPECT_EQ(fixed_text(0.9999, 3, up), "1.000");
  EXPECT_EQ(fixed_text(99.999, 2, up), "100.00");
  EXPECT_EQ(fixed_text(1e-300, 2, up), "0.01");
  EXPECT_EQ(fixed_text(1e-300, 2, down), "0.00");
  EXPECT_EQ(fixed_text(12.0, 2, up), "12.00");
  EXPECT_EQ(fixed_text(12.5, 0, up), "13");
  EXPECT_EQ(fixed_text(12.5, 0, down), "12");
  EXPECT_EQ(fixed_text(1e22, 1, up), "10000000000000000000000.0");
  EXPECT_EQ(fixed_text(0.0, 2, up), "0.00");
}

TEST(FixedText, NegativeEnds) {
  EXPECT_EQ(fixed_text(-0.123, 2, down), "-0.13");
  EXPECT_EQ(fixed_text(-0.123, 2, up), "-0.12");
  EXPECT_EQ(fixed_text(-0.001, 2, down), "-0.01");
  EXPECT_EQ(fixed_text(-0.001, 2, up), "0.00");
  EXPECT_EQ(fixed_text(-0.0, 2, down), "0.00");
  EXPECT_EQ(fixed_text(-0.0, 2, nearest), "0.00");
  EXPECT_EQ(fixed_text(-9.999, 2, down), "-10.00");
}

TEST(FixedText, WhatIsNotFiniteStaysSo) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Rounding rounding : {down, up, nearest}) {
    EXPECT_EQ(fixed_text(infinity, 2, rounding), "inf");
    EXPECT_EQ(scientific_text(-infinity, 2, rounding), "-inf");
  }
}

TEST(ScientificText, RoundsToItsSide) {
  EXPECT_EQ(scientific_text(1.2341e56, 3, up), "1.235e56");
  EXPECT_EQ(scientific_text(1.2349e56, 3, down), "1.234e56");
  EXPECT_EQ(scientific_text(9.9999e-5, 3, up), "1.000e-4");
  EXPECT_EQ(scientific_text(-9.9999e-5, 3, down), "-1.000e-4");
  EXPECT_EQ(scientific_text(3.0, 0, up), "3e0");
  EXPECT_EQ(scientific_text(0.0, 1, up), "0.0e0");
}

/// Read back, a text is never on the wrong side of its number, and never further away than the last
/// digit.
TEST(Rounding, IsOutwardForNumbersOfAllSizes) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-8.0, 8.0), sign(-1.0, 1.0);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::copysign(std::pow(10.0, exponent(random)), sign(random));
    const int decimals = i % 7;
    const double unit = std::pow(10.0, -decimals) * (1.0 + 1e-9) + 1e-9 * std::abs(value);
    const double low = std::stod(fixed_text(value, decimals, down));
    const double high = std::stod(fixed_text(value, decimals, up));
    ASSERT_LE(low, value);
    ASSERT_GE(high, value);
    ASSERT_LE(value - low, unit);
    ASSERT_LE(high - value, unit);
    ASSERT_LE(std::stod(scientific_text(value, decimals, down)), value);
    ASSERT_GE(std::stod(scientific_text(value, decimals, up)), value);
    ASSERT_GE(std::stod(rounded_up(std::abs(value), 1 + decimals)), std::abs(value));
    ASSERT_LE(std::stod(signed_number(value, down)), value);
    ASSERT_GE(std::stod(signed_number(value, up)), value);
  }
}

TEST(ConfidenceText, IsNeverMoreThanItIs) {
  EXPECT_EQ(confidence_text(0.05), "0.95");
  EXPECT_EQ(confidence_text(0.1), "0.9");
  EXPECT_EQ(confidence_text(0.00015), "0.9998");
  EXPECT_EQ(confidence_text(0.0001), "0.9999");
  EXPECT_EQ(confidence_text(0.00001), "1 - 1e-05");
  EXPECT_EQ(confidence_text(1e-20), "1 - 1e-20");
}

TEST(RangeText, IsRoundedOutward) {
  const auto write = [](double end, Rounding rounding) {
    return ratio_text_like(1.058, end, rounding);
  };
  EXPECT_EQ(range_text({0.99701, 1.12301}, 0.0, write), "0.997 to 1.124");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(range_text({0.0, 1.12301}, 0.0, write), "at most 1.124");
  EXPECT_EQ(range_text({0.99799, infinity}, 0.0, write), "at least 0.997");
}

TEST(Bounds, AreRoundedToTheirSideInEveryForm) {
  EXPECT_EQ(percent(0.033901, up), "3.40");
  EXPECT_EQ(percent(0.033901), "3.39");
  EXPECT_EQ(short_number(814.39, down), "814.3");
  EXPECT_EQ(number_on_scale(-8.4161, 5.0, down), "-8.42");
  EXPECT_EQ(number_on_scale(13.8611, 5.0, up), "13.87");
  EXPECT_EQ(signed_number_like(0.31, -0.00001, down), "-0.0001");
  const Unit milliseconds = unit_for(race::Metric::wall, 0.012);
  EXPECT_EQ(in_unit_like(0.012, 0.0119999, milliseconds, down), "11.99");
  EXPECT_EQ(in_unit_like(0.012, 0.0120001, milliseconds, up), "12.01");
}

}  // namespace
}  // namespace mirador::cli::testing
