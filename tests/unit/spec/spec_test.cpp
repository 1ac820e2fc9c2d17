#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "complaints.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador {
namespace {

using testing_support::complaint;
using testing_support::expect_mentions;

ProblemSpec spec(QuestionSpec question, std::vector<double> means, double sigma = 1.0) {
  return {GaussianSpec{sigma}, std::move(question), std::move(means)};
}

TEST(RuleSpec, ParsesEveryName) {
  const auto lma = std::get<LmaSpec>(parse_rule("lma:L=0.01:M=5").kind);
  EXPECT_EQ(lma.scale, 0.01);
  EXPECT_EQ(lma.clip, 5.0);
  EXPECT_FALSE(std::get<LmaSpec>(parse_rule("lma").kind).scale.has_value());
  EXPECT_EQ(std::get<LmacSpec>(parse_rule("lmac:eta=3").kind).rate, 3.0);
  EXPECT_TRUE(std::holds_alternative<FrankWolfeSpec>(parse_rule("bc").kind));
  EXPECT_TRUE(std::holds_alternative<FrankWolfeSpec>(parse_rule("fw").kind));
  EXPECT_TRUE(std::holds_alternative<DirectTrackingSpec>(parse_rule("dt").kind));
  EXPECT_TRUE(std::holds_alternative<TopTwoSpec>(parse_rule("ttts").kind));
  EXPECT_TRUE(std::holds_alternative<UniformSpec>(parse_rule("unif").kind));
  EXPECT_TRUE(std::holds_alternative<RoundRobinSpec>(parse_rule("rr").kind));
  EXPECT_EQ(parse_rule("lma:L=1").label, "lma:L=1");
}

TEST(RuleSpec, RefusesTheRest) {
  for (const char* text :
       {"", "lmaa", "lma:K=3", "lma:L=", "lma:L=-1", "lma:L=0", "lma:L=x", "lma:L=inf", "lma:L=nan",
        "lma:L=1:L=2", "lma:", "bc:M=1", "lma:L=1e999", "lma:L=1,5"}) {
    EXPECT_FALSE(complaint([&] { parse_rule(text); }).empty()) << text;
  }
  expect_mentions(complaint([] { parse_rule("ttt"); }), {"ttts"});
  expect_mentions(complaint([] { parse_stopping("menar"); }), {"menard"});
}

TEST(RuleSpec, SuggestsWhateverTheCaseButNotTheFarFetched) {
  expect_mentions(complaint([] { parse_rule("LMA"); }), {"did you mean \"lma\""});
  const std::string far = complaint([] { parse_rule("xyz"); });
  EXPECT_EQ(far.find("did you mean"), std::string::npos) << far;
  expect_mentions(far, {"xyz", "ttts"});
}

TEST(RuleSpec, EveryRuleOfTheHelpIsOne) {
  EXPECT_GE(rule_help().size(), 7u);
  for (const RuleHelp& line : rule_help()) {
    EXPECT_EQ(parse_rule(line.name).label, line.name);
    EXPECT_FALSE(line.text.empty());
  }
}

TEST(RuleSpec, TopTwoIsForBestArmOnly) {
  EXPECT_FALSE(refusal(parse_rule("ttts"), "best-arm").has_value());
  EXPECT_FALSE(refusal(parse_rule("lma"), "closest").has_value());
  const auto reason = refusal(parse_rule("ttts"), "closest");
  ASSERT_TRUE(reason.has_value());
  expect_mentions(*reason, {"ttts", "closest", "lma", "dt"});
}

TEST(ProblemSpec, RefusesWhatCannotBeUsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto message = [](const ProblemSpec& s) {
    return complaint([&] { with_problem(s, [](const auto&) {}); });
  };
  EXPECT_EQ(message(spec(BestArmSpec{}, {1, 2})), "");
  expect_mentions(message(spec(BestArmSpec{}, {1})), {"means", "two"});
  expect_mentions(message(spec(BestArmSpec{}, {1, nan})), {"means", "arm 2"});
  expect_mentions(message(spec(BestArmSpec{}, {inf, 1})), {"means", "arm 1"});
  for (const double sigma : {0.0, -1.0, nan, inf}) {
    expect_mentions(message(spec(BestArmSpec{}, {1, 2}, sigma)), {"sigma"});
  }
  expect_mentions(message(spec(TopMSpec{0}, {1, 2})), {"top"});
  expect_mentions(message(spec(TopMSpec{2}, {1, 2})), {"top"});
  expect_mentions(message(spec(SignedSpec{nan}, {1, 2})), {"level"});
}

TEST(ProblemSpec, SaysWhyThereIsNoAnswer) {
  const auto reason = [](const ProblemSpec& s) {
    return complaint([&] { with_problem(s, [&](const auto& p) { answer_of(p, s); }); });
  };
  EXPECT_EQ(reason(spec(ClosestSpec{0.5}, {0, 1.5, 2})), "");
  expect_mentions(reason(spec(BestArmSpec{}, {1, 0, 1})), {"arms 1 and 3", "tie", "inf"});
  expect_mentions(reason(spec(TopMSpec{2}, {3, 1, 1})), {"arms 2 and 3"});
  expect_mentions(reason(spec(ThresholdingSpec{0.5}, {1, 0.5})), {"arm 2", "0.5"});
  expect_mentions(reason(spec(SignedSpec{0.0}, {1, -1})), {"arm 1", "arm 2"});
  expect_mentions(reason(spec(ClosestSpec{0.0}, {2, 1, 3})), {"arm 1 (2)", "arm 2 (1)"});
  expect_mentions(reason(spec(ClosestSpec{0.0}, {-3, -1, 1})), {"arms 2 and 3"});
  const PolyhedralSpec sets{{{"up", {1, 0}, {1}}, {"down", {-1, 0}, {0}}}};
  expect_mentions(reason(spec(sets, {0.5, 0})), {"none of the sets"});
}

TEST(ProblemSpec, DescribesAnswers) {
  EXPECT_EQ(describe(BestArmSpec{}, Arm{0}), "arm 1");
  ArmSet set(3);
  EXPECT_EQ(describe(ThresholdingSpec{}, set), "no arm");
  set.insert(0);
  set.insert(2);
  EXPECT_EQ(describe(ThresholdingSpec{}, set), "arms 1 3");
  EXPECT_EQ(describe(SignedSpec{0.5}, Side::above), "all above 0.5");
  EXPECT_EQ(describe(PolyhedralSpec{{{"up", {}, {}}}}, Arm{0}), "up");
}

TEST(PlanValidation, RefusesWhatCannotRun) {
  const auto message = [](const Plan& plan) { return complaint([&] { validate(plan); }); };
  const std::vector<RuleSpec> one = {parse_rule("rr")};
  EXPECT_EQ(message({.rules = one}), "");
  expect_mentions(message({.rules = {}}), {"rules"});
  expect_mentions(message({.rules = one, .runs = 0}), {"runs"});
  expect_mentions(message({.rules = one, .max_samples = 0}), {"max-samples"});
  expect_mentions(message({.rules = one, .deltas = {}}), {"delta"});
  for (const double delta : {0.0, 1.0, -0.1, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
    expect_mentions(message({.rules = one, .deltas = {0.1, delta}}), {"delta"});
  }
}

}  // namespace
}  // namespace mirador
