#include "mirador/sampling/learner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "points.hpp"

namespace mirador::testing_support {
namespace {

constexpr std::size_t arms = 5;

/// Computes the gains of round t (from 1) from the current weights.
using Opponent = std::function<Vector(std::uint64_t, std::span<const double>)>;

Opponent random_gains(std::uint64_t seed, double scale) {
  return [random = Random(seed), scale](std::uint64_t, std::span<const double>) mutable {
    Vector gain = random_weights(random, arms);
    for (double& g : gain) g *= scale;
    return gain;
  };
}

/// Pays only the arm with the least weight: the worst case for exponential weights.
Opponent spiteful(double scale) {
  return [scale](std::uint64_t t, std::span<const double> w) {
    Vector gain(w.size(), 0.0);
    const auto least = std::min_element(w.begin(), w.end()) - w.begin();
    gain[static_cast<std::size_t>(least)] = scale * (t % 7 == 0 ? 5.0 : 1.0);
    return gain;
  };
}

std::vector<Opponent> opponents() {
  return {random_gains(1, 1.0), random_gains(2, 1e-3), spiteful(1.0), spiteful(30.0)};
}

void expect_on_simplex(std::span<const double> w) {
  double sum = 0.0;
  for (const double weight : w) {
    EXPECT_GE(weight, 0.0);
    sum += weight;
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

/// Plays the rounds 1..rounds and calls after(t, gain, regret) with Σ f_s·(e_best - w_s) so far.
template <class Learner, class After>
void play(Learner& learner, Opponent opponent, std::uint64_t rounds, After&& after) {
  Vector totals(arms, 0.0);
  double earned = 0.0;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    const Vector gain = opponent(t, learner.weights());
    earned += dot(gain, learner.weights());
    for (std::size_t a = 0; a < arms; ++a) totals[a] += gain[a];
    learner.learn(gain, Round(t + 1));
    expect_on_simplex(learner.weights());
    after(t, gain, *std::max_element(totals.begin(), totals.end()) - earned);
  }
}

TEST(ExponentialWeights, RegretBoundOfThePaper) {
  for (const ExponentialWeights::Schedule schedule :
       {ExponentialWeights::Schedule{1.0, Decay::inverse_root},
        ExponentialWeights::Schedule{0.05, Decay::inverse_root},
        ExponentialWeights::Schedule{0.02, Decay::none},
        ExponentialWeights::Schedule{0.5, Decay::none}}) {
    for (const Opponent& opponent : opponents()) {
      ExponentialWeights learner(arms, schedule);
      double squares = 0.0;
      play(learner, opponent, 1500, [&](std::uint64_t t, const Vector& gain, double regret) {
        const double ceiling = *std::max_element(gain.begin(), gain.end());
        squares += 2.0 * learner.rate(Round(t)) * ceiling * ceiling;
        EXPECT_LE(regret, std::log(static_cast<double>(arms)) / learner.rate(Round(t)) + squares);
      });
    }
  }
}

TEST(ExponentialWeights, IsASoftmaxOfTheSums) {
  ExponentialWeights learner(2, {0.5, Decay::inverse_root});
  learner.learn(Vector{1.0, 0.0}, Round(2));
  learner.learn(Vector{2.0, 1.0}, Round(3));
  const double odds = std::exp(0.5 / std::sqrt(3.0) * (3.0 - 1.0));
  EXPECT_NEAR(learner.weights()[0], odds / (1.0 + odds), 1e-15);
  learner.start();
  EXPECT_EQ(learner.weights()[0], 0.5);
}

TEST(AdaHedge, RegretIsAtMostTwiceTheMixabilityGap) {
  for (const Opponent& opponent : opponents()) {
    AdaHedge learner(arms);
    double before = 0.0;
    play(learner, opponent, 1500, [&](std::uint64_t, const Vector&, double regret) {
      const double gap = learner.mixability_gap();
      EXPECT_LE(regret, 2.0 * gap + 1e-9 * (1.0 + gap));
      EXPECT_GE(gap, before);
      before = gap;
    });
  }
}

TEST(AdaHedge, RegretGrowsLikeTheRootOfTheTime) {
  // de Rooij et al. 2014, Corollary 9: regret <= S √(T log K) + S (16/3 log K + 2) for range S.
  AdaHedge learner(arms);
  const double log_arms = std::log(static_cast<double>(arms));
  play(learner, spiteful(1.0), 4000, [&](std::uint64_t t, const Vector&, double regret) {
    EXPECT_LE(regret,
              5.0 * (std::sqrt(static_cast<double>(t) * log_arms) + 16.0 / 3.0 * log_arms + 2.0));
  });
}

TEST(AdaHedge, ScaleDoesNotMatter) {
  for (const double scale : {1e6, 1e-6, 0x1.0p60}) {
    AdaHedge plain(arms), scaled(arms);
    Random random(3);
    for (std::uint64_t t = 1; t <= 500; ++t) {
      Vector gain = random_weights(random, arms);
      plain.learn(gain, Round(t + 1));
      for (double& g : gain) g *= scale;
      scaled.learn(gain, Round(t + 1));
      for (std::size_t a = 0; a < arms; ++a) {
        EXPECT_NEAR(scaled.weights()[a], plain.weights()[a], 1e-9);
      }
    }
  }
}

TEST(AdaHedge, StartForgets) {
  AdaHedge learner(arms), fresh(arms);
  play(learner, spiteful(2.0), 100, [](auto&&...) {});
  learner.start();
  EXPECT_EQ(learner.mixability_gap(), 0.0);
  Random one(4), two(4);
  for (std::uint64_t t = 1; t < 50; ++t) {
    learner.learn(random_weights(one, arms), Round(t + 1));
    fresh.learn(random_weights(two, arms), Round(t + 1));
    EXPECT_TRUE(
        std::equal(fresh.weights().begin(), fresh.weights().end(), learner.weights().begin()));
  }
}

template <class Learner>
void expect_robust(Learner learner) {
  const std::vector<Vector> gains = {
      Vector(arms, 0.0),    {1e-300, 0, 0, 0, 0}, {1e150, 1, 0, 0, 0}, {0, 1e150, 0, 0, 1e-150},
      {0, 0, 5e-324, 0, 0}, {1, 1, 1, 1, 1},      {0, 0, 0, 1e12, 0},  {1e-12, 0, 0, 0, 0}};
  for (std::uint64_t t = 1; t <= 400; ++t) {
    learner.learn(gains[(t * t + t / 8) % gains.size()], Round(t + 1));
    expect_on_simplex(learner.weights());
  }
}

TEST(Learners, HugeAndTinyGainsStayOnTheSimplex) {
  expect_robust(AdaHedge(arms));
  expect_robust(ExponentialWeights(arms, {1.0, Decay::inverse_root}));
  expect_robust(ExponentialWeights(arms, {1e6, Decay::none}));
}

}  // namespace
}  // namespace mirador::testing_support
