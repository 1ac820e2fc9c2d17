#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/uniform.hpp"
#include "mirador/stopping/watch.hpp"
#include "play.hpp"
#include "stopping_cases.hpp"

/// What every stopping rule promises, on trajectories of several problems. A rule case has
///   make()             the rule
///   status<P>()        what it claims for a problem
///   patient            does it need far more data than the others?
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
  using Rule = decltype(PairType::RuleCase::make());

  /// Calls look(standing, arm) after every measurement once each arm has its first ones; ends when
  /// it returns false.
  template <template <class> class Sampling, class Look>
  void follow(const World& world, std::uint64_t replication, std::uint64_t steps, Look&& look) {
    Play play(problem_, world, Sampling<P>(problem_), {17, replication});
    for (std::uint64_t t = 1; t <= steps; ++t) {
      const Told told = play.step();
      if (play.standing().ready() && !look(play.standing(), told.arm)) return;
    }
  }

  /// Trajectories of every world with several sampling rules.
  template <class Look>
  void follow_all(std::uint64_t replication, Look&& look) {
    std::vector<World> worlds = Case::worlds();
    for (const World& world : worlds) {
      follow<UniformSampling>(world, replication, Case::steps, look());
      follow<FrankWolfe>(world, replication, Case::steps, look());
      follow<RoundRobin>(world, replication, Case::steps, look());
    }
    follow<UniformSampling>(Case::easy(), replication, Case::steps_if_easy, look());
    follow<RoundRobin>(Case::easy(), replication, Case::steps_if_easy, look());
  }

  Watch<P, Rule> watch() const { return {problem_, rule_, deltas_}; }

  /// What the rule says when nothing was remembered.
  bool met_afresh(const Standing<P>& standing, double delta) const {
    Sentry sentry(standing.arms());
    return rule_.met(standing, delta, sentry);
  }

  P problem_ = Case::make();
  std::vector<double> deltas_ = {0.5, 0.1, 0.1, 0.01, 1e-6, 1e-12};
  Rule rule_ = PairType::RuleCase::make();
};
TYPED_TEST_SUITE_P(StoppingContract);

TYPED_TEST_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls) {
  this->follow_all(0, [&] {
    std::vector<double> before(this->deltas_.size(), -1e300), gate_before = before;
    return [this, before, gate_before](const auto& standing, Arm) mutable {
      for (std::size_t i = 0; i < this->deltas_.size(); ++i) {
        const double required = this->rule_.required(standing, this->deltas_[i]);
        const double gate = this->rule_.gate(standing, this->deltas_[i]);
        EXPECT_TRUE(std::isfinite(required));
        EXPECT_GE(required, before[i]);
        EXPECT_GE(gate, gate_before[i]);
        if (i > 0) {
          EXPECT_GE(required, before[i - 1]);
          EXPECT_GE(gate, gate_before[i - 1]);
        }
        before[i] = required;
        gate_before[i] = gate;
      }
      EXPECT_GT(before.back(), before.front());
      return true;
    };
  });
}

TYPED_TEST_P(StoppingContract, StopsWhenTheEvidenceIsWhatIsRequired) {
  this->follow_all(1, [&] {
    return [this](const auto& standing, Arm) {
      if (standing.total() % 13 != 0) return true;
      const double evidence = this->rule_.evidence(standing);
      EXPECT_FALSE(std::isnan(evidence));
      for (const double delta : this->deltas_) {
        const double required = this->rule_.required(standing, delta);
        if (std::abs(evidence - required) < 1e-5) continue;  // a matter of rounding
        EXPECT_EQ(this->met_afresh(standing, delta), evidence >= required)
            << evidence << " of " << required;
        if (evidence >= required) {
          EXPECT_GE(standing.closest().value(), this->rule_.gate(standing, delta));
        }
      }
      return true;
    };
  });
}

/// The gate and the sentry save work, never a stop: the watch meets every risk after the same
/// measurement as one who consults the rule afresh after every single one.
TYPED_TEST_P(StoppingContract, WatchMeetsEachRiskWhenOneWithoutMemoryWould) {
  std::size_t stops = 0;
  for (std::uint64_t replication = 0; replication < TestFixture::Case::runs; ++replication) {
    this->follow_all(replication, [&] {
      auto watch = this->watch();
      return [this, watch, &stops](const auto& standing, Arm arm) mutable {
        std::size_t afresh = watch.met();
        while (afresh < this->deltas_.size() && this->met_afresh(standing, this->deltas_[afresh])) {
          ++afresh;
        }
        std::size_t called = watch.met();
        watch.update(standing, arm, [&](std::span<const Role> roles) {
          EXPECT_EQ(roles.size(), standing.arms());
          ++called;
        });
        EXPECT_EQ(watch.met(), afresh) << "after " << standing.total();
        EXPECT_EQ(called, watch.met());
        stops = std::max(stops, watch.met());
        return !watch.done() && watch.met() == afresh;
      };
    });
  }
  EXPECT_EQ(stops, TypeParam::RuleCase::patient ? stops : this->deltas_.size());
}

TYPED_TEST_P(StoppingContract, WatchForgetsWhenItStartsAgain) {
  auto watch = this->watch();
  std::vector<std::uint64_t> times[2];
  for (auto& met_at : times) {
    watch.start();
    EXPECT_EQ(watch.met(), 0u);
    this->template follow<UniformSampling>(
        TestFixture::Case::easy(), 3, TestFixture::Case::steps_if_easy,
        [&](const auto& standing, Arm arm) {
          watch.update(standing, arm,
                       [&](std::span<const Role>) { met_at.push_back(standing.total()); });
          return !watch.done();
        });
  }
  EXPECT_EQ(times[0], times[1]);
}

/// A watch is a value: its copy goes on without it.
TYPED_TEST_P(StoppingContract, WatchMayBeReplacedByACopy) {
  this->follow_all(4, [&] {
    auto steady = this->watch();
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
  const Guarantee guarantee = this->rule_.guarantee(this->problem_);
  EXPECT_EQ(guarantee.status, TypeParam::RuleCase::template status<typename TestFixture::P>());
  EXPECT_FALSE(guarantee.reason.empty());
}

REGISTER_TYPED_TEST_SUITE_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls,
                            StopsWhenTheEvidenceIsWhatIsRequired,
                            WatchMeetsEachRiskWhenOneWithoutMemoryWould,
                            WatchForgetsWhenItStartsAgain, WatchMayBeReplacedByACopy,
                            SaysWhatItGuarantees);

}  // namespace mirador::testing_support
