#include "mirador/core/stays_above.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace mirador {
namespace {

struct Sum {
  std::function<double(double)> falling, rising;
  int looks = 0;

  Sides sides(double theta) {
    ++looks;
    return {falling(theta), rising(theta)};
  }
  double at(double theta) const { return falling(theta) + rising(theta); }
};

bool stays(Sum& sum, const Stretch& where, double start, double enough) {
  Minimum lowest = {start, sum.at(start)};
  return stays_above(sum, where, enough, lowest);
}

/// Minimum 2 at 0.
Sum parabolas() {
  return {[](double x) { return x < 1.0 ? (x - 1.0) * (x - 1.0) : 0.0; },
          [](double x) { return x > -1.0 ? (x + 1.0) * (x + 1.0) : 0.0; }};
}

TEST(StaysAbove, TellsOnWhichSideTheBottomLies) {
  const Stretch where = {{-5.0, 5.0}, 0.3};
  for (const double start : {-1.0, 0.0, 0.2, 3.0}) {
    for (const double off : {1e-6, 1e-3, 0.1, 1.0}) {
      Sum sum = parabolas();
      EXPECT_TRUE(stays(sum, where, start, 2.0 - off)) << start << " " << off;
      EXPECT_LT(sum.looks, 60.0 + 20.0 / std::sqrt(off));
      EXPECT_FALSE(stays(sum, where, start, 2.0 + off)) << start << " " << off;
    }
  }
}

TEST(StaysAbove, LeavesAPointBelow) {
  Sum sum = parabolas();
  Minimum lowest = {3.0, sum.at(3.0)};
  EXPECT_FALSE(stays_above(sum, {{-5.0, 5.0}, 0.3}, 2.01, lowest));
  EXPECT_LT(lowest.value, 2.01);
  EXPECT_EQ(lowest.value, sum.at(lowest.at));
}

TEST(StaysAbove, WhatCannotBeProvedCountsAsBelow) {
  // Exactly the minimum: no step is short enough.
  Sum sum = parabolas();
  const Minimum found = proved_bottom(sum, {{-5.0, 5.0}, 0.3}, 2.0, {0.0, 2.0});
  EXPECT_LT(found.value, 2.0);
  EXPECT_EQ(proved_bottom(sum, {{-5.0, 5.0}, 0.3}, 1.9, {0.0, 2.0}).value, 2.0);
}

TEST(StaysAbove, GoesToInfinity) {
  Sum sum = parabolas();
  const Stretch where = {{-INFINITY, INFINITY}, 1e-3};
  EXPECT_TRUE(stays(sum, where, 0.1, 1.9));
  EXPECT_FALSE(stays(sum, where, 0.1, 2.001));
}

TEST(StaysAbove, FindsASecondValleyNextToAnEnd) {
  // A step down at 1 - 1e-9, and a rise from 1 - 1e-10 on.
  Sum sum = {[](double x) { return x > 1.0 - 1e-9 ? 0.0 : 3.0; },
             [](double x) { return x > 1.0 - 1e-10 ? 9.0 : 0.0; }};
  const Stretch where = {{0.0, 1.0}, 0.1};
  EXPECT_FALSE(stays(sum, where, 0.5, 1.0));
  EXPECT_TRUE(stays(sum, where, 0.5, 0.0));
}

/// Sums of random steps and slopes, compared with all points where the minimum may be.
TEST(StaysAbove, IsNeverWrongAboutRandomSums) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  int proved = 0, refused = 0;
  for (int trial = 0; trial < 600; ++trial) {
    double place[6], size[6], wide[6];
    for (int k = 0; k < 6; ++k) {
      place[k] = k % 2 == 0 ? uniform(random) : 1.0 - std::pow(10.0, -9.0 * uniform(random));
      size[k] = uniform(random), wide[k] = std::pow(10.0, -9.0 * uniform(random));
    }
    const auto rise = [&](int k, double x) {
      return size[k] * (1.0 + std::tanh((x - place[k]) / wide[k]));
    };
    Sum sum = {[&](double x) { return -rise(0, x) - rise(1, x) - rise(2, x); },
               [&](double x) { return rise(3, x) + rise(4, x) + rise(5, x); }};
    double smallest = std::min(sum.at(0.0), sum.at(1.0));
    for (double part = 1e-14; part < 1.0; part *= 1.05) {
      for (int k = 0; k < 6; ++k) {
        for (const double x : {place[k] - part, place[k] + part, part, 1.0 - part}) {
          if (x >= 0.0 && x <= 1.0) smallest = std::min(smallest, sum.at(x));
        }
      }
    }
    const double enough = smallest + 0.2 * (uniform(random) - 0.5);
    const bool answer = stays(sum, {{0.0, 1.0}, 0.1}, uniform(random), enough);
    EXPECT_FALSE(answer && smallest < enough) << trial;
    // The grid is fine, and the minimum is at most slightly lower than its smallest value.
    EXPECT_TRUE(answer || smallest < enough + 0.01) << trial;
    ++(answer ? proved : refused);
  }
  EXPECT_GT(proved, 150);
  EXPECT_GT(refused, 150);
}

}  // namespace
}  // namespace mirador
