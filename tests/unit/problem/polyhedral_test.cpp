#include "mirador/problem/polyhedral.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "closest_rows.hpp"
#include "mirador/core/error.hpp"
#include "mirador/problem/alternative.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/thresholding.hpp"
#include "points.hpp"

namespace mirador::testing_support {
namespace {

const Gaussian family(0.7);

TEST(Polyhedral, OneRowHasAClosedForm) {
  Random random(51);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t arms = 2 + random() % 5;
    const Vector c = normal_vector(random, arms), m = normal_vector(random, arms, 2.0);
    const Vector w = random_weights(random, arms);
    const double bound = 0.3;
    const Polyhedral problem(family, arms,
                             {{"over", c, {bound}}, {"under", combine(-1.0, c, 0.0, c), {-bound}}});
    double spread = 0.0;
    for (Arm a = 0; a < arms; ++a) spread += c[a] * c[a] * 0.49 / w[a];
    const double excess = dot(c, m) - bound;
    Alternative<Polyhedral> closest(problem);
    closest.find({w, m});
    EXPECT_EQ(closest.answer(), excess > 0.0 ? 0u : 1u);
    const double expected = excess * excess / (2.0 * spread);
    EXPECT_NEAR(closest.value(), expected, 1e-12 * (1.0 + expected));
  }
}

TEST(Polyhedral, ValueIsTheSecondSmallestDistance) {
  // Strips with gaps: x < 0, 1 < x < 2, x > 4, each free in y; distances by hand.
  const Polyhedral problem(
      Gaussian(1.0), 2,
      {{"left", {-1, 0}, {0}}, {"middle", {1, 0, -1, 0}, {1, -2}}, {"right", {1, 0}, {4}}});
  Random random(52);
  Alternative<Polyhedral> closest(problem);
  for (int trial = 0; trial < 300; ++trial) {
    Vector m = normal_vector(random, 2, 3.0);
    const Vector w = random_weights(random, 2);
    const double x = m[0];
    Vector distance = {std::max(0.0, x), std::max({0.0, 1.0 - x, x - 2.0}), std::max(0.0, 4.0 - x)};
    const auto nearest = std::min_element(distance.begin(), distance.end()) - distance.begin();
    std::sort(distance.begin(), distance.end());
    closest.find({w, m});
    EXPECT_EQ(closest.answer(), static_cast<std::size_t>(nearest));
    EXPECT_NEAR(closest.value(), 0.5 * w[0] * distance[1] * distance[1], 1e-12);
  }
}

/// Compares a problem with its polyhedral form; number(answer) is the answer's set.
template <Problem P, class Number>
void expect_same(const P& special, const Polyhedral& general, Number&& number) {
  Random random(53);
  Alternative<P> expected(special);
  Alternative<Polyhedral> closest(general);
  for (int trial = 0; trial < 200; ++trial) {
    Vector m = normal_vector(random, special.arms());
    if (trial % 2 == 0) std::sort(m.begin(), m.end());
    const Vector w = random_weights(random, special.arms());
    expected.find({w, m});
    closest.find({w, m});
    EXPECT_EQ(closest.answer(), number(expected.answer()));
    EXPECT_NEAR(closest.value(), expected.value(), 1e-9 * expected.value() + 1e-13);
    for (Arm a = 0; a < special.arms(); ++a) {
      EXPECT_NEAR(closest.lambda()[a], expected.lambda()[a], 1e-6);
    }
  }
}

TEST(Polyhedral, BestArmAsRows) {
  std::vector<Polyhedron> sets(3);
  for (Arm i = 0; i < 3; ++i) {
    sets[i].name = std::to_string(i);
    for (Arm a = 0; a < 3; ++a) {
      if (a != i) add_row(sets[i], 3, {{i, 1.0}, {a, -1.0}}, 0.0);
    }
  }
  expect_same(BestArm(family, 3), Polyhedral(family, 3, sets), [](Arm i) { return i; });
}

TEST(Polyhedral, ThresholdingAsRows) {
  std::vector<Polyhedron> sets(8);
  for (std::size_t i = 0; i < 8; ++i) {
    sets[i].name = std::to_string(i);
    for (Arm a = 0; a < 3; ++a) {
      const double sign = (i >> a) & 1u ? 1.0 : -1.0;
      add_row(sets[i], 3, {{a, sign}}, sign * 0.2);
    }
  }
  expect_same(Thresholding<Gaussian>(family, {3, 0.2}), Polyhedral(family, 3, sets),
              [](const ArmSet& set) {
                std::size_t number = 0;
                for (Arm a = 0; a < 3; ++a) number |= std::size_t{set.contains(a)} << a;
                return number;
              });
}

TEST(Polyhedral, ClosestAsRows) {
  for (const std::size_t arms : {2u, 3u, 5u}) {
    std::vector<Polyhedron> sets;
    for (Arm b = 0; b < arms; ++b) sets.push_back(closest_set(arms, 0.2, b));
    expect_same(Closest(family, {arms, 0.2}), Polyhedral(family, arms, sets),
                [](Arm b) { return b; });
  }
}

/// The message of the InputError for these sets.
std::string complaint(std::size_t arms, std::vector<Polyhedron> sets) {
  try {
    const Polyhedral problem(family, arms, std::move(sets));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Polyhedral, RefusesBadSetsByName) {
  const Polyhedron right{"right", {1, 0}, {0}}, left{"left", {-1, 0}, {0}}, top{"top", {0, 1}, {0}};
  EXPECT_EQ(complaint(2, {right, left}), "");
  const std::string overlap = complaint(2, {right, left, top});
  EXPECT_NE(overlap.find("\"top\""), std::string::npos);
  EXPECT_NE(overlap.find("\"right\""), std::string::npos);
  const Polyhedron none{"none", {1, 0, -1, 0}, {1, -1}};
  EXPECT_NE(complaint(2, {left, none}).find("\"none\" is empty"), std::string::npos);
  const Polyhedron crooked{"crooked", {1, 0, 1}, {3}};
  EXPECT_NE(complaint(2, {left, crooked}).find("\"crooked\""), std::string::npos);
  EXPECT_NE(complaint(2, {left, {"bare", {}, {}}}).find("\"bare\""), std::string::npos);
  EXPECT_NE(complaint(2, {left, {"odd", {NAN, 0}, {0}}}).find("\"odd\""), std::string::npos);
  EXPECT_NE(complaint(2, {right}), "");
}

}  // namespace
}  // namespace mirador::testing_support
