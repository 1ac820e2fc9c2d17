#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "broken.hpp"
#include "mirador/contract/found_points.hpp"
#include "mirador/contract/stopping_contract.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/stopping/glr.hpp"

namespace mirador::testing_support {
namespace {

using P = BestArm<Gaussian>;

/// A stopping rule as a user would write it; correct unless a part is replaced.
struct OwnStopping {
  using Number = std::function<double(const Standing<P>&)>;
  using NumberAtRisk = std::function<double(const Standing<P>&, double)>;

  Number evidence_is = [](const auto& standing) { return standing.closest().value(); };
  NumberAtRisk required_is = [](const auto& standing, double delta) {
    return HeuristicStopping().required(standing, delta);
  };
  NumberAtRisk least_value_is = [](const auto&, double) { return -INFINITY; };
  std::function<void(Sentry&)> leave = [](Sentry&) {};
  double lenience = 0.0;

  double evidence(const Standing<P>& standing) const { return evidence_is(standing); }
  double required(const Standing<P>& standing, double delta) const {
    return required_is(standing, delta);
  }
  double least_value(const Standing<P>& standing, double delta) const {
    return least_value_is(standing, delta);
  }
  bool met(const Standing<P>& standing, double delta, Sentry& sentry) const {
    leave(sentry);
    return evidence(standing) >= required(standing, delta) - lenience;
  }
  void assign_roles(const Standing<P>&, double, Sentry&, std::span<Role>) const {}
  Guarantee guarantee(const P&) const { return {Status::heuristic, "a test"}; }
};
static_assert(StoppingRule<OwnStopping, P>);

Found violations(const OwnStopping& rule) {
  const P problem(Gaussian(1.0), 3);
  return contract::stopping_violations(
      problem, rule, {.all = {{{{1.5, 0.0, -0.5}}, 400}, {{{0.3, 0.2, 0.0}}, 400}}});
}
double pulls(const Standing<P>& standing) { return static_cast<double>(standing.total()); }

TEST(StoppingViolations, NoneOfARightRule) { expect_nothing(violations(OwnStopping())); }

TEST(StoppingViolations, NoneInWorldsThatAreFoundForAProblem) {
  const P problem(Gaussian(1.0), 3);
  const auto courses = contract::courses_for(problem, contract::points_for(problem));
  EXPECT_EQ(courses.all.size(), 2u);
  expect_nothing(contract::stopping_violations(problem, OwnStopping(), courses));
  const BestArm<Normal> unknown_variance(Normal(), 3);
  expect_nothing(contract::stopping_violations(
      unknown_variance, HeuristicStopping(),
      contract::courses_for(unknown_variance, contract::points_for(unknown_variance))));
}

TEST(StoppingViolations, ARequirementThatFallsWithThePulls) {
  expect_found(violations({.required_is =
                               [](const auto& standing, double delta) {
                                 return 20.0 - std::log(delta) - std::log(pulls(standing));
                               }}),
               "the requirement must not fall as pulls are added", "at risk 0.5, with counts (");
}

TEST(StoppingViolations, ARequirementThatFallsWithTheRisk) {
  expect_found(
      violations({.required_is = [](const auto&, double delta) { return 5.0 + std::log(delta); }}),
      "the requirement must not fall as the risk delta shrinks", "at risk 0.1");
}

TEST(StoppingViolations, ARequirementThatIsNoNumber) {
  expect_found(violations({.required_is = [](const auto&, double) { return INFINITY; }}),
               "the requirement must be a finite number", "it is inf");
  expect_found(violations({.required_is = [](const auto&, double) { return std::nan(""); }}),
               "the requirement must be a finite number", "it is nan");
}

TEST(StoppingViolations, EvidenceThatIsNoNumber) {
  expect_found(violations({.evidence_is =
                               [](const auto& standing) {
                                 return pulls(standing) > 100.0 ? std::nan("") : 0.0;
                               }}),
               "the evidence must be a number", "it is nan");
}

TEST(StoppingViolations, MetBeforeTheEvidenceIsThere) {
  expect_found(violations({.lenience = 1.0}),
               "a risk must be met exactly when the evidence is what is required", "but it is met");
  expect_found(violations({.lenience = -1.0}),
               "a risk must be met exactly when the evidence is what is required",
               "but it is not met");
}

TEST(StoppingViolations, AGateThatFalls) {
  expect_found(violations({.least_value_is = [](const auto& standing,
                                                double) { return 1.0 / pulls(standing); }}),
               "the least value must not fall as pulls are added");
  expect_found(
      violations({.least_value_is = [](const auto&, double delta) { return std::log(delta); }}),
      "the least value must not fall as the risk delta shrinks");
}

TEST(StoppingViolations, AGateThatRulesAStopOut) {
  const auto found = violations({.least_value_is = [](const auto& standing, double delta) {
    return 2.0 + HeuristicStopping().required(standing, delta);
  }});
  expect_found(found, "F must have reached the least value", "below the least value");
  expect_found(found, "the least value and the sentry must never change when a rule stops");
}

TEST(StoppingViolations, ASentryThatNeverMoves) {
  const auto found = violations({.leave = [](Sentry& sentry) {
    sentry.layer(0);
    sentry.stand(1);
  }});
  expect_found(found, "the least value and the sentry must never change when a rule stops");
  EXPECT_EQ(found.size(), 1u);
}

TEST(StoppingViolations, WhatARuleThrowsPassesThrough) {
  struct Foreign {};
  EXPECT_THROW(violations({.evidence_is = [](const auto&) -> double { throw Foreign{}; }}),
               Foreign);
}

}  // namespace
}  // namespace mirador::testing_support
