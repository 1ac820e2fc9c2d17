#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "allocations.hpp"
#include "kept.hpp"
#include "mirador/contract/rule_contract.hpp"
#include "mirador/play/any_rule.hpp"
#include "play.hpp"
#include "points.hpp"
#include "problem_cases.hpp"
#include "rule_cases.hpp"

/// The requirements of mirador/contract for every sampling rule (rule_cases.hpp), on every problem
/// that it supports, and additional ones for the rules of the library.
namespace mirador::testing_support {

template <class ProblemCase>
class RuleContract : public testing::Test {
 protected:
  using P = typename ProblemCase::Type;

  static constexpr std::size_t arms = std::min<std::size_t>(ProblemCase::sizes.back(), 3);

  /// Calls `visit(rule case)` for every rule that is tested on the problem.
  template <class Visit>
  void for_each_rule(Visit&& visit) const {
    for (const RuleCase& rule : rule_cases()) {
      if (!is_tried(rule)) continue;
      SCOPED_TRACE(rule.text);
      visit(rule);
    }
  }

  static AnyRule<P> make(const P& problem, const RuleCase& rule) {
    return AnyRule<P>(problem, parse_rule(rule.text));
  }
  /// The view that the requirements of mirador/contract need.
  auto look(const RuleCase& rule) const {
    return contract::RuleLook(problem_, World{means_},
                              [this, &rule] { return make(problem_, rule); });
  }
  static contract::RuleDemands demands(const RuleCase& rule) {
    return {.least_pulls = rule.least_pulls,
            .tickets = rule.spreads == Spreads::yes ? contract::Tickets::for_several_arms
                                                    : contract::Tickets::for_any_arm};
  }

  P problem_ = ProblemCase::make(arms);
  Random random_{31};
  Vector means_ = ProblemCase::inside(random_, arms);

 private:
  bool is_tried(const RuleCase& rule) const {
    constexpr bool gaussian = std::same_as<typename P::FamilyType, Gaussian>;
    if (!gaussian && rule.families == OtherFamilies::no) return false;
    return !refusal(parse_rule(rule.text), detail::demand_of(problem_));
  }
};
TYPED_TEST_SUITE_P(RuleContract);

TYPED_TEST_P(RuleContract, EveryArmOnceAndThenLegalArms) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    auto play = look.play();
    const auto log = look.steps(play, 400);
    for (Arm a = 0; a < this->arms; ++a) EXPECT_EQ(log[a].arm, a);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, SameKeySameArmsAlsoAfterARestart) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    same_key_same_arms_also_after_a_restart(look);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, AskingChangesNothing) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    asking_changes_nothing(look);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, ReplayOfALogGivesTheSameArms) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    replay_of_a_log_gives_the_same_arms(look);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, Explores) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    explores(look, this->demands(rule));
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, OpenTicketsAreLegalSpreadAndReversible) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    open_tickets_are_legal_and_reversible(look, this->demands(rule));
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, ResultsMayComeLateAndOutOfOrder) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto look = this->look(rule);
    results_may_come_late_and_out_of_order(look);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(RuleContract, SettledStepsDoNotAllocate) {
  this->for_each_rule([&](const RuleCase& rule) {
    auto play = this->look(rule).play();
    play.steps(rule.settled);
    EXPECT_EQ(allocations_of([&] {
                for (int i = 0; i < 200; ++i) play.step();
              }),
              0u);
  });
}

TYPED_TEST_P(RuleContract, TwoArmsAndMany) {
  this->for_each_rule([&](const RuleCase& rule) {
    for (const std::size_t size : {std::size_t{2}, std::min(TypeParam::large, rule.many)}) {
      if (size == 0) continue;  // the problem has a fixed size
      const auto problem = TypeParam::make(size);
      const Vector means = TypeParam::inside(this->random_, size);
      Play play(problem, means, this->make(problem, rule), RandomKey{5, 2});
      for (std::size_t step = 0; step < size + 25; ++step) {
        ASSERT_LT(play.ask(), size);
        play.step();
      }
      EXPECT_TRUE(std::isfinite(play.standing().closest().value()));
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(RuleContract, TwoArmsAndMany, EveryArmOnceAndThenLegalArms,
                            SameKeySameArmsAlsoAfterARestart, AskingChangesNothing,
                            ReplayOfALogGivesTheSameArms, Explores,
                            OpenTicketsAreLegalSpreadAndReversible, ResultsMayComeLateAndOutOfOrder,
                            SettledStepsDoNotAllocate);

}  // namespace mirador::testing_support
