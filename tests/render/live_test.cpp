#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "live/render.hpp"
#include "live/words.hpp"

/// The sentences of a status about risk, margin and intervals.
namespace mirador::cli::testing {
namespace {

StatusReport running(double smallest_risk) {
  StatusReport report{};
  report.name = "x";
  report.spec.arms = {"a", "b", "c"};
  ExperimentStatus& status = report.status;
  status.phase = Phase::running;
  status.delta = 0.01;
  status.guarantee = Status::proved;
  status.smallest_risk = smallest_risk;
  status.findings = Findings{{"a", {"a"}}, 3.3, 4.6, 40.0};
  for (const std::string& name : report.spec.arms) {
    status.arms.push_back({name, 10, 0, 1.25, -0.0019, 2.5011, std::nullopt});
  }
  return report;
}

StatusReport decided(double smallest_risk, std::vector<Role> roles = {}) {
  StatusReport report = running(smallest_risk);
  report.status.phase = Phase::decided;
  const bool equal = std::ranges::count(roles, Role::shares) > 0;
  report.status.verdict = VerdictStatus{{"a", {"a"}}, 30, std::move(roles), equal};
  return report;
}

TEST(RiskText, BeforeTheVerdictIsTheSmallestRisk) {
  EXPECT_EQ(risk_text(running(0.0370001).status),
            "could be decided now at any risk down to 0.0371 [proved]");
  EXPECT_EQ(risk_text(running(1e-300).status),
            "could be decided now at any risk down to 1e-300 [proved]");
}

TEST(RiskText, OfOneIsNotYet) {
  for (const double risk : {1.0, 0.99996}) {  // values that round to 1 as shown
    EXPECT_EQ(risk_text(running(risk).status), "not yet decidable at any risk");
  }
}

TEST(RiskText, AfterTheVerdictIsTheRiskFixedBeforehand) {
  EXPECT_EQ(risk_text(decided(0.01).status), "wrong with probability at most 0.01 [proved]");
  EXPECT_EQ(risk_text(decided(0.00429001).status),
            "wrong with probability at most 0.01 [proved]; the data would now decide at any risk "
            "down to 0.0043");
}

TEST(MarginNote, IsWhatEachQuestionProves) {
  using enum Role;
  StatusReport report = decided(0.01, {chosen, shares, shares});
  report.spec.question = BestArmSpec{.margin = 0.1};
  EXPECT_EQ(margin_note(report.spec, report.status),
            "each differs from a by at most the margin; two of them may differ by up to twice the "
            "margin");
  report.status.verdict->roles = {chosen, shares, ruled_out};
  EXPECT_EQ(margin_note(report.spec, report.status), "each differs from a by at most the margin");
  report.spec.question = ThresholdingSpec{.level = 0.0, .margin = 0.1};
  EXPECT_EQ(margin_note(report.spec, report.status), "each lies within the margin of the level");
  EXPECT_EQ(margin_note(report.spec, decided(0.01).status), "");
  EXPECT_EQ(margin_note(report.spec, running(0.5).status), "");
}

TEST(SeparateText, PromisesNothingOfAVerdictThatIsNotProved) {
  ExperimentStatus status = decided(0.01).status;
  EXPECT_EQ(separate_text(status),
            "The verdict and the intervals each hold with probability at least 0.99, separately, "
            "not jointly.");
  status.guarantee = Status::heuristic;
  EXPECT_EQ(separate_text(status),
            "The intervals hold with probability at least 0.99; no such probability is proved "
            "for a verdict.");
}

TEST(StatusJson, KeepsTheOldNameOfTheSmallestRisk) {
  for (const StatusReport& report : {running(0.25), running(1.0), decided(0.004)}) {
    const auto document = nlohmann::ordered_json::parse(to_json(report));
    EXPECT_EQ(document["smallest_risk"], report.status.smallest_risk);
    EXPECT_EQ(document["error_bound"], document["smallest_risk"]);
  }
}

TEST(StatusText, EndsOfIntervalsAreRoundedOutward) {
  const std::string text = to_text(running(0.25), {});
  EXPECT_NE(text.find("-0.01 "), std::string::npos) << text;
  EXPECT_NE(text.find("2.51\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace mirador::cli::testing
