#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "allocations.hpp"
#include "play.hpp"
#include "points.hpp"
#include "problem_cases.hpp"

/// What every sampling rule promises, on every problem it serves. A rule case has
///   make(problem)            the rule
///   least_pulls(t, K)        what every arm has after t pulls: proved, or far from what a right
///                            rule could miss
///   spreads                  do open tickets steer the next arm away?
///   settled                  steps after which its buffers have their final size
///   many                     arms at most in the test of large K; 1000 where it is not given
namespace mirador::testing_support {

template <class RuleCaseType, class ProblemCaseType>
struct Pair {
  using RuleCase = RuleCaseType;
  using ProblemCase = ProblemCaseType;
};

/// The rule with every problem of support/problem_cases.hpp, Gaussian arms.
template <class RuleCase>
using WithEveryProblem =
    testing::Types<Pair<RuleCase, HighestBestArm>, Pair<RuleCase, LowestBestArm>,
                   Pair<RuleCase, HighestTopM>, Pair<RuleCase, LowestTopM>,
                   Pair<RuleCase, ThresholdingCase>, Pair<RuleCase, SignedCase>,
                   Pair<RuleCase, ClosestCase>, Pair<RuleCase, PolyhedralCase>,
                   Pair<RuleCase, ConesCase>, Pair<RuleCase, HyperbolaCase>>;

/// The rule with a problem or more of every family.
template <class RuleCase>
using WithEveryFamily =
    testing::Types<Pair<RuleCase, BernoulliBestArm>, Pair<RuleCase, BoundedBestArm>,
                   Pair<RuleCase, PoissonThresholding>, Pair<RuleCase, ExponentialSigned>,
                   Pair<RuleCase, BernoulliTopM>, Pair<RuleCase, BernoulliClosest>>;

template <class PairType>
class RuleContract : public testing::Test {
 protected:
  using RuleCase = typename PairType::RuleCase;
  using ProblemCase = typename PairType::ProblemCase;
  using P = typename ProblemCase::Type;
  using Rule = decltype(RuleCase::make(std::declval<const P&>()));

  static constexpr std::size_t arms = std::min<std::size_t>(ProblemCase::sizes.back(), 3);

  Play<P, Rule> play(RandomKey key = {5, 1}) const {
    return {problem_, means_, RuleCase::make(problem_), key};
  }
  static std::vector<Arm> arms_of(const std::vector<Told>& log) {
    std::vector<Arm> chosen;
    for (const Told& told : log) chosen.push_back(told.arm);
    return chosen;
  }

  /// Opens tickets as a user with many hands would; returns their arms.
  static std::vector<Arm> open_tickets(Play<P, Rule>& play, std::size_t count) {
    std::vector<Arm> opened;
    for (std::size_t i = 0; i < count; ++i) {
      opened.push_back(play.ask());
      play.standing().open(opened.back());
    }
    return opened;
  }

  static std::size_t many() {
    if constexpr (requires { RuleCase::many; }) {
      return std::min(ProblemCase::large, RuleCase::many);
    } else {
      return ProblemCase::large;
    }
  }

  P problem_ = ProblemCase::make(arms);
  Random random_{31};
  Vector means_ = ProblemCase::inside(random_, arms);
};
TYPED_TEST_SUITE_P(RuleContract);

TYPED_TEST_P(RuleContract, EveryArmOnceAndThenLegalArms) {
  auto play = this->play();
  const auto log = play.steps(400);
  for (Arm a = 0; a < this->arms; ++a) EXPECT_EQ(log[a].arm, a);
  for (const Told& told : log) EXPECT_LT(told.arm, this->arms);
}

TYPED_TEST_P(RuleContract, SameKeySameArmsAlsoAfterARestart) {
  auto play = this->play();
  const auto first = play.steps(300);
  EXPECT_EQ(this->play().steps(300), first);
  play.start({6, 2});
  const auto other = play.steps(300);
  EXPECT_NE(other, first);
  play.start({5, 1});
  EXPECT_EQ(play.steps(300), first);
}

TYPED_TEST_P(RuleContract, AskingChangesNothing) {
  auto curious = this->play();
  std::vector<Told> log;
  for (int i = 0; i < 300; ++i) {
    const Arm arm = curious.ask();
    EXPECT_EQ(curious.ask(), arm);
    log.push_back(curious.step());
  }
  EXPECT_EQ(log, this->play().steps(300));
}

TYPED_TEST_P(RuleContract, ReplayOfALogGivesTheSameArms) {
  auto live = this->play();
  const auto log = live.steps(300);
  auto replay = this->play();
  for (const Told& told : log) {
    EXPECT_EQ(replay.ask(), told.arm);
    replay.tell(told);
  }
  // Nor does it matter that nobody asked before.
  auto silent = this->play();
  for (const Told& told : log) silent.tell(told);
  EXPECT_EQ(silent.steps(50), live.steps(50));
}

TYPED_TEST_P(RuleContract, Explores) {
  auto play = this->play();
  for (std::uint64_t t = 1; t <= 2000; ++t) {
    play.step();
    if (t % 100 != 0) continue;
    const auto counts = play.standing().counts();
    const double least = *std::min_element(counts.begin(), counts.end());
    EXPECT_GE(least, TypeParam::RuleCase::least_pulls(static_cast<double>(t), this->arms)) << t;
  }
}

TYPED_TEST_P(RuleContract, OpenTicketsAreLegalSpreadAndReversible) {
  auto play = this->play();
  for (const std::uint64_t steps : {0u, 1u, 60u}) {
    play.steps(steps);
    const Arm before = play.ask();
    const std::size_t count = 2 * play.standing().total() + 3 * this->arms;
    auto opened = this->open_tickets(play, count);
    for (const Arm arm : opened) EXPECT_LT(arm, this->arms);
    for (const Arm arm : opened) play.standing().close(arm);
    EXPECT_EQ(play.ask(), before);
    std::sort(opened.begin(), opened.end());
    if (TypeParam::RuleCase::spreads) {
      EXPECT_NE(opened.front(), opened.back()) << steps;
    }
  }
}

TYPED_TEST_P(RuleContract, ResultsMayComeLateAndOutOfOrder) {
  auto play = this->play();
  std::vector<Arm> waiting = this->open_tickets(play, 6);
  for (int i = 0; i < 400; ++i) {
    const std::size_t which = this->random_() % waiting.size();
    const Arm arm = waiting[which];
    play.standing().close(arm);
    play.tell(play.measure(arm));
    waiting[which] = play.ask();
    ASSERT_LT(waiting[which], this->arms);
    play.standing().open(waiting[which]);
  }
  EXPECT_EQ(play.standing().total(), 400u);
  EXPECT_EQ(play.standing().total_pending(), 6u);
}

TYPED_TEST_P(RuleContract, SettledStepsDoNotAllocate) {
  auto play = this->play();
  play.steps(TypeParam::RuleCase::settled);
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 200; ++i) play.step();
            }),
            0u);
}

TYPED_TEST_P(RuleContract, TwoArmsAndMany) {
  using Case = typename TypeParam::ProblemCase;
  for (const std::size_t size : {std::size_t{2}, this->many()}) {
    if (size == 0) continue;  // the problem has a fixed size
    const auto problem = Case::make(size);
    const Vector means = Case::inside(this->random_, size);
    Play play(problem, means, TypeParam::RuleCase::make(problem), RandomKey{5, 2});
    for (std::size_t step = 0; step < size + 25; ++step) {
      ASSERT_LT(play.ask(), size);
      play.step();
    }
    EXPECT_TRUE(std::isfinite(play.standing().closest().value()));
  }
}

REGISTER_TYPED_TEST_SUITE_P(RuleContract, TwoArmsAndMany, EveryArmOnceAndThenLegalArms,
                            SameKeySameArmsAlsoAfterARestart, AskingChangesNothing,
                            ReplayOfALogGivesTheSameArms, Explores,
                            OpenTicketsAreLegalSpreadAndReversible, ResultsMayComeLateAndOutOfOrder,
                            SettledStepsDoNotAllocate);

/// √t forcing keeps every arm above √t - K/2, but for the pull that is due.
inline double forced_floor(double t, std::size_t arms) {
  return std::sqrt(t) - 0.5 * static_cast<double>(arms) - 1.0;
}

/// The γ-mix puts Σ γ_s / K >= (√t - √K) / (2K) on every arm, and tracking lags by K at most.
inline double mixed_floor(double t, std::size_t arms) {
  const auto k = static_cast<double>(arms);
  return (std::sqrt(t) - std::sqrt(k)) / (2.0 * k) - k;
}

}  // namespace mirador::testing_support
