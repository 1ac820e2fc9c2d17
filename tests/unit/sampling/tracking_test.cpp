#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "mirador/sampling/lma.hpp"
#include "play.hpp"
#include "points.hpp"
#include "problem_cases.hpp"

namespace mirador::testing_support {
namespace {

/// Σ_{s<=t} of the mirror weights w̃(s) and of the mixed weights w'(s), uniform up to s = K.
class TargetSums {
 public:
  explicit TargetSums(std::size_t arms) : plain_(arms, 1.0), mixed_(arms, 1.0) {}

  /// Adds w̃(t+1), learned after t pulls.
  void add(std::span<const double> weights, std::uint64_t t) {
    const double share = 0.25 / std::sqrt(static_cast<double>(t));
    for (std::size_t a = 0; a < plain_.size(); ++a) {
      plain_[a] += weights[a];
      mixed_[a] += (1.0 - share) * weights[a] + share / static_cast<double>(plain_.size());
    }
  }
  const Vector& plain() const { return plain_; }
  const Vector& mixed() const { return mixed_; }

 private:
  Vector plain_, mixed_;
};

/// Proposition "Tracking" of the paper, at every round of a real trajectory:
///   |Σ w̃(s) - N(t)|_∞ <= 2K√t,  N_a(t) >= √t/(4K) - 2K, and |Σ w'(s) - N(t)|_∞ <= K.
template <Problem P, class Learner>
void expect_tracking(const P& problem, const Vector& means, const Learner& learner) {
  const std::size_t arms = problem.arms();
  const auto k = static_cast<double>(arms);
  for (std::uint64_t replication = 0; replication < 3; ++replication) {
    Play play(problem, means, LazyMirrorAscent(problem, learner), {91, replication});
    TargetSums sums(arms);
    for (std::uint64_t t = 1; t <= 3000; ++t) {
      play.step();
      if (t < arms) continue;
      const double root = std::sqrt(static_cast<double>(t));
      const auto counts = play.standing().counts();
      for (Arm a = 0; a < arms; ++a) {
        ASSERT_LE(std::abs(sums.plain()[a] - counts[a]), 2.0 * k * root) << "round " << t;
        ASSERT_LE(std::abs(sums.mixed()[a] - counts[a]), k) << "round " << t;
        ASSERT_GE(counts[a], root / (4.0 * k) - 2.0 * k) << "round " << t;
      }
      sums.add(play.rule().weights(), t);
      // The rule stores only the differences.
      for (Arm a = 0; a < arms; ++a) {
        ASSERT_NEAR(play.rule().deficits()[a], sums.mixed()[a] - counts[a], 1e-9);
      }
    }
  }
}

template <Problem P>
void expect_tracking(const P& problem, const Vector& means) {
  const std::size_t arms = problem.arms();
  expect_tracking(problem, means, AdaHedge(arms));
  expect_tracking(problem, means, ExponentialWeights(arms, {1.0, Decay::inverse_root}));
  expect_tracking(problem, means, ExponentialWeights(arms, {100.0, Decay::inverse_root}));
}

TEST(Tracking, BestArm) { expect_tracking(BestArm(Gaussian(1.0), 4), {1.0, 0.85, 0.8, 0.75}); }

TEST(Tracking, BestArmWithATie) { expect_tracking(BestArm(Gaussian(1.0), 3), {1.0, 1.0, 0.0}); }

TEST(Tracking, TopM) {
  expect_tracking(TopM<Gaussian>(Gaussian(1.0), {5, 2}), {1.0, 0.9, 0.4, 0.2, 0.0});
}

TEST(Tracking, Thresholding) {
  expect_tracking(Thresholding<Gaussian>(Gaussian(1.0), {3, 0.5}), {0.9, 0.3, 0.6});
}

TEST(Tracking, Signed) {
  expect_tracking(Signed<Gaussian>(Gaussian(1.0), {3, 0.0}), {0.3, 0.1, 1.0});
}

TEST(Tracking, Closest) { expect_tracking(Closest(Gaussian(1.0), {4, 0.5}), {0.0, 0.4, 0.9, 1.5}); }

TEST(Tracking, Polyhedral) { expect_tracking(PolyhedralCase::make(3), {0.1, -0.2, 0.3}); }

TEST(Tracking, Hyperbola) { expect_tracking(Hyperbola(), {0.0, 0.0}); }

}  // namespace
}  // namespace mirador::testing_support
