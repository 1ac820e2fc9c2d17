#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "kept.hpp"
#include "mirador/contract/stopping_contract.hpp"
#include "stopping_cases.hpp"

/// The requirements of mirador/contract for every stopping rule, on trajectories of several
/// problems, and additional ones for the library's rules. A rule case has
///   - make(): the rule
///   - status<P>(): what it claims for a problem
///   - patient: does it need far more data than the others?
namespace mirador::testing_support {

template <class RuleCaseType, class ProblemCaseType>
struct StoppingPair {
  using RuleCase = RuleCaseType;
  using ProblemCase = ProblemCaseType;
};

template <class PairType>
class StoppingContract : public testing::Test {
 protected:
  using Case = typename PairType::ProblemCase;
  using P = typename Case::Type;

  /// Every world of the case, without any tolerance for rounding.
  auto look(std::uint64_t replication) const {
    contract::Courses courses{
        .all = {{Case::easy(), Case::steps_if_easy}}, .replication = replication, .rounding = 0.0};
    for (const World& world : Case::worlds()) courses.all.push_back({world, Case::steps});
    return contract::StoppingLook(problem_, PairType::RuleCase::make(), std::move(courses));
  }

  P problem_ = Case::make();
};
TYPED_TEST_SUITE_P(StoppingContract);

TYPED_TEST_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls) {
  auto look = this->look(0);
  requirement_rises_with_pulls_and_as_the_risk_falls(look);
  expect_kept(look.violations());
  look.follow([&] {
    return [&](const auto& standing, Arm) {
      const auto required = [&](double delta) { return look.rule().required(standing, delta); };
      EXPECT_GT(required(look.deltas().back()), required(look.deltas().front()));
      return true;
    };
  });
}

TYPED_TEST_P(StoppingContract, StopsWhenTheEvidenceIsWhatIsRequired) {
  auto look = this->look(1);
  stops_when_the_evidence_is_what_is_required(look);
  expect_kept(look.violations());
}

TYPED_TEST_P(StoppingContract, WatchMeetsEachRiskWhenOneWithoutSentriesWould) {
  std::size_t stops = 0, risks = 0;
  for (std::uint64_t replication = 0; replication < TestFixture::Case::runs; ++replication) {
    auto look = this->look(replication);
    stops = std::max(stops, watch_meets_each_risk_when_one_without_sentries_would(look));
    risks = look.deltas().size();
    expect_kept(look.violations());
  }
  EXPECT_EQ(stops, TypeParam::RuleCase::patient ? stops : risks);
}

TYPED_TEST_P(StoppingContract, WatchForgetsWhenItStartsAgain) {
  const auto look = this->look(3);
  auto watch = look.watch();
  std::vector<std::uint64_t> times[2];
  for (auto& met_at : times) {
    look.follow([&] {
      watch.start();
      EXPECT_EQ(watch.met(), 0u);
      return [&](const auto& standing, Arm arm) {
        watch.update(standing, arm, [&](std::span<const Role> roles) {
          EXPECT_EQ(roles.size(), standing.arms());
          met_at.push_back(standing.total());
        });
        return !watch.done();
      };
    });
  }
  EXPECT_EQ(times[0], times[1]);
}

/// A watch is a value: a copy of it continues independently.
TYPED_TEST_P(StoppingContract, WatchMayBeReplacedByACopy) {
  const auto look = this->look(4);
  look.follow([&] {
    auto steady = look.watch();
    auto relay = std::make_shared<decltype(steady)>(steady);
    return [steady, relay](const auto& standing, Arm arm) mutable {
      if (standing.total() % 3 == 0) relay = std::make_shared<decltype(steady)>(*relay);
      steady.update(standing, arm, [](auto) {});
      relay->update(standing, arm, [](auto) {});
      EXPECT_EQ(relay->met(), steady.met()) << "after " << standing.total();
      return !steady.done() && relay->met() == steady.met();
    };
  });
}

TYPED_TEST_P(StoppingContract, SaysWhatItGuarantees) {
  const Guarantee guarantee = this->look(0).rule().guarantee(this->problem_);
  EXPECT_EQ(guarantee.status, TypeParam::RuleCase::template status<typename TestFixture::P>());
  EXPECT_FALSE(guarantee.reason.empty());
}

REGISTER_TYPED_TEST_SUITE_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls,
                            StopsWhenTheEvidenceIsWhatIsRequired,
                            WatchMeetsEachRiskWhenOneWithoutSentriesWould,
                            WatchForgetsWhenItStartsAgain, WatchMayBeReplacedByACopy,
                            SaysWhatItGuarantees);

}  // namespace mirador::testing_support
