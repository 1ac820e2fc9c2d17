#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "complaints.hpp"
#include "live_cases.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/experiment/session.hpp"

/// Experiments on the log scale, and the lead of the answer.
namespace mirador::testing_support {
namespace {

struct Twins {
  std::unique_ptr<Session> logs;    ///< told values, on the log scale
  std::unique_ptr<Session> linear;  ///< told their logs
};

/// `spec` is on the log scale, and its question has the margin 0.1.
Twins twins(ExperimentSpec spec) {
  Twins made{make_session(spec), nullptr};
  spec.scale = Scale::linear;
  std::visit(
      [](auto& q) {
        if constexpr (requires { q.margin; }) q.margin = std::log(1.1);
      },
      spec.question);
  made.linear = make_session(spec);
  return made;
}

void expect_near(double value, double wanted) {
  if (std::isinf(wanted) || wanted == 0.0) {
    EXPECT_EQ(value, wanted);
  } else {
    EXPECT_NEAR(value, wanted, 1e-12 * std::abs(wanted));
  }
}

void expect_same(const ExperimentStatus& logs, const ExperimentStatus& linear) {
  EXPECT_EQ(logs.phase, linear.phase);
  EXPECT_EQ(logs.samples, linear.samples);
  EXPECT_NEAR(logs.smallest_risk, linear.smallest_risk, 1e-9);
  EXPECT_EQ(logs.verdict.has_value(), linear.verdict.has_value());
  if (logs.verdict && linear.verdict) {
    EXPECT_EQ(logs.verdict->roles, linear.verdict->roles);
    EXPECT_EQ(logs.verdict->samples, linear.verdict->samples);
  }
  for (Arm a = 0; a < logs.arms.size(); ++a) {
    EXPECT_EQ(logs.arms[a].pulls, linear.arms[a].pulls);
    EXPECT_EQ(logs.arms[a].mean.has_value(), linear.arms[a].mean.has_value());
    if (linear.arms[a].mean) expect_near(*logs.arms[a].mean, std::exp(*linear.arms[a].mean));
    expect_near(logs.arms[a].low, std::exp(linear.arms[a].low));
    expect_near(logs.arms[a].high, std::exp(linear.arms[a].high));
  }
}

/// The same asks, verdicts and leads, with statuses in the unit of the values.
void expect_twins(const LiveCase& live, const std::string& rule) {
  SCOPED_TRACE(live.name);
  ExperimentSpec spec = live.spec(rule);
  spec.scale = Scale::log;
  const auto [logs, linear] = twins(spec);
  const auto reward = live.rewards();
  expect_same(logs->status(), linear->status());
  for (int i = 0; i < 3000; ++i) {
    const std::vector<Event> asked = logs->ask(1);
    ASSERT_EQ(asked, linear->ask(1));
    if (asked.empty()) break;
    const auto [ticket, arm] = std::get<Asked>(asked[0]);
    const double value = std::exp(reward(arm));
    logs->apply(asked), linear->apply(asked);
    logs->apply(logs->tell(ticket, value)), linear->apply(linear->tell(ticket, std::log(value)));
    if (i % 50 == 0) expect_same(logs->status(), linear->status());
  }
  EXPECT_EQ(logs->status().phase, Phase::decided);
  expect_same(logs->status(), linear->status());
  const auto ratio = logs->lead(), difference = linear->lead();
  EXPECT_EQ(ratio.has_value(), difference.has_value());
  if (!ratio || !difference) return;
  EXPECT_EQ(ratio->runner_up, difference->runner_up);
  expect_near(ratio->estimate, std::exp(difference->estimate));
  expect_near(ratio->low, std::exp(difference->low));
  expect_near(ratio->high, std::exp(difference->high));
}

TEST(LogScale, IsALinearExperimentToldTheLogs) {
  const BestArmSpec lowest{Direction::lowest, 0.1};
  expect_twins({"lowest", {NormalSpec{{0.1, 0.2, 0.1}}, lowest, {-3.0, -2.5, -2.9}}}, "lma");
  expect_twins({"top", {GaussianSpec{0.2}, TopMSpec{2, {}, 0.1}, {5.0, 4.0, 5.05}}}, "bc");
}

ExperimentSpec on_log_scale(double margin = 0.0) {
  return {.arms = {"a", "b"},
          .family = GaussianSpec{0.01},
          .scale = Scale::log,
          .question = BestArmSpec{Direction::lowest, margin}};
}

TEST(LogScale, TakesPositiveValuesOnly) {
  const auto session = make_session(on_log_scale());
  session->apply(session->ask(1));
  for (const double value : {0.0, -0.0, -1.0, -1e300}) {
    expect_mentions(complaint([&] { session->tell(1, value); }),
                    {"value: ", exact(value).c_str(), "\"a\"", "positive", "linear"});
    expect_mentions(complaint([&] { session->observe("b", value); }), {"value", "\"b\""});
    EXPECT_THROW(session->apply(Told{1, value}), RunError);
  }
  expect_mentions(complaint([&] { session->tell(1, infinity); }), {"value: inf", "finite"});
  expect_mentions(complaint([&] { session->tell(1, NAN); }), {"value: nan", "finite"});
  // For very small and very large values: logarithms are of moderate size.
  for (const double value : {5e-324, 1e-300, 1e300}) {
    EXPECT_EQ(session->tell(1, value), std::vector<Event>{(Told{1, value})});
  }
}

TEST(LogScale, MarginsReadAsPercentages) {
  EXPECT_EQ(margin_text(0.02, MarginKind::absolute), "0.02");
  EXPECT_EQ(margin_text(0.02, MarginKind::relative), "2 %");
  EXPECT_EQ(margin_text(0.07, MarginKind::relative), "7 %");
  EXPECT_EQ(margin_text(1.5, MarginKind::relative), "150 %");
  EXPECT_EQ(margin_text(0.00125, MarginKind::relative), "0.125 %");
  const auto session = make_session(on_log_scale(0.02));
  for (int i = 0; i < 50 && !session->status().verdict; ++i) {
    session->apply(session->observe("a", 3.0));
    session->apply(session->observe("b", 3.01));
  }
  ASSERT_TRUE(session->status().verdict.has_value());
  EXPECT_EQ(session->status().verdict->answer.text, "a, equal within 2 %: a, b");
}

TEST(Lead, OfTheAnswerOverTheNextArm) {
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    const double sign = direction == Direction::highest ? 1.0 : -1.0;
    const auto session = make_session({.arms = {"poor", "next", "good"},
                                       .family = GaussianSpec{0.1},
                                       .question = BestArmSpec{direction}});
    EXPECT_EQ(session->lead(), std::nullopt);
    double before = infinity;
    for (int i = 0; i < 20; ++i) {
      session->apply(session->observe("poor", 0.0));
      session->apply(session->observe("next", 0.7 * sign));
      session->apply(session->observe("good", 1.0 * sign));
      const auto lead = session->lead();
      ASSERT_TRUE(lead.has_value());
      EXPECT_EQ(lead->answer, "good");
      EXPECT_EQ(lead->runner_up, "next");
      EXPECT_NEAR(lead->estimate, 0.3, 1e-12);
      EXPECT_LT(lead->low, lead->estimate);
      EXPECT_GT(lead->high, lead->estimate);
      EXPECT_LT(lead->high - lead->low, before);
      before = lead->high - lead->low;
    }
    ASSERT_TRUE(session->status().verdict.has_value());
    // The answer stays that of the verdict, for any later results.
    for (int i = 0; i < 100; ++i) session->apply(session->observe("next", 2.0 * sign));
    EXPECT_EQ(session->lead()->answer, "good");
    EXPECT_LT(session->lead()->high, 0.0);
  }
}

TEST(Lead, IsThatOfBestArmQuestions) {
  const auto session = make_session({.arms = {"a", "b"}, .question = TopMSpec{1}});
  session->apply(session->observe("a", 0.0));
  session->apply(session->observe("b", 1.0));
  EXPECT_EQ(session->lead(), std::nullopt);
}

}  // namespace
}  // namespace mirador::testing_support
