#include "mirador/stopping/glr.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/exp_sinh.hpp>
#include <cmath>

#include "mirador/family/bernoulli.hpp"
#include "mirador/problem/best_arm.hpp"
#include "standings.hpp"

namespace mirador {
namespace {

using testing_support::pulls;

const BestArm<Gaussian> three(Gaussian(1.0), 3);

TEST(HeuristicThreshold, Formula) {
  const HeuristicThreshold threshold;
  // log((1 + log 100)/0.1) and log((1 + log 3)/0.01), computed by hand.
  EXPECT_NEAR(threshold.level(three, pulls({40, 30, 30}), 0.1), 4.0262745, 1e-6);
  EXPECT_NEAR(threshold.level(three, pulls({1, 1, 1}), 0.01), 5.3464465, 1e-6);
}

TEST(MenardThreshold, Constants) {
  EXPECT_NEAR(MenardThreshold::prior_constant(0.5), 1.0 / (4.0 * std::sqrt(2.0)), 1e-16);
  EXPECT_NEAR(1.0 - 2.0 * std::log(MenardThreshold::prior_constant(0.5)), 4.46574, 5e-6);
  EXPECT_NEAR(MenardThreshold::constant(), 25.79442, 5e-6);
}

TEST(MenardThreshold, PriorDensityIntegratesToOne) {
  boost::math::quadrature::exp_sinh<double> integrator;
  for (const double b : {0.5, 1.0, 2.0}) {
    // With u = |log|λ||, the four halves (two signs of λ, two sides of |λ| = 1) are equal.
    const double mass = integrator.integrate([b](double u) {
      return 4.0 * MenardThreshold::prior_constant(b) * std::pow(u + 2.0, -1.0 - b);
    });
    EXPECT_NEAR(mass, 1.0, 1e-7);
  }
}

TEST(MenardThreshold, Formula) {
  const double x = std::log(100.0);
  const double expected = x + 2.0 * std::log(4.0 * x + 1.0) +
                          6.0 * (std::log(std::log(50.0) + 3.0) + std::log(std::log(7.0) + 3.0)) +
                          2.0 * 25.79442;
  EXPECT_NEAR(MenardThreshold().level(three, pulls({50, 7}), 0.01), expected, 2e-5);
}

TEST(Glr, EvidenceIsTheValueAtTheCounts) {
  const BestArm<Gaussian> problem(Gaussian(2.0), 2);
  Standing standing(problem);
  for (const double reward : {1.0, 3.0, 5.0}) standing.add(0, reward);
  standing.add(1, 0.5);
  // ½ Δ² N₁N₂/(N₁+N₂)/σ² with Δ = 2.5.
  EXPECT_NEAR(HeuristicStopping().evidence(standing), 0.5 * 6.25 * 0.75 / 4.0, 1e-15);
}

TEST(Glr, StatusesByFamily) {
  EXPECT_EQ(HeuristicStopping().guarantee(BestArm(Gaussian(1.0), 2)).status, Status::heuristic);
  EXPECT_EQ(MenardStopping().guarantee(BestArm(Gaussian(1.0), 2)).status, Status::proved);
  EXPECT_EQ(MenardStopping().guarantee(BestArm(Bernoulli(), 2)).status, Status::heuristic);
  EXPECT_EQ(to_string(Status::proved), "proved");
  EXPECT_EQ(to_string(Status::asymptotic), "asymptotic");
  EXPECT_EQ(to_string(Status::heuristic), "heuristic");
}

}  // namespace
}  // namespace mirador
