// Invalid use of the library: refused with a message, before anything has changed.

#include <gtest/gtest.h>

#include <limits>

#include "complaints.hpp"
#include "hyperbola.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/mirador.hpp"

namespace mirador {
namespace {

using testing_support::complaint;
using testing_support::expect_mentions;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
TEST(Misuse, Families) {
  for (const double sigma : {0.0, -1.0, nan, infinity, 1e-200}) {
    expect_mentions(complaint([&] { Gaussian{sigma}; }), {"sigma", "1e-100 to 1e100"});
  }
}

TEST(Misuse, Problems) {
  const Gaussian family(1.0);
  for (const std::size_t arms : {0u, 1u}) {
    expect_mentions(complaint([&] { BestArm(family, arms); }), {"arms", "two"});
    expect_mentions(complaint([&] { Signed<Gaussian>(family, {arms, 0.0}); }), {"arms", "two"});
    expect_mentions(complaint([&] { TopM<Gaussian>(family, {arms, 1}); }), {"arms", "two"});
  }
  expect_mentions(complaint([&] { TopM<Gaussian>(family, {3, 3}); }), {"top: 3", "1..2"});
  expect_mentions(complaint([&] { TopM<Gaussian>(family, {3, 0}); }), {"top: 0", "1..2"});
  expect_mentions(complaint([&] { Thresholding<Gaussian>(family, {2, nan}); }), {"level: nan"});
  expect_mentions(complaint([&] { Closest(family, {2, infinity}); }), {"level: inf"});
}

TEST(Misuse, MeasurementsThatCannotBe) {
  const BestArm problem(Gaussian(1.0), 2);
  Standing standing(problem);
  standing.add(0, 1.0);
  expect_mentions(complaint([&] { standing.add(0, nan); }), {"reward: nan"});
  expect_mentions(complaint([&] { standing.add(1, -infinity); }), {"reward: -inf"});
  expect_mentions(complaint([&] { standing.add(2, 0.0); }), {"arm: 2"});
  EXPECT_EQ(standing.total(), 1u);
  EXPECT_FALSE(standing.ready());
}

TEST(Misuse, PartsThatDoNotFit) {
  const BestArm problem(Gaussian(1.0), 3);
  expect_mentions(complaint([&] { LazyMirrorAscent(problem, AdaHedge(2)); }),
                  {"learner", "2", "3"});
}

TEST(Misuse, WorldsThatCannotBeSimulated) {
  const Hyperbola problem;
  const Plan plan{.rules = {parse_rule("rr")}, .runs = 1};
  const auto message = [&](World world) {
    return complaint([&] { simulate_problem<Hyperbola>(problem, {.world = world}, plan); });
  };
  EXPECT_EQ(message({{0.0, 0.0}}), "");
  expect_mentions(message({{0.0}}), {"means: 1", "2 arms"});
  expect_mentions(message({{1.0, nan}}), {"means", "possible mean"});
  expect_mentions(message({{0.0, 0.0}, {1.0, 1.0}}), {"sigmas: 2", "none"});
  // On a tie there is no answer; simulations of ties must be possible.
  EXPECT_EQ(message({{0.25, 0.0}}), "");
}

TEST(Misuse, NormalArmsNeedTheirSigmas) {
  const BestArm problem(Normal(), 2);
  const Plan plan{.rules = {parse_rule("rr")}, .runs = 1, .max_samples = 10};
  const auto message = [&](World world) {
    return complaint([&] { simulate_problem<BestArm<Normal>>(problem, {.world = world}, plan); });
  };
  EXPECT_EQ(message({{0.0, 1.0}, {1.0, 2.0}}), "");
  expect_mentions(message({{0.0, 1.0}}), {"sigmas: 0", "every arm"});
  expect_mentions(message({{0.0, 1.0}, {1.0, 0.0}}), {"sigmas", "positive"});
}

}  // namespace
}  // namespace mirador
