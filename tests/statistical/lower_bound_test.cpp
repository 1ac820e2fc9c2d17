#include <gtest/gtest.h>

#include <string>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// An instance by name, and the rules that support it.
struct Setting {
  const char* name;
  ProblemSpec problem;
  std::vector<RuleSpec> rules;
};

std::vector<RuleSpec> general_rules() {
  return rules({"lma", "lma:L=0.01", "lmac:eta=10", "fw", "dt", "unif", "rr"});
}

Setting best_arm() {
  Setting setting{"best_arm", seed_instance(), general_rules()};
  setting.rules.push_back(parse_rule("ttts"));
  return setting;
}

Setting general(const char* name, QuestionSpec question, std::vector<double> means) {
  return {name, {GaussianSpec{1.0}, std::move(question), std::move(means)}, general_rules()};
}

/// Is the average above 0.5? A third arm does not matter.
PolyhedralSpec half_spaces() {
  return {{{"high", {1, 1, 0.1}, {1}}, {"low", {-1, -1, -0.1}, {-1}}}};
}

class LowerBound : public testing::TestWithParam<Setting> {};

TEST_P(LowerBound, IsNeverBeatenAndErrorsAreRare) {
  const ProblemSpec& problem = GetParam().problem;
  const CharacteristicTime bound = analyse(problem).bound;
  // The heuristic comes closest to the bound.
  const Plan plan{.rules = GetParam().rules,
                  .stopping = parse_stopping("heuristic"),
                  .deltas = {1e-4, 1e-6},
                  .runs = 200,
                  .seed = 77};
  for (const RuleResult& result : simulate(problem, plan)) {
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      EXPECT_EQ(summary.undecided(), 0u) << result.rule;
      EXPECT_GE(summary.mean(),
                bound.lower_bound(plan.deltas[i]) - allowed_errors * summary.std_error())
          << result.rule << " at " << plan.deltas[i];
      EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), plan.deltas[i]), refuted)
          << result.rule << " at " << plan.deltas[i];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    SmallRisk, LowerBound,
    testing::Values(best_arm(), general("top_m", TopMSpec{2}, {1.0, 0.8, 0.2, 0.0}),
                    general("thresholding", ThresholdingSpec{0.5}, {1.0, 0.0, 0.8}),
                    general("signed", SignedSpec{0.0}, {0.5, 0.3, 0.8}),
                    general("closest", ClosestSpec{0.5}, {-0.5, 0.4, 1.2, 2.0}),
                    general("polyhedral", half_spaces(), {0.8, 0.9, 0.1})),
    [](const auto& setting) { return std::string(setting.param.name); });

}  // namespace
}  // namespace mirador::testing_support
