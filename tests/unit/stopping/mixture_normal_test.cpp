#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mirador/family/variance_bound.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/stopping/mixture.hpp"
#include "mirador/stopping/watch.hpp"
#include "standings.hpp"

/// Mixture stopping with unknown variances.
namespace mirador::testing_support {
namespace {

using Question = BestArm<Normal>;

/// log of 0.85 · (M_j⁻ · average of the M_i⁺, all mixed with 1) + 0.15 · (average of the V), at one
/// common mean and one standard deviation per arm: a martingale of mean one at the true values.
double log_martingale(const Standing<Question>& standing, Arm j, double theta,
                      const Vector& sigmas) {
  const auto mixed = [](double log_m) { return 0.15 + 0.85 * std::exp(log_m); };
  const double arms = static_cast<double>(standing.arms());
  double average = 0.0, spread = 0.0, below = 0.0;
  for (Arm a = 0; a < standing.arms(); ++a) {
    const ArmData data = standing.stats()[a];
    const Gaussian family(sigmas[a]);
    if (a == j) {
      below = mixed(family.log_mixture_below(data, theta));
    } else {
      average += mixed(family.log_mixture_above(data, theta)) / (arms - 1.0);
    }
    const SpreadData squares{data.pulls - 1.0, data.pulls * standing.stats().variances()[a]};
    spread += std::exp(log_variance_mixture(squares, sigmas[a] * sigmas[a])) / arms;
  }
  return std::log(0.85 * below * average + 0.15 * spread);
}

/// Its minimum over a grid of means, including the arms' own and close to them, and of standard
/// deviations from a fifth of the observed one to four times it.
double smallest_martingale(const Standing<Question>& standing, Arm j) {
  Vector thetas;
  const double low = *std::min_element(standing.means().begin(), standing.means().end());
  const double high = *std::max_element(standing.means().begin(), standing.means().end());
  for (int i = -8; i <= 32; ++i) thetas.push_back(low + (high - low) * i / 24.0);
  for (const double mean : standing.means()) {
    for (const double off : {-1e-9, 0.0, 1e-9}) thetas.push_back(mean + off * (high - low));
  }
  const std::size_t arms = standing.arms();
  constexpr int points = 11;
  const auto sigma = [&](Arm a, int k) {
    return std::sqrt(standing.stats().variances()[a]) * 0.2 * std::pow(20.0, k / (points - 1.0));
  };
  int combinations = 1;
  for (std::size_t a = 0; a < arms; ++a) combinations *= points;
  double smallest = INFINITY;
  Vector sigmas(arms);
  for (const double theta : thetas) {
    for (int code = 0; code < combinations; ++code) {
      for (Arm a = 0, rest = static_cast<Arm>(code); a < arms; ++a, rest /= points) {
        sigmas[a] = sigma(a, static_cast<int>(rest % points));
      }
      smallest = std::min(smallest, log_martingale(standing, j, theta, sigmas));
    }
  }
  return smallest;
}

Standing<Question> random_standing(const Question& problem, Random& random, double separation) {
  const std::size_t arms = problem.arms();
  Standing standing(problem);
  World world{normal_vector(random, arms, separation), uniform_vector(random, arms, 0.3, 2.0)};
  simulate_into(standing, world, random_pulls(random, arms), random());
  return standing;
}

/// The rule may use at most the whole martingale.
TEST(MixtureNormal, EvidenceNeverExceedsTheMartingale) {
  Random random(61);
  for (int trial = 0; trial < 24; ++trial) {
    const Question problem(Normal(), trial < 20 ? 2 : 3);
    const auto standing = random_standing(problem, random, 1.5);
    double smallest = INFINITY;
    for (Arm j = 0; j < problem.arms(); ++j) {
      if (j != standing.closest().answer()) {
        smallest = std::min(smallest, smallest_martingale(standing, j));
      }
    }
    const double evidence = MixtureStopping().evidence(standing);
    EXPECT_LE(evidence, smallest + 1e-5) << "trial " << trial;
  }
}

Standing<Question> transformed(const Question& problem, const Vector& rewards, double shift,
                               double factor) {
  Standing standing(problem);
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    standing.add(i % problem.arms(), shift + factor * rewards[i]);
  }
  return standing;
}

TEST(MixtureNormal, DependsOnNeitherUnitNorOrigin) {
  const Question problem(Normal(), 3);
  Random random(62);
  for (int trial = 0; trial < 10; ++trial) {
    Vector rewards = normal_vector(random, 90);
    for (std::size_t i = 0; i < rewards.size(); i += 3) rewards[i] = 1.5 + 2.0 * rewards[i];
    const double evidence = MixtureStopping().evidence(transformed(problem, rewards, 0.0, 1.0));
    for (const double factor : {1e-3, 1e3, 1e-60, 1e60}) {
      const auto scaled = transformed(problem, rewards, 0.0, factor);
      EXPECT_NEAR(MixtureStopping().evidence(scaled), evidence, 2e-6);
    }
    for (const double shift : {-5.0, 1e4}) {
      const auto moved = transformed(problem, rewards, shift, 1.0);
      EXPECT_NEAR(MixtureStopping().evidence(moved), evidence, 2e-6);
    }
  }
}

TEST(MixtureNormal, EvidenceDoesNotHangOnRounding) {
  // The same data in another order: sums and means differ in their last digits only.
  const Question problem(Normal(), 2);
  Random random(63);
  for (int trial = 0; trial < 20; ++trial) {
    Vector one = normal_vector(random, 20), two = normal_vector(random, 20);
    const auto evidence = [&] {
      Standing standing(problem);
      for (const double x : one) standing.add(0, 0.9 + x);
      for (const double x : two) standing.add(1, x);
      return MixtureStopping().evidence(standing);
    };
    const double before = evidence();
    std::shuffle(one.begin(), one.end(), random);
    std::shuffle(two.begin(), two.end(), random);
    EXPECT_NEAR(evidence(), before, 3e-6);
  }
}

template <Problem P>
void expect_no_evidence(const P& problem, const std::vector<Vector>& data) {
  Standing standing(problem);
  for (Arm a = 0; a < data.size(); ++a) {
    for (const double x : data[a]) standing.add(a, x);
  }
  const double evidence = MixtureStopping().evidence(standing);
  EXPECT_LE(evidence, 0.0);
  Sentry sentry(problem.arms());
  EXPECT_FALSE(MixtureStopping().met(standing, 0.99, sentry));
}

template <class Look>
void on_every_problem(std::size_t arms, Look&& look) {
  for (const double margin : {0.0, 0.5}) {
    look(BestArm<Normal>(Normal(), arms, {Direction::highest, margin}));
    look(BestArm<Normal>(Normal(), arms, {Direction::lowest, margin}));
    look(TopM<Normal>(Normal(), {arms, 1, {Direction::highest, margin}}));
    look(Thresholding<Normal>(Normal(), {arms, 0.3, margin}));
  }
  look(Signed<Normal>(Normal(), {arms, 0.3}));
}

TEST(MixtureNormal, ConstantDataAreNoEvidence) {
  on_every_problem(2, [](const auto& problem) {
    for (const double value : {0.0, 0.1, -7.0, 1e-30}) {
      expect_no_evidence(problem, {Vector(1000, 5.0), Vector(1000, value)});
    }
    expect_no_evidence(problem, {Vector(2, 5.0), Vector(2, 5.0)});
  });
}

/// Repeating 0.1 gives sums, hence means, that differ from it in the last digits.
TEST(MixtureNormal, RoundingIsNotSpread) {
  on_every_problem(2, [](const auto& problem) {
    expect_no_evidence(problem, {Vector(10000, 0.1), Vector(10000, 1.7)});
  });
}

TEST(MixtureNormal, AConstantArmNextToOthersIsNeverSettled) {
  Random random(64);
  Vector spread = normal_vector(random, 400);
  for (double& x : spread) x += 20.0;
  const std::vector<Vector> data = {spread, Vector(10000, 0.1), spread};
  expect_no_evidence(BestArm<Normal>(Normal(), 3), data);
  expect_no_evidence(BestArm<Normal>(Normal(), 3, Direction::lowest), data);
  expect_no_evidence(BestArm<Normal>(Normal(), 3, {Direction::highest, 0.5}), data);
  expect_no_evidence(TopM<Normal>(Normal(), {3, 2}), data);
  expect_no_evidence(Thresholding<Normal>(Normal(), {3, 5.0}), data);
}

TEST(MixtureNormal, TheWatchNoticesThatAnArmIsNotConstantAnyMore) {
  const BestArm<Normal> problem(Normal(), 2);
  Standing standing(problem);
  Random random(65);
  for (const double x : normal_vector(random, 50)) standing.add(0, 10.0 + x);
  for (int i = 0; i < 1000; ++i) standing.add(1, 5.0);
  Watch<BestArm<Normal>, MixtureStopping> watch(problem, MixtureStopping(),
                                                std::vector<double>{0.1});
  watch.update(standing, 1, [](auto) {});
  EXPECT_FALSE(watch.done());
  standing.add(1, 11.0);  // so far off that it contradicts its arm's claim and shows its scale
  watch.update(standing, 1, [](auto) {});
  EXPECT_TRUE(watch.done());
}

}  // namespace
}  // namespace mirador::testing_support
