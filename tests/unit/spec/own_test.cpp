#include <gtest/gtest.h>

#include "complaints.hpp"
#include "mirador/bound/characteristic_time.hpp"
#include "mirador/bound/view_weights.hpp"
#include "mirador/contract/problem_contract.hpp"
#include "mirador/contract/rule_contract.hpp"
#include "mirador/contract/stopping_contract.hpp"
#include "mirador/experiment/session.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "own_parts.hpp"

namespace mirador::testing_support {
namespace {

ProblemSpec own_problem(std::vector<double> means, FamilySpec family = GaussianSpec{}) {
  return {family, OwnSpec{"OwnBestArm", std::make_shared<OwnBestArm>(means.size())}, means};
}

Plan plan_of(RuleSpec rule, StoppingSpec stopping = parse_stopping("heuristic")) {
  return {.rules = {std::move(rule)},
          .stopping = std::move(stopping),
          .deltas = {0.1, 0.01},
          .runs = 20,
          .records = Records::every_run,
          .backend = Backend::reference};
}

void expect_same_runs(const std::vector<RuleResult>& one, const std::vector<RuleResult>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one[0].runs.size(); ++i) {
    for (std::size_t r = 0; r < one[0].runs[i].size(); ++r) {
      EXPECT_EQ(one[0].runs[i][r].samples, other[0].runs[i][r].samples);
      EXPECT_EQ(one[0].runs[i][r].answer, other[0].runs[i][r].answer);
    }
  }
}

TEST(OwnParts, AProblemHasTheBoundOfTheLibrarys) {
  for (const FamilySpec& family :
       {FamilySpec(GaussianSpec{0.7}), FamilySpec(BernoulliSpec{}), FamilySpec(PoissonSpec{}),
        FamilySpec(ExponentialSpec{}), FamilySpec(BoundedSpec{})}) {
    const std::vector<double> means = {0.8, 0.5, 0.45};
    const Analysis own = analyse(own_problem(means, family));
    const Analysis known = analyse({family, BestArmSpec{}, means});
    EXPECT_NEAR(own.bound.time / known.bound.time, 1.0, 1e-6);
    EXPECT_EQ(own.answer, known.answer);
  }
}

TEST(OwnParts, AProblemARuleAndAStoppingRuleRunAsTheLibrarys) {
  const std::vector<double> means = {1.0, 0.4, 0.0};
  const ProblemSpec known{GaussianSpec{}, BestArmSpec{}, means};
  const auto expected = simulate(known, plan_of(parse_rule("rr")));
  expect_same_runs(simulate(own_problem(means), plan_of(parse_rule("rr"))), expected);
  expect_same_runs(simulate(known, plan_of(own_rule("mine", own_round_robin()))), expected);
  for (const bool measures : {false, true}) {
    const StoppingSpec own = own_stopping(std::make_shared<OwnThreshold>(measures));
    expect_same_runs(simulate(known, plan_of(parse_rule("rr"), own)), expected);
  }
}

TEST(OwnParts, KeepThePromisesOfTheirConcepts) {
  const OwnProblem<Bernoulli> problem(Bernoulli(), 3, std::make_shared<OwnBestArm>(3));
  EXPECT_EQ(contract::problem_violations(problem).size(), 0u);
  const World world{{0.8, 0.5, 0.3}};
  EXPECT_EQ(contract::rule_violations(
                problem, world, [&] { return OwnSampling(problem, "mine", own_round_robin()); })
                .size(),
            0u);
  const OwnStopping stopping(std::make_shared<OwnThreshold>(true));
  EXPECT_EQ(contract::stopping_violations(problem, stopping, {.all = {{world}}}).size(), 0u);
}

TEST(OwnParts, AViewKnowsTheOptimalWeights) {
  const BestArm<Gaussian> problem(Gaussian(), 3);
  Standing<BestArm<Gaussian>> standing(problem);
  const std::vector<double> means = {1.0, 0.4, 0.0};
  for (Arm a = 0; a < 3; ++a) standing.add(a, means[a]);
  const auto weights = optimal_weights(ViewOf(standing));
  const auto expected = characteristic_time(problem, Arm{0}, means).weights;
  for (Arm a = 0; a < 3; ++a) EXPECT_NEAR(weights[a], expected[a], 1e-3);
}

ExperimentSpec own_experiment() {
  ExperimentSpec spec{
      .arms = {"x", "y"}, .family = GaussianSpec{}, .rule = own_rule("mine", own_round_robin())};
  spec.question = OwnSpec{"OwnBestArm", std::make_shared<OwnBestArm>(2)};
  spec.stopping = own_stopping(std::make_shared<OwnThreshold>(false));
  return spec;
}

TEST(OwnParts, AnExperimentShowsWhatItsAuthorSays) {
  const auto session = make_session(own_experiment());
  for (int i = 0; i < 30; ++i) {
    const auto asked = session->ask(1);
    if (asked.empty()) break;
    session->apply(asked);
    const auto [ticket, arm] = std::get<Asked>(asked[0]);
    session->apply(session->tell(ticket, arm == 1 ? 1.0 : -1.0));
  }
  ASSERT_TRUE(session->verdict());
  EXPECT_EQ(session->verdict()->answer.text, "arm 2");
  EXPECT_TRUE(session->verdict()->answer.arms.empty());
  EXPECT_EQ(session->phase(), Phase::decided);
  EXPECT_EQ(session->status().verdict, session->verdict());
  EXPECT_EQ(session->status().guarantee, Status::asymptotic);
  EXPECT_EQ(session->status().guarantee_reason, "so its author says");
}

TEST(OwnParts, WhatWasReadIsSuppliedAgain) {
  ExperimentSpec read = own_experiment();
  const OwnParts own = own_parts(read);
  read.question = OwnSpec{"OwnBestArm"};
  read.rule = parse_rule("own:mine");
  read.stopping = parse_stopping("own:OwnThreshold");
  expect_mentions(complaint([&] { make_session(read); }), {"OwnBestArm", "only the program"});
  EXPECT_NO_THROW(make_session(without_own_parts(read)));
  expect_mentions(complaint([&] {
                    ExperimentSpec copy = read;
                    supply(copy, {.rule = own.rule, .stopping = own.stopping});
                  }),
                  {"problem", "OwnBestArm", "open it there"});
  expect_mentions(complaint([&] {
                    ExperimentSpec plain{.arms = {"x", "y"}};
                    supply(plain, {.stopping = own.stopping});
                  }),
                  {"stopping", "OwnThreshold is given", "a built-in one"});
  supply(read, own);
  EXPECT_NO_THROW(make_session(read));
}

TEST(OwnParts, NamesThatDoNotFitAreSeenBeforeAnythingIsStored) {
  const auto refused = [](auto&& change) {
    ExperimentSpec spec = own_experiment();
    change(spec);
    return complaint([&] { validate(spec); });
  };
  expect_mentions(refused([](auto& spec) { spec.stopping = parse_stopping("own:Lost"); }),
                  {"stopping", "Lost"});
  expect_mentions(refused([](auto& spec) { spec.rule = own_rule("", own_round_robin()); }),
                  {"plain text"});
  expect_mentions(refused([](auto& spec) { spec.rule = own_rule("a\nb", own_round_robin()); }),
                  {"plain text"});
  expect_mentions(refused([](auto& spec) {
                    spec.question = OwnSpec{"Other", std::make_shared<OwnBestArm>(2)};
                  }),
                  {"problem", "Other"});
}

/// Projects the first answer to an invalid point.
class Nowhere : public OwnBestArm {
 public:
  using OwnBestArm::OwnBestArm;
  void project(std::size_t answer, Point at, std::span<double> lambda) const override {
    OwnBestArm::project(answer, at, lambda);
    if (answer == 0) lambda[1] = std::nan("");
  }
};

TEST(OwnParts, AProjectionThatIsNoPointIsRefused) {
  const ProblemSpec nowhere{
      GaussianSpec{}, OwnSpec{"OwnBestArm", std::make_shared<Nowhere>(3)}, {0.5, 0.0, -3.0}};
  expect_mentions(complaint([&] { analyse(nowhere); }), {"project gave nan for arm 1"});
}

TEST(OwnParts, OneLineForWhatCannotBeUsed) {
  const ProblemSpec plain{GaussianSpec{}, BestArmSpec{}, {1.0, 0.0}};
  expect_mentions(complaint([&] { simulate(plain, plan_of(parse_rule("own:mine"))); }),
                  {"own:mine", "known only to the program", "use lma"});
  ProblemSpec nobody{GaussianSpec{}, OwnSpec{"Lost"}, {1.0, 0.0}};
  expect_mentions(complaint([&] { analyse(nobody); }), {"problem: Lost", "only to the program"});
  expect_mentions(complaint([&] {
                    analyse(own_problem({1.0, 0.0}, NormalSpec{}));
                  }),
                  {"family", "normal"});
  expect_mentions(complaint([&] {
                    ProblemSpec wrong = own_problem({1.0, 0.0});
                    wrong.means.push_back(-1.0);
                    analyse(wrong);
                  }),
                  {"OwnBestArm is about 2 arms, and 3 are given"});
  const StoppingSpec own = own_stopping(std::make_shared<OwnThreshold>(true));
  const ProblemSpec margin{GaussianSpec{}, BestArmSpec{.margin = 0.1}, {1.0, 0.0}};
  expect_mentions(complaint([&] { simulate(margin, plan_of(parse_rule("rr"), own)); }),
                  {"OwnThreshold measures the evidence itself"});
}

}  // namespace
}  // namespace mirador::testing_support
