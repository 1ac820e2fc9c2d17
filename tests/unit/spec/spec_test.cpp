#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "complaints.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/description.hpp"
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
  EXPECT_EQ(std::get<FrankWolfeSpec>(parse_rule("fw").kind).forcing, Forcing::root);
  EXPECT_EQ(std::get<FrankWolfeSpec>(parse_rule("fw:forcing=none").kind).forcing, Forcing::none);
  EXPECT_TRUE(std::holds_alternative<DirectTrackingSpec>(parse_rule("dt").kind));
  EXPECT_TRUE(std::holds_alternative<TopTwoSpec>(parse_rule("ttts").kind));
  EXPECT_TRUE(std::holds_alternative<UniformSpec>(parse_rule("unif").kind));
  EXPECT_TRUE(std::holds_alternative<RoundRobinSpec>(parse_rule("rr").kind));
  EXPECT_EQ(parse_rule("lma:L=1").label, "lma:L=1");
}

TEST(RuleSpec, RefusesTheRest) {
  for (const char* text : {"", "lmaa", "lma:K=3", "lma:L=", "lma:L=-1", "lma:L=0", "lma:L=x",
                           "lma:L=inf", "lma:L=nan", "lma:L=1:L=2", "lma:", "bc:M=1",
                           "fw:forcing=off", "fw:forcing", "lma:L=1e999", "lma:L=1,5"}) {
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
  EXPECT_GE(texts_of<SamplingSpec>().size(), 7u);
  for (const SpecText& line : texts_of<SamplingSpec>()) {
    EXPECT_EQ(parse_rule(line.name).label, line.name);
    EXPECT_FALSE(line.help.empty());
  }
}

TEST(RuleSpec, HalvingSharesOutABudgetForTheBestArm) {
  const RuleSpec halving = parse_rule("halving");
  EXPECT_FALSE(refusal(halving, {"best-arm", "poisson", 0.1}).has_value());
  expect_mentions(refusal(halving, {"top-m"}).value_or(""), {"halving", "best-arm", "top-m"});
  expect_mentions(refusal_without_budget(halving).value_or(""), {"halving", "--max-samples N"});
  EXPECT_FALSE(refusal_without_budget(parse_rule("lma")).has_value());
  const ProblemSpec problem = spec(BestArmSpec{}, {1, 2});
  expect_mentions(complaint([&] { simulate(problem, {.rules = {halving}}); }), {"--max-samples"});
}

TEST(RuleSpec, TheUsualRuleDependsOnTheAim) {
  const Demand best("best-arm", "bernoulli"), levels("thresholding");
  EXPECT_EQ(aim_of(true, false), Aim::recommendation);
  for (const auto& [budget, risk] : {std::pair(false, false), {false, true}, {true, true}}) {
    EXPECT_EQ(aim_of(budget, risk), Aim::verdict);
  }
  EXPECT_EQ(usual_rule(best, Aim::recommendation).label, "dt");
  EXPECT_EQ(usual_rule({"best-arm", "normal"}, Aim::recommendation).label, "halving");
  EXPECT_EQ(usual_rule({"best-arm", "bernoulli", 0.1}, Aim::recommendation).label, "halving");
  EXPECT_EQ(usual_rule({"best-arm", "gaussian", 0.1}, Aim::recommendation).label, "dt");
  EXPECT_EQ(usual_rule(best, Aim::verdict).label, "lma");
  EXPECT_EQ(usual_rule(levels, Aim::recommendation).label, "lma");
}

TEST(RuleSpec, TopTwoIsForTheBestOfGaussianArmsWithoutMargin) {
  const RuleSpec ttts = parse_rule("ttts");
  EXPECT_FALSE(refusal(ttts, spec(BestArmSpec{}, {1, 2})).has_value());
  EXPECT_FALSE(refusal(parse_rule("lma"), {"closest", "bernoulli"}).has_value());
  const auto reason = [&](const Demand& demand) { return refusal(ttts, demand).value_or(""); };
  expect_mentions(reason({"closest"}), {"ttts", "closest", "lma", "dt"});
  expect_mentions(reason({"best-arm", "poisson"}), {"ttts", "gaussian arms", "poisson", "lma"});
  expect_mentions(reason({"best-arm", "gaussian", 0.1}), {"ttts", "margin", "lma"});
}

TEST(RuleSpec, TopTwoIsRefusedWhereItIsBuilt) {
  const auto build = [](const auto& problem) {
    return complaint([&] { with_rule(problem, parse_rule("ttts"), [](const auto&) {}); });
  };
  EXPECT_EQ(build(BestArm(Gaussian(1.0), 3)), "");
  expect_mentions(build(BestArm(Gaussian(1.0), 3, {Direction::highest, 0.1})), {"ttts", "margin"});
  expect_mentions(build(BestArm(Bernoulli(), 3)), {"ttts", "bernoulli"});
  expect_mentions(build(Signed(Gaussian(1.0), {3, 0.0})), {"ttts", "this problem"});
}

std::string message_of(const ProblemSpec& s) {
  return complaint([&] { with_problem(s, [](const auto&) {}); });
}

TEST(ProblemSpec, RefusesWhatCannotBeUsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of(spec(BestArmSpec{}, {1, 2})), "");
  expect_mentions(message_of(spec(BestArmSpec{}, {1})), {"means", "two"});
  expect_mentions(message_of(spec(BestArmSpec{}, {1, nan})), {"means", "arm 2"});
  expect_mentions(message_of(spec(BestArmSpec{}, {inf, 1})), {"means", "arm 1"});
  for (const double sigma : {0.0, -1.0, nan, inf}) {
    expect_mentions(message_of(spec(BestArmSpec{}, {1, 2}, sigma)), {"sigma"});
  }
  expect_mentions(message_of(spec(TopMSpec{0}, {1, 2})), {"top"});
  expect_mentions(message_of(spec(TopMSpec{2}, {1, 2})), {"top"});
  expect_mentions(message_of(spec(SignedSpec{nan}, {1, 2})), {"level"});
}

TEST(ProblemSpec, RefusesMeansLevelsAndMarginsThatTheFamilyCannotHave) {
  const auto message = [](FamilySpec family, QuestionSpec question, std::vector<double> means) {
    return message_of({std::move(family), std::move(question), std::move(means)});
  };
  EXPECT_EQ(message(BernoulliSpec{}, BestArmSpec{}, {0, 1}), "");
  expect_mentions(message(BernoulliSpec{}, BestArmSpec{}, {0.5, 1.2}),
                  {"means: arm 2", "1.2", "bernoulli", "0 to 1"});
  expect_mentions(message(PoissonSpec{}, BestArmSpec{}, {-1, 1}), {"arm 1", "-1", "0 up"});
  expect_mentions(message(ExponentialSpec{}, BestArmSpec{}, {0, 1}), {"arm 1", "above 0"});
  expect_mentions(message(BoundedSpec{1, 3}, BestArmSpec{}, {2, 4}), {"arm 2", "1 to 3"});
  expect_mentions(message(BoundedSpec{3, 1}, BestArmSpec{}, {2, 2}), {"hi", "above 3"});
  expect_mentions(message(BernoulliSpec{}, ThresholdingSpec{1.0}, {0.2, 0.4}),
                  {"level: 1", "above 0 and below 1"});
  expect_mentions(message(PoissonSpec{}, SignedSpec{0.0}, {2, 4}), {"level: 0", "above 0"});
  EXPECT_EQ(message(BernoulliSpec{}, BestArmSpec{.margin = 0.99}, {0.5, 0.5}), "");
  expect_mentions(message(BernoulliSpec{}, BestArmSpec{.margin = 1.0}, {0.5, 0.4}),
                  {"margin: 1", "below 1"});
  expect_mentions(message(BoundedSpec{0, 4}, ThresholdingSpec{3, 3.5}, {1, 2}),
                  {"margin: 3.5", "below 3"});
  expect_mentions(message(GaussianSpec{}, BestArmSpec{.margin = 1e101}, {1, 2}),
                  {"margin", "1e100"});
  expect_mentions(message(GaussianSpec{}, BestArmSpec{.margin = -1.0}, {1, 2}),
                  {"margin", "above 0"});
}

TEST(ProblemSpec, RefusesPairsOfFamilyAndQuestion) {
  const PolyhedralSpec sets{{{"up", {1, 0}, {1}}, {"down", {-1, 0}, {0}}}};
  const FamilySpec all[] = {GaussianSpec{},    BernoulliSpec{}, PoissonSpec{},
                            ExponentialSpec{}, BoundedSpec{},   NormalSpec{}};
  for (const FamilySpec& family : all) {
    for (const QuestionSpec& question :
         {QuestionSpec(BestArmSpec{}), QuestionSpec(TopMSpec{}),
          QuestionSpec(ThresholdingSpec{0.5}), QuestionSpec(SignedSpec{0.1})}) {
      EXPECT_EQ(message_of({family, question, {0.2, 0.6}}), "") << name_of(family);
    }
    const bool gaussian = std::holds_alternative<GaussianSpec>(family);
    const bool bernoulli = std::holds_alternative<BernoulliSpec>(family);
    const std::string closest = message_of({family, ClosestSpec{0.5}, {0.2, 0.6}});
    const std::string polyhedral = message_of({family, sets, {0.2, 0.6}});
    EXPECT_EQ(closest.empty(), gaussian || bernoulli);
    EXPECT_EQ(polyhedral.empty(), gaussian);
    if (!closest.empty()) expect_mentions(closest, {"family", "gaussian or bernoulli"});
    if (!polyhedral.empty()) expect_mentions(polyhedral, {"family", "use gaussian"});
  }
}

TEST(ProblemSpec, NormalArmsHaveOneSigmaOrOneEach) {
  const auto with = [](std::vector<double> sigmas) {
    return ProblemSpec{NormalSpec{std::move(sigmas)}, BestArmSpec{}, {1, 2, 3}};
  };
  EXPECT_EQ(world_of(with({2})).sigmas, (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(variances_of(with({1, 2, 3})), (std::vector<double>{1, 4, 9}));
  EXPECT_TRUE(variances_of(spec(BestArmSpec{}, {1, 2})).empty());
  EXPECT_EQ(message_of(with({1, 2, 3})), "");
  expect_mentions(message_of(with({1, 2})), {"sigma: 2", "3 arms", "one for each"});
  expect_mentions(message_of(with({})), {"sigma: 0"});
  expect_mentions(message_of(with({1, -2, 3})), {"sigma: -2"});
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

TEST(ProblemSpec, DescribesWhatIsEqualWithinTheMargin) {
  using enum Role;
  const std::vector<Role> roles = {chosen, shares, ruled_out};
  const std::vector<Role> decided = {chosen, ruled_out, ruled_out};
  const BestArmSpec best{.margin = 0.05};
  EXPECT_EQ(describe(best, Arm{0}, std::span(roles)),
            "arm 1, equal within 0.05: 1 2; ruled out: 3");
  EXPECT_EQ(describe(best, Arm{0}, std::span(decided)), "arm 1");
  EXPECT_EQ(describe(best, Arm{0}, {}), "arm 1");
  ArmSet set(3);
  set.insert(0);
  set.insert(1);
  EXPECT_EQ(describe(ThresholdingSpec{0.5, 0.1}, set, std::span(roles)),
            "arms 1 2, equal to the level within 0.1: 2");
}

TEST(ProblemSpec, TiesWithAMarginHaveAnAnswer) {
  const auto reason = [](const ProblemSpec& s) {
    return complaint([&] { with_problem(s, [&](const auto& p) { answer_of(p, s); }); });
  };
  EXPECT_EQ(reason(spec(BestArmSpec{.margin = 0.1}, {1, 0, 1})), "");
  EXPECT_EQ(reason(spec(TopMSpec{.top = 2, .margin = 0.1}, {3, 1, 1})), "");
  EXPECT_EQ(reason(spec(ThresholdingSpec{0.5, 0.1}, {1, 0.5})), "");
  EXPECT_EQ(reason({NormalSpec{}, SignedSpec{0.0}, {1, 2}}), "");
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
