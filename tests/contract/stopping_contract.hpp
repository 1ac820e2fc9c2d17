#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mirador/problem/best_arm.hpp"
#include "mirador/sampling/uniform.hpp"
#include "mirador/stopping/watch.hpp"
#include "play.hpp"

/// What every stopping rule promises, on trajectories of a best-arm problem. A case has
///   make()      the rule
///   status      what it claims for Gaussian arms
namespace mirador::testing_support {

template <class Case>
class StoppingContract : public testing::Test {
 protected:
  using P = BestArm<Gaussian>;
  using Rule = decltype(Case::make());

  /// Calls look(standing) after every pull once each arm has one.
  template <class Look>
  void follow(std::uint64_t replication, std::uint64_t steps, Look&& look) {
    Play play(problem_, means_, UniformSampling(problem_), {17, replication});
    for (std::uint64_t t = 1; t <= steps; ++t) {
      play.step();
      if (play.standing().ready()) look(play.standing());
    }
  }

  P problem_{Gaussian(1.0), 3};
  std::vector<double> means_ = {1.5, 0.0, -0.5};
  std::vector<double> deltas_ = {0.5, 0.1, 0.1, 0.01, 1e-6, 1e-12};
  Rule rule_ = Case::make();
};
TYPED_TEST_SUITE_P(StoppingContract);

TYPED_TEST_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls) {
  std::vector<double> before(this->deltas_.size(), -1e300), gate_before = before;
  this->follow(0, 1500, [&](const auto& standing) {
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
  });
  EXPECT_GT(before.back(), before.front());
}

TYPED_TEST_P(StoppingContract, GateNeverHidesAStop) {
  this->follow(1, 1500, [&](const auto& standing) {
    for (const double delta : this->deltas_) {
      if (this->rule_.evidence(standing) < this->rule_.required(standing, delta)) continue;
      EXPECT_GE(standing.closest().value(), this->rule_.gate(standing, delta));
    }
  });
}

TYPED_TEST_P(StoppingContract, WatchMeetsEachRiskWhenASeparatePassWould) {
  for (std::uint64_t replication = 0; replication < 20; ++replication) {
    std::vector<std::uint64_t> alone(this->deltas_.size(), 0), together = alone;
    this->follow(replication, 1500, [&](const auto& standing) {
      for (std::size_t i = 0; i < alone.size(); ++i) {
        const bool met =
            this->rule_.evidence(standing) >= this->rule_.required(standing, this->deltas_[i]);
        if (met && alone[i] == 0) alone[i] = standing.total();
      }
    });
    Watch watch(this->rule_, this->deltas_);
    watch.start();
    this->follow(replication, 1500, [&](const auto& standing) {
      const std::size_t met_before = watch.met();
      EXPECT_LE(met_before, watch.update(standing));
      for (std::size_t i = met_before; i < watch.met(); ++i) together[i] = standing.total();
    });
    EXPECT_EQ(together, alone);
    EXPECT_TRUE(watch.done());
    EXPECT_GT(together.back(), together.front());
  }
}

TYPED_TEST_P(StoppingContract, SaysWhatItGuarantees) {
  const Guarantee guarantee = this->rule_.guarantee(BestArm(Gaussian(1.0), 3));
  EXPECT_EQ(guarantee.status, TypeParam::status);
  EXPECT_FALSE(guarantee.reason.empty());
}

REGISTER_TYPED_TEST_SUITE_P(StoppingContract, RequirementRisesWithPullsAndAsTheRiskFalls,
                            GateNeverHidesAStop, WatchMeetsEachRiskWhenASeparatePassWould,
                            SaysWhatItGuarantees);

}  // namespace mirador::testing_support
