#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "kept.hpp"
#include "mirador/contract/stopping_contract.hpp"
#include "mirador/spec/catalog.hpp"
#include "stopping_cases.hpp"

/// The requirements of mirador/contract for every stopping rule with a name, on trajectories of
/// every problem in stopping_cases.hpp, and additional ones for the rules of the library.
namespace mirador::testing_support {

/// The guarantee that a rule states for a problem of a family.
template <class F>
Status promised(std::string_view rule) {
  if (rule == MixtureSpec::name) return Status::proved;
  const bool proved = (rule == KaufmannKoolenSpec::name && OneParameterFamily<F>) ||
                      (rule == MenardSpec::name && std::same_as<F, Gaussian>);
  return proved ? Status::proved : Status::heuristic;
}

/// Whether the rule needs far more data than a test has.
inline bool is_patient(std::string_view rule) {
  return rule == KaufmannKoolenSpec::name || rule == MenardSpec::name;
}

template <class ProblemCase>
class StoppingContract : public testing::Test {
 protected:
  using Case = ProblemCase;
  using P = typename Case::Type;

  template <class Visit>
  void for_each_rule(Visit&& visit) const {
    for (const std::string_view rule : stopping_names()) {
      SCOPED_TRACE(rule);
      visit(rule);
    }
  }

  /// Every world of the case, without an allowance for rounding.
  auto look(std::string_view rule, std::uint64_t replication) const {
    contract::Courses courses{
        .all = {{Case::easy(), Case::steps_if_easy}}, .replication = replication, .rounding = 0.0};
    for (const World& world : Case::worlds()) courses.all.push_back({world, Case::steps});
    return contract::StoppingLook(problem_, make_stopping(parse_stopping(rule)),
                                  std::move(courses));
  }

  P problem_ = Case::make();
};
TYPED_TEST_SUITE_P(StoppingContract);

TYPED_TEST_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls) {
  this->for_each_rule([&](std::string_view rule) {
    auto look = this->look(rule, 0);
    requirement_rises_with_pulls_and_as_the_risk_falls(look);
    expect_kept(look.violations());
    look.follow([&] {
      return [&](const auto& standing, Arm) {
        const auto required = [&](double delta) { return look.rule().required(standing, delta); };
        EXPECT_GT(required(look.deltas().back()), required(look.deltas().front()));
        return true;
      };
    });
  });
}

TYPED_TEST_P(StoppingContract, StopsWhenTheEvidenceIsWhatIsRequired) {
  this->for_each_rule([&](std::string_view rule) {
    auto look = this->look(rule, 1);
    stops_when_the_evidence_is_what_is_required(look);
    expect_kept(look.violations());
  });
}

TYPED_TEST_P(StoppingContract, WatchMeetsEachRiskWhenOneWithoutSentriesWould) {
  this->for_each_rule([&](std::string_view rule) {
    std::size_t stops = 0, risks = 0;
    for (std::uint64_t replication = 0; replication < TestFixture::Case::runs; ++replication) {
      auto look = this->look(rule, replication);
      stops = std::max(stops, watch_meets_each_risk_when_one_without_sentries_would(look));
      risks = look.deltas().size();
      expect_kept(look.violations());
    }
    if (!is_patient(rule)) {
      EXPECT_EQ(stops, risks);
    }
  });
}

TYPED_TEST_P(StoppingContract, WatchForgetsWhenItStartsAgain) {
  this->for_each_rule([&](std::string_view rule) {
    const auto look = this->look(rule, 3);
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
  });
}

/// A watch is a value: a copy continues independently.
TYPED_TEST_P(StoppingContract, WatchMayBeReplacedByACopy) {
  this->for_each_rule([&](std::string_view rule) {
    const auto look = this->look(rule, 4);
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
  });
}

TYPED_TEST_P(StoppingContract, SaysWhatItGuarantees) {
  using F = typename TestFixture::P::FamilyType;
  this->for_each_rule([&](std::string_view rule) {
    const Guarantee guarantee = this->look(rule, 0).rule().guarantee(this->problem_);
    EXPECT_EQ(guarantee.status, promised<F>(rule));
    EXPECT_FALSE(guarantee.reason.empty());
  });
}

REGISTER_TYPED_TEST_SUITE_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls,
                            StopsWhenTheEvidenceIsWhatIsRequired,
                            WatchMeetsEachRiskWhenOneWithoutSentriesWould,
                            WatchForgetsWhenItStartsAgain, WatchMayBeReplacedByACopy,
                            SaysWhatItGuarantees);

}  // namespace mirador::testing_support
