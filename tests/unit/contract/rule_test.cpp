#include <gtest/gtest.h>

#include <functional>

#include "broken.hpp"
#include "mirador/contract/found_points.hpp"
#include "mirador/contract/rule_contract.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/sampling/uniform.hpp"

namespace mirador::testing_support {
namespace {

using P = BestArm<Gaussian>;

/// A rule as a user would write it: `next` may change what it must not. Plays uniformly by default.
class OwnRule {
 public:
  struct Memory {
    RandomKey key;
    std::uint64_t asked = 0, seen = 0, last_round = 0;
  };
  using Next = std::function<Arm(const Standing<P>&, Memory&)>;

  explicit OwnRule(Next next, std::function<void(Memory&)> forget = nullptr)
      : next_(std::move(next)), forget_(std::move(forget)) {}

  void start(RandomKey key) {
    if (forget_) {
      forget_(memory_);
    } else {
      memory_ = {};
    }
    memory_.key = key;
  }
  Arm next(const Standing<P>& standing) const { return next_(standing, memory_); }
  void observe(const Standing<P>&, Arm) { ++memory_.seen; }

 private:
  Next next_;
  std::function<void(Memory&)> forget_;
  mutable Memory memory_;
};
static_assert(SamplingRule<OwnRule, P>);

constexpr std::size_t arms = 3;

Arm drawn(RandomKey key, std::uint64_t round) { return round_word(key, round) % arms; }

template <class Make>
Found violations(Make make, const contract::RuleDemands& demands = {}) {
  const P problem(Gaussian(1.0), arms);
  return contract::rule_violations(problem, World{{0.0, 0.3, 0.5}}, std::move(make), demands);
}
Found violations_of(OwnRule::Next next) {
  return violations([next] { return OwnRule(next); });
}

TEST(RuleViolations, NoneOfARightRule) {
  std::size_t asked = 0;
  expect_nothing(violations_of([&](const auto& standing, OwnRule::Memory& memory) {
    ++asked;
    return drawn(memory.key, standing.round());
  }));
  EXPECT_LE(asked, 10000u);
}

TEST(RuleViolations, NoneInAWorldThatIsFoundForAProblem) {
  const P problem(Gaussian(1.0), arms);
  const World world = contract::world_for(problem, contract::points_for(problem));
  const auto make = [&] { return UniformSampling(problem); };
  expect_nothing(contract::rule_violations(problem, world, make));
}

TEST(RuleViolations, AnArmThatDoesNotExist) {
  const auto found = violations_of(
      [](const auto& standing, OwnRule::Memory&) { return standing.total() < 50 ? Arm{0} : arms; });
  expect_found(found, "an arm that exists", "after 50 measurements, with 0 on their way, it asks");
}

TEST(RuleViolations, AnArmThatDoesNotExistWhileOthersAreOnTheirWay) {
  const auto found = violations_of([](const auto& standing, OwnRule::Memory& memory) {
    return standing.total_pending() > 3 ? arms : drawn(memory.key, standing.round());
  });
  expect_found(found, "an arm that exists", "with 4 on their way");
  EXPECT_EQ(found.size(), 1u);
}

TEST(RuleViolations, DrawsOnAsking) {
  const auto found = violations_of(
      [](const auto&, OwnRule::Memory& memory) { return drawn(memory.key, memory.asked++); });
  expect_found(found, "asking must change nothing", "asked once more");
}

/// The second query of a round returns the same as the first, but without a query the result
/// differs.
TEST(RuleViolations, CannotBeReplayedWithoutAsking) {
  const auto found = violations_of([](const auto& standing, OwnRule::Memory& memory) {
    if (memory.last_round != standing.round()) ++memory.asked;
    memory.last_round = standing.round();
    return drawn(memory.key, memory.asked);
  });
  expect_found(found, "a log that is told again must lead to the same arms");
  EXPECT_FALSE(std::any_of(found.begin(), found.end(), [](const auto& violation) {
    return violation.promise.find("asking must") == 0;
  }));
}

TEST(RuleViolations, RandomnessFromOutside) {
  std::uint64_t draws = 0;
  const auto found =
      violations_of([&](const auto&, OwnRule::Memory&) { return drawn(RandomKey{}, draws++ / 7); });
  expect_found(found, "a new rule with the same key must ask for the same arms", "was of arm");
}

TEST(RuleViolations, AStartThatForgetsNothing) {
  const auto found = violations([] {
    return OwnRule(
        [](const auto&, OwnRule::Memory& memory) { return drawn(RandomKey{}, memory.seen); },
        [](OwnRule::Memory&) {});
  });
  expect_found(found, "start must make a rule forget everything");
  EXPECT_EQ(found.size(), 1u);
}

TEST(RuleViolations, AnArmThatIsNeverAskedForAgain) {
  const auto found = violations_of([](const auto& standing, OwnRule::Memory& memory) {
    return drawn(memory.key, standing.round()) % 2;
  });
  expect_found(found, "every arm must be measured again and again", "arm 2 has 1 pulls");
  EXPECT_EQ(found.size(), 1u);
}

TEST(RuleViolations, FewerPullsThanDemanded) {
  const P problem(Gaussian(1.0), arms);
  const auto make = [&] { return UniformSampling(problem); };
  expect_nothing(violations(make, {.least_pulls = [](double t, std::size_t) { return 0.2 * t; }}));
  expect_found(violations(make, {.least_pulls = [](double t, std::size_t) { return 0.4 * t; }}),
               "every arm must be measured again and again");
}

TEST(RuleViolations, TicketsThatLeaveATrace) {
  const auto found = violations_of([](const auto& standing, OwnRule::Memory& memory) {
    memory.asked = std::max(memory.asked, standing.total_pending());
    return (standing.total() + memory.asked) % arms;
  });
  expect_found(found, "tickets that were closed again must leave no trace");
}

TEST(RuleViolations, TicketsForOneArmOnly) {
  const auto make = [] {
    return OwnRule(
        [](const auto& standing, OwnRule::Memory&) { return Arm{standing.total() % arms}; });
  };
  expect_nothing(violations(make));
  expect_found(violations(make, {.tickets = contract::Tickets::for_several_arms}),
               "open tickets must ask for several arms", "tickets ask for arm");
}

TEST(RuleViolations, CannotBeReplayedWithOpenTickets) {
  const auto found = violations_of([](const auto& standing, OwnRule::Memory& memory) {
    if (standing.total_pending() == 5 && memory.last_round != standing.round()) {
      memory.last_round = standing.round();
      ++memory.asked;
    }
    return drawn(memory.key, standing.round() + memory.asked);
  });
  expect_found(found, "a log with open tickets that is told again");
}

TEST(RuleViolations, WhatARuleThrowsPassesThrough) {
  struct Foreign {};
  EXPECT_THROW(violations_of([](const auto&, OwnRule::Memory&) -> Arm { throw Foreign{}; }),
               Foreign);
}

}  // namespace
}  // namespace mirador::testing_support
