#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simd/functions.hpp"

/// The output of an experiment whose measurements contradict its assumptions.
namespace mirador {
namespace {

ExperimentSpec old_and_new(FamilySpec family) {
  return {.arms = {"old", "new"},
          .family = std::move(family),
          .question = BestArmSpec{.direction = Direction::lowest}};
}

double noise(std::uint64_t number) { return normal_quantile(reward_uniform({77, 0}, 0, number)); }

/// This many measurements, in turn, as a function of their number.
template <class Value>
std::vector<Event> observe(Session& session, std::uint64_t count, Value&& value) {
  std::vector<Event> log;
  for (std::uint64_t i = 0; i < count; ++i) {
    log.push_back(session.observe(i % 2, value(i)));
    session.apply(log.back());
  }
  return log;
}

double around_100(std::uint64_t i) { return 100.0 + 20.0 * noise(i); }

TEST(AssumptionOfAnExperiment, ASigmaThatIsWrong) {
  const auto session = make_session(old_and_new(GaussianSpec{1.0}));
  const std::vector<Event> log = observe(*session, 20, around_100);
  const ExperimentStatus status = session->status();
  ASSERT_TRUE(status.contradiction);
  EXPECT_EQ(status.contradiction->assumed, Assumed::spread);
  EXPECT_LE(status.contradiction->samples, 10u);
  EXPECT_GT(status.contradiction->log_evidence, std::log(8e4));
  EXPECT_EQ(status.guarantee, Status::proved);  // that of the rule
  EXPECT_EQ(guarantee_text(status), "assumption contradicted");

  const auto replayed = make_session(old_and_new(GaussianSpec{1.0}));
  for (const Event& event : log) replayed->apply(event);
  EXPECT_EQ(replayed->status(), status);
}

TEST(AssumptionOfAnExperiment, StaysContradicted) {
  const auto session = make_session(old_and_new(GaussianSpec{1.0}));
  observe(*session, 20, around_100);
  const auto contradiction = session->status().contradiction;
  observe(*session, 2000, noise);
  EXPECT_EQ(session->status().contradiction, contradiction);
}

/// The default family: the same measurements contradict nothing, and there is no winner.
TEST(AssumptionOfAnExperiment, NothingIsTakenForKnown) {
  ExperimentSpec spec;
  EXPECT_TRUE(std::holds_alternative<NormalSpec>(spec.family));
  const auto session = make_session(old_and_new(spec.family));
  observe(*session, 400, around_100);
  EXPECT_FALSE(session->status().contradiction);
  EXPECT_FALSE(session->status().verdict);
  EXPECT_EQ(guarantee_text(session->status()), "proved");
}

TEST(AssumptionOfAnExperiment, OnTheLogScaleItIsThatOfTheLogs) {
  ExperimentSpec spec = old_and_new(NormalSpec{});
  spec.scale = Scale::log;
  const auto kept = make_session(spec);
  observe(*kept, 600, [](std::uint64_t i) { return std::exp(3.0 * noise(i)); });
  EXPECT_FALSE(kept->status().contradiction);
  const auto broken = make_session(spec);
  observe(*broken, 1200,
          [](std::uint64_t i) { return std::exp(noise(i) + 1e-2 * static_cast<double>(i)); });
  ASSERT_TRUE(broken->status().contradiction);
  const std::string reason = broken->status().contradiction->reason;
  EXPECT_TRUE(reason == "the logarithms of the values of old rise from early to late" ||
              reason == "the logarithms of the values of new rise from early to late")
      << reason;
}

TEST(AssumptionOfAnExperiment, WhatWasNotProvedStaysWhatItWas) {
  ExperimentSpec spec = old_and_new(GaussianSpec{1.0});
  spec.stopping = HeuristicSpec{};
  const auto session = make_session(spec);
  observe(*session, 20, around_100);
  EXPECT_TRUE(session->status().contradiction);
  EXPECT_EQ(guarantee_text(session->status()), "heuristic");
}

}  // namespace
}  // namespace mirador
