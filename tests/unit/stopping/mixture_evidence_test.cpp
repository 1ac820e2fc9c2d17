#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "martingales.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/stopping/mixture.hpp"
#include "problem_cases.hpp"
#include "standings.hpp"

/// The evidence of mixture stopping compared with direct implementations of its definition: grids
/// over θ, one martingale at a time. Uses nothing of refutation.hpp or mixture_judge.hpp.
namespace mirador::testing_support {
namespace {

/// The minimum over the means from `low` to `high`, with a grid that is denser towards the ends.
template <class Value>
double smallest_over(Value&& value, double low, double high) {
  double smallest = smallest_on_grid(value, low, high);
  for (double part = 1e-2; part > 1e-14; part *= 0.1) {
    smallest =
        std::min({smallest, value(low + part * (high - low)), value(high - part * (high - low))});
  }
  return smallest;
}

template <Problem P>
class ByHand {
 public:
  explicit ByHand(const Standing<P>& standing) : standing_(standing) {
    const auto [low, high] = std::minmax_element(standing.means().begin(), standing.means().end());
    const double width = 3.0 * (*high - *low) + 3.0;  // with few data the worst θ is far away
    low_ = std::max(*low - width, family().lowest_mean());
    high_ = std::min(*high + width, family().highest_mean());
  }

  /// log M⁺_a(θ) and log M⁻_a(θ).
  double above(Arm a, double theta) const {
    return log_m(family(), Side::above, standing_.stats()[a], theta);
  }
  double below(Arm a, double theta) const {
    return log_m(family(), Side::below, standing_.stats()[a], theta);
  }
  double good(Arm a, double theta) const { return highest() ? above(a, theta) : below(a, theta); }
  double bad(Arm a, double theta) const { return highest() ? below(a, theta) : above(a, theta); }

  /// Against "j is best, and the answer not good enough beside it".
  double best(Arm j) const {
    const Arm answer = standing_.closest().answer();
    const double enough = standing_.problem().good_enough(), shift = highest() ? -enough : enough;
    const auto value = [&](double theta) {
      double sum = 0.0;
      for (Arm i = 0; i < standing_.arms(); ++i) {
        if (i != j) sum += std::exp(good(i, i == answer ? theta + shift : theta));
      }
      return bad(j, theta) + std::log(sum / static_cast<double>(standing_.arms() - 1));
    };
    return smallest_over(value, std::max(low_, family().lowest_mean() - shift),
                         std::min(high_, family().highest_mean() - shift));
  }
  /// Against "j is at least as good as i".
  double pair(Arm i, Arm j) const {
    return over_theta([&](double theta) { return good(i, theta) + bad(j, theta); });
  }
  /// Against "i and j are at least ε apart".
  double apart(Arm i, Arm j) const { return std::min(ahead(i, j), ahead(j, i)); }

 private:
  const typename P::FamilyType& family() const { return standing_.problem().family(); }
  bool highest() const { return standing_.problem().ranking().direction == Direction::highest; }
  /// Against "the mean of i is at least that of j plus ε".
  double ahead(Arm i, Arm j) const {
    const double margin = standing_.problem().margin();
    const double low = std::max(low_ - margin, family().lowest_mean());
    const double high = std::min(high_ + margin, family().highest_mean() - margin);
    return smallest_over([&](double theta) { return below(i, theta + margin) + above(j, theta); },
                         low, high);
  }
  template <class Value>
  double over_theta(Value&& value) const {
    return smallest_over(value, low_, high_);
  }

  const Standing<P>& standing_;
  double low_, high_;
};

template <Problem P>
double best_arm_by_hand(const Standing<P>& standing) {
  const ByHand<P> by_hand(standing);
  double evidence = infinity;
  for (Arm j = 0; j < standing.arms(); ++j) {
    if (j != standing.closest().answer()) evidence = std::min(evidence, by_hand.best(j));
  }
  return evidence;
}

/// A risk of one half needs evidence log 2; values below that are not compared.
void expect_same(double evidence, double by_hand) {
  if (std::max(evidence, by_hand) < std::log(2.0)) return;
  EXPECT_NEAR(evidence, by_hand, 1e-5 * (1.0 + by_hand));
}

template <class Arms>
class MixtureEvidence : public testing::Test {
 protected:
  using F = typename Arms::Family;

  /// Calls look(standing) on random data of a problem.
  template <Problem P, class Look>
  void on_random_data(const P& problem, int trials, Look&& look) {
    Standing<P> standing(problem);
    for (int trial = 0; trial < trials; ++trial) {
      standing.clear();
      simulate_into(standing, {Arms::means(random_, problem.arms())},
                    random_pulls(random_, problem.arms()), random_());
      look(standing);
    }
  }

  F family_ = Arms::family();
  Random random_{41};
};

using FamilyArms =
    testing::Types<GaussianArms, BernoulliArms, PoissonArms, ExponentialArms, BoundedArms>;
TYPED_TEST_SUITE(MixtureEvidence, FamilyArms);

TYPED_TEST(MixtureEvidence, BestArmIsTheAverageOverRivals) {
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    for (const std::size_t arms : {2u, 4u}) {
      const BestArm problem(this->family_, arms, direction);
      this->on_random_data(problem, 6, [&](const auto& standing) {
        expect_same(MixtureStopping().evidence(standing), best_arm_by_hand(standing));
      });
    }
  }
}

TYPED_TEST(MixtureEvidence, ManyArmsTakeAShortCutToTheSameNumber) {
  const BestArm problem(this->family_, 12);
  this->on_random_data(problem, 2, [&](const auto& standing) {
    expect_same(MixtureStopping().evidence(standing), best_arm_by_hand(standing));
  });
}

TYPED_TEST(MixtureEvidence, AverageIsNeverWorseThanPairsWithAUnionBound) {
  const BestArm problem(this->family_, 4);
  this->on_random_data(problem, 6, [&](const auto& standing) {
    const ByHand by_hand(standing);
    const Arm answer = standing.closest().answer();
    double pairs = infinity;
    for (Arm j = 0; j < 4; ++j) {
      if (j != answer) pairs = std::min(pairs, by_hand.pair(answer, j));
    }
    EXPECT_GE(MixtureStopping().evidence(standing), pairs - std::log(3.0) - 1e-6);
  });
}

TYPED_TEST(MixtureEvidence, TopMIsTheWorstPair) {
  const TopM<typename TestFixture::F> problem(this->family_, {4, 2, Direction::lowest});
  this->on_random_data(problem, 4, [&](const auto& standing) {
    const ByHand by_hand(standing);
    const ArmSet& answer = standing.closest().answer();
    double expected = infinity;
    for (Arm i = 0; i < 4; ++i) {
      for (Arm j = 0; j < 4; ++j) {
        if (answer.contains(i) && !answer.contains(j)) {
          expected = std::min(expected, by_hand.pair(i, j));
        }
      }
    }
    expect_same(MixtureStopping().evidence(standing), expected);
    EXPECT_NEAR(MixtureStopping().required(standing, 0.1), std::log(4.0 / 0.1), 1e-12);
  });
}

TYPED_TEST(MixtureEvidence, ThresholdingIsTheWorstArm) {
  const Thresholding<typename TestFixture::F> problem(this->family_, {3, TypeParam::level});
  this->on_random_data(problem, 10, [&](const auto& standing) {
    double expected = infinity;
    for (Arm a = 0; a < 3; ++a) {
      const Side side = standing.means()[a] > TypeParam::level ? Side::above : Side::below;
      expected =
          std::min(expected, log_m(this->family_, side, standing.stats()[a], TypeParam::level));
    }
    EXPECT_NEAR(MixtureStopping().evidence(standing), expected, 1e-9);
    EXPECT_NEAR(MixtureStopping().required(standing, 0.1), std::log(3.0 / 0.1), 1e-12);
  });
}

TYPED_TEST(MixtureEvidence, SignedIsTheSum) {
  const Signed<typename TestFixture::F> problem(this->family_, {3, TypeParam::level});
  this->on_random_data(problem, 10, [&](const auto& standing) {
    double expected = 0.0;
    for (Arm a = 0; a < 3; ++a) {
      expected +=
          log_m(this->family_, standing.closest().answer(), standing.stats()[a], TypeParam::level);
    }
    EXPECT_NEAR(MixtureStopping().evidence(standing), expected, 1e-9);
    EXPECT_NEAR(MixtureStopping().required(standing, 0.1), std::log(2.0 / 0.1), 1e-12);
  });
}

/// Best-arm: the better of two ways, each at half of δ. The second settles every rival, as worse or
/// as within the margin, with a union bound over the pairs.
TYPED_TEST(MixtureEvidence, BestArmWithAMarginIsTheBetterOfTwoWays) {
  const double margin = 0.6 * TypeParam::spread;
  const BestArm problem(this->family_, 3, {Direction::lowest, margin});
  this->on_random_data(problem, 5, [&](const auto& standing) {
    const ByHand by_hand(standing);
    const Arm answer = standing.closest().answer();
    double settled = infinity;
    for (Arm a = 0; a < 3; ++a) {
      if (a == answer) continue;
      settled = std::min(settled, std::max(by_hand.pair(answer, a), by_hand.apart(answer, a)));
    }
    const double expected = std::max(best_arm_by_hand(standing), settled - std::log(3.0));
    expect_same(MixtureStopping().evidence(standing), expected);
    EXPECT_NEAR(MixtureStopping().required(standing, 0.1), std::log(2.0 / 0.1), 1e-12);
  });
}

/// Best-arm where an arm near the best is good enough: the answer's null lies that much lower, in
/// the same average, without a union bound.
TYPED_TEST(MixtureEvidence, GoodEnoughShiftsTheNullOfTheAnswer) {
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    const BestArm problem(this->family_, 3, {direction, 0.0, 0.3 * TypeParam::spread});
    this->on_random_data(problem, 5, [&](const auto& standing) {
      const double evidence = MixtureStopping().evidence(standing);
      expect_same(evidence, std::min(best_arm_by_hand(standing), standing.closest().value()));
      EXPECT_NEAR(MixtureStopping().required(standing, 0.1), -std::log(0.1), 1e-12);
    });
  }
}

/// The null of a pair is {λ_i <= λ_j}, a half-plane: its worst point is on the diagonal.
TYPED_TEST(MixtureEvidence, TheWorstNullIsACommonMean) {
  const BestArm problem(this->family_, 2);
  this->on_random_data(problem, 4, [&](const auto& standing) {
    const Arm i = standing.closest().answer(), j = 1 - i;
    const ByHand by_hand(standing);
    const double diagonal = by_hand.pair(i, j), width = 3.0 * TypeParam::spread;
    const double low = std::max(standing.means()[j] - width, this->family_.lowest_mean());
    const double high = std::min(standing.means()[i] + width, this->family_.highest_mean());
    constexpr int points = 40;
    for (int row = 0; row < points; ++row) {
      const double of_i = low + (high - low) * (row + 0.5) / points;
      for (int column = row; column < points; ++column) {
        const double of_j = low + (high - low) * (column + 0.5) / points;
        EXPECT_GE(by_hand.above(i, of_i) + by_hand.below(j, of_j), diagonal - 1e-9);
      }
    }
  });
}

/// The properties that the sentry uses: at a fixed centred sum a mixture falls with the pulls, and
/// at fixed pulls it rises with the sum and is convex in it.
TYPED_TEST(MixtureEvidence, FallsWithPullsAndIsConvexInTheSum) {
  std::uniform_real_distribution<double> share(0.05, 0.95);
  for (int trial = 0; trial < 60; ++trial) {
    const double theta = TypeParam::means(this->random_, 1)[0];
    const double pulls = std::floor(std::exp(1.0 + 6.0 * share(this->random_)));
    const double below = std::min(theta - this->family_.lowest_mean(), 3.0 * TypeParam::spread);
    const double room = std::min(this->family_.highest_mean() - theta, 3.0 * TypeParam::spread);
    const double sum = pulls * (theta - below + share(this->random_) * (below + room));
    const double step = 0.04 * pulls * std::min(below, room);
    const auto log_m = [&](double n, double s) {
      return this->family_.log_mixture_above({n, s}, theta);
    };
    EXPECT_LE(log_m(pulls + 5.0, sum + 5.0 * theta), log_m(pulls, sum) + 1e-9);
    const double up = log_m(pulls, sum + step), down = log_m(pulls, sum - step);
    EXPECT_GE(up, log_m(pulls, sum) - 1e-9);
    EXPECT_GE(0.5 * (up + down), log_m(pulls, sum) - 1e-9);
  }
}

/// With increasing means, if b were the correct arm, the means of b and the arm before it would be
/// below the line λ_{b-1} + λ_b = 2τ, those of b and the arm after it above λ_b + λ_{b+1} = 2τ. A
/// rival above the answer is dismissed by the first line, one below it by the second; the arms
/// beyond the neighbour share a tenth of its weight.
template <Family F>
double nearest_of_the_lines(const Standing<Closest<F>>& standing) {
  const F& family = standing.problem().family();
  const double level = standing.problem().level();
  const auto against = [&](Arm b, Side claimed) {
    const bool up = claimed == Side::above;
    const Arm next = up ? b - 1 : b + 1, first = up ? 0 : b + 2,
              last = up ? b - 1 : standing.arms();
    const auto at = [&](double theta) {
      const double near = up ? theta : 2.0 * level - theta;
      const auto m = [&](Arm a) {
        return std::exp(log_m(family, claimed, standing.stats()[a], near));
      };
      double others = 0.0;
      for (Arm a = first; a < last; ++a) others += m(a) / static_cast<double>(last - first);
      const double average = first < last ? 0.9 * m(next) + 0.1 * others : m(next);
      return std::log(average) + log_m(family, claimed, standing.stats()[b], 2.0 * level - near);
    };
    double smallest = infinity;
    const double low =
        std::max({family.lowest_mean(), 2.0 * level - family.highest_mean(), level - 20.0});
    constexpr int pieces = 6;  // closer valleys count as one
    for (int piece = 0; piece < pieces; ++piece) {
      const double from = low + (level - low) * piece / pieces,
                   to = low + (level - low) * (piece + 1) / pieces;
      smallest = std::min(smallest, smallest_over(at, from, to));
    }
    return smallest;
  };
  const Arm answer = standing.closest().answer();
  double smallest = infinity;
  for (Arm b = 0; b < standing.arms(); ++b) {
    if (b < answer) smallest = std::min(smallest, against(b, Side::below));
    if (b > answer) smallest = std::min(smallest, against(b, Side::above));
  }
  return smallest;
}

template <class Arms>
void expect_nearest_of_the_lines(std::uint64_t seed) {
  using F = typename Arms::Family;
  const Closest<F> problem(Arms::family(), {4, Arms::level});
  Random random(seed);
  Standing standing(problem);
  for (int trial = 0; trial < 20; ++trial) {
    standing.clear();
    Vector means = Arms::means(random, 4);
    std::sort(means.begin(), means.end());
    const std::vector<int> pulls = random_pulls(random, 4);  // first, with every compiler
    simulate_into(standing, {means}, pulls, random());
    expect_same(MixtureStopping().evidence(standing), nearest_of_the_lines(standing));
    EXPECT_NEAR(MixtureStopping().required(standing, 0.1), std::log(2.0 / 0.1), 1e-12);
  }
}

template <Family F>
void add(Standing<Closest<F>>& standing, Arm arm, int pulls, double sum) {
  for (int i = 0; i < pulls; ++i) standing.add(arm, sum / pulls);
}

/// The means of b-1 and b lie on the line at the same θ, but the minimum may be elsewhere.
TEST(MixtureClosest, TwoMeansOnTheLineAtTheSamePlace) {
  const Closest<Gaussian> problem(Gaussian(1.0), {3, 0.0});
  Standing standing(problem);
  add(standing, 0, 100, 40.625), add(standing, 1, 16, -4.0), add(standing, 2, 16, 4.0);
  EXPECT_NEAR(MixtureStopping().evidence(standing), nearest_of_the_lines(standing), 1e-3);
  const Closest<Bernoulli> coins(Bernoulli(), {3, 0.5});
  Standing thrown(coins);
  const int heads[] = {122, 6, 10}, throws[] = {200, 16, 16};
  for (Arm a = 0; a < 3; ++a) {
    for (int i = 0; i < throws[a]; ++i) thrown.add(a, i < heads[a] ? 1.0 : 0.0);
  }
  EXPECT_NEAR(MixtureStopping().evidence(thrown), nearest_of_the_lines(thrown), 1e-3);
}

/// At the end of the range, where the search starts here, several averaged terms are infinite.
TEST(MixtureClosest, SeveralInfiniteTermsAtTheGuess) {
  const Closest<Bernoulli> coins(Bernoulli(), {4, 0.5});
  Standing thrown(coins);
  const int heads[] = {4, 4, 0, 4}, throws[] = {48, 37, 6, 4};
  for (Arm a = 0; a < 4; ++a) {
    for (int i = 0; i < throws[a]; ++i) thrown.add(a, i < heads[a] ? 1.0 : 0.0);
  }
  EXPECT_NEAR(MixtureStopping().evidence(thrown), nearest_of_the_lines(thrown), 1e-3);
}

TEST(MixtureClosest, IsTheNearestOfTheLines) {
  expect_nearest_of_the_lines<GaussianArms>(51);
  expect_nearest_of_the_lines<BernoulliArms>(52);
  expect_nearest_of_the_lines<PoissonArms>(53);
  expect_nearest_of_the_lines<BoundedArms>(54);
}

}  // namespace
}  // namespace mirador::testing_support
