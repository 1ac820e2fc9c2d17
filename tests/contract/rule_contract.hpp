#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "allocations.hpp"
#include "kept.hpp"
#include "mirador/contract/rule_contract.hpp"
#include "play.hpp"
#include "points.hpp"
#include "problem_cases.hpp"

/// The requirements of mirador/contract for every sampling rule, on every problem it supports, and
/// additional ones for the library's rules. A rule case has
///   - make(problem): the rule
///   - least_pulls(t, K): the pulls of every arm after t pulls: proved, or with a large safety
///     margin
///   - spreads: do open tickets steer the next arm away?
///   - settled: steps after which its buffers have their final size
///   - many: the largest number of arms in the test of large K; default 1000
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

/// The rule with at least one problem of every family.
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
  /// For the promises of mirador/contract.
  auto look() const {
    return contract::RuleLook(problem_, World{means_}, [this] { return RuleCase::make(problem_); });
  }
  static contract::RuleDemands demands() {
    return {.least_pulls = RuleCase::least_pulls,
            .tickets = RuleCase::spreads ? contract::Tickets::for_several_arms
                                         : contract::Tickets::for_any_arm};
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
  auto look = this->look();
  auto play = look.play();
  const auto log = look.steps(play, 400);
  for (Arm a = 0; a < this->arms; ++a) EXPECT_EQ(log[a].arm, a);
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, SameKeySameArmsAlsoAfterARestart) {
  auto look = this->look();
  same_key_same_arms_also_after_a_restart(look);
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, AskingChangesNothing) {
  auto look = this->look();
  asking_changes_nothing(look);
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, ReplayOfALogGivesTheSameArms) {
  auto look = this->look();
  replay_of_a_log_gives_the_same_arms(look);
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, Explores) {
  auto look = this->look();
  explores(look, this->demands());
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, OpenTicketsAreLegalSpreadAndReversible) {
  auto look = this->look();
  open_tickets_are_legal_and_reversible(look, this->demands());
  expect_kept(look.violations());
}

TYPED_TEST_P(RuleContract, ResultsMayComeLateAndOutOfOrder) {
  auto look = this->look();
  results_may_come_late_and_out_of_order(look);
  expect_kept(look.violations());
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

/// √t forcing keeps every arm above √t - K/2, except for the pull that is due.
inline double forced_floor(double t, std::size_t arms) {
  return std::sqrt(t) - 0.5 * static_cast<double>(arms) - 1.0;
}

/// The γ-mix gives every arm Σ γ_s / K >= (√t - √K) / (2K), and tracking lags by at most K.
inline double mixed_floor(double t, std::size_t arms) {
  const auto k = static_cast<double>(arms);
  return (std::sqrt(t) - std::sqrt(k)) / (2.0 * k) - k;
}

}  // namespace mirador::testing_support
