#include "mirador/simulate/campaign.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>

#include "mirador/simulate/result_text.hpp"
#include "mirador/simulate/simulate.hpp"
#include "summaries.hpp"

namespace mirador {
namespace {

using testing_support::expect_identical;

const ProblemSpec problem{
    .family = GaussianSpec{1.0}, .question = BestArmSpec{}, .means = {2.0, 1.0, 0.0}};

Plan small_plan() {
  return {.rules = {parse_rule("lma"), parse_rule("bc"), parse_rule("unif")},
          .runs = 300,
          .seed = 5,
          .records = Records::every_run};
}

Campaign campaign_of(const Plan& plan) {
  Campaign campaign{.plan = plan, .arms = problem.means.size()};
  campaign.simulate = [](const Plan& block, const Control& control) {
    return simulate(problem, block, control);
  };
  return campaign;
}

CampaignState beginning(const Campaign& campaign) {
  return {0, blank_results(campaign.plan, campaign.arms)};
}

void expect_same_run(const RunRecord& one, const RunRecord& two) {
  EXPECT_EQ(one.samples, two.samples);
  EXPECT_EQ(one.outcome, two.outcome);
  EXPECT_EQ(one.equal, two.equal);
  EXPECT_EQ(one.right, two.right);
  EXPECT_EQ(one.recommended, two.recommended);
  EXPECT_EQ(one.answer, two.answer);
}

void expect_same(const std::vector<RuleResult>& one, const std::vector<RuleResult>& two) {
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t r = 0; r < one.size(); ++r) {
    EXPECT_EQ(one[r].rule, two[r].rule);
    EXPECT_EQ(one[r].deltas, two[r].deltas);
    EXPECT_EQ(one[r].steps, two[r].steps);
    ASSERT_EQ(one[r].runs.size(), two[r].runs.size());
    for (std::size_t i = 0; i < one[r].summaries.size(); ++i) {
      expect_identical(one[r].summaries[i], two[r].summaries[i]);
    }
    for (std::size_t i = 0; i < one[r].runs.size(); ++i) {
      ASSERT_EQ(one[r].runs[i].size(), two[r].runs[i].size());
      for (std::size_t n = 0; n < one[r].runs[i].size(); ++n) {
        expect_same_run(one[r].runs[i][n], two[r].runs[i][n]);
      }
    }
  }
}

TEST(Range, IsThatPartOfTheWhole) {
  Plan plan = small_plan();
  const auto whole = simulate(problem, plan);
  plan.first = 120;
  plan.runs = 50;
  const auto part = simulate(problem, plan);
  for (std::size_t n = 0; n < 50; ++n) {
    expect_same_run(part[1].runs[0][n], whole[1].runs[0][120 + n]);
  }
}

TEST(Campaign, BlocksChangeNothing) {
  Campaign campaign = campaign_of(small_plan());
  const auto alone = simulate(problem, campaign.plan);
  expect_same(run_campaign(campaign, beginning(campaign)).results, alone);
  std::vector<std::uint64_t> saved;
  campaign.blocks = Blocks::timed;
  campaign.after_block = [&](const CampaignState& state) { saved.push_back(state.done); };
  const CampaignState end = run_campaign(campaign, beginning(campaign));
  expect_same(end.results, alone);
  EXPECT_EQ(end.done, 300u);
  EXPECT_GT(saved.size(), 1u);
  EXPECT_EQ(saved.back(), 300u);
}

TEST(Campaign, GoesOnFromWhereItWas) {
  Campaign campaign = campaign_of(small_plan());
  campaign.blocks = Blocks::timed;
  std::vector<CampaignState> states = {beginning(campaign)};
  campaign.after_block = [&](const CampaignState& state) { states.push_back(state); };
  const CampaignState end = run_campaign(campaign, beginning(campaign));
  campaign.after_block = {};
  for (const CampaignState& state : states) {
    const CampaignState again{state.done, results_from_text(results_to_text(state.results))};
    expect_same(run_campaign(campaign, state.done > 0 ? again : state).results, end.results);
  }
}

TEST(Campaign, AnInterruptionKeepsWhatIsFinishedAndDoesNotCountIt) {
  std::atomic<bool> stop{false};
  Campaign campaign = campaign_of(small_plan());
  campaign.blocks = Blocks::timed;
  campaign.simulate = [&](const Plan& block, const Control& control) {
    EXPECT_EQ(control.interrupted, &stop);
    auto results = simulate(problem, block, control);
    if (block.first > 0) {
      stop = true;
      results.pop_back();
    }
    return results;
  };
  int blocks = 0;
  campaign.after_block = [&](const CampaignState&) { ++blocks; };
  Control control;
  control.interrupted = &stop;
  const CampaignState end = run_campaign(campaign, beginning(campaign), control);
  EXPECT_EQ(blocks, 1);
  EXPECT_EQ(end.done, 64u);
  ASSERT_EQ(end.results.size(), 3u);
  EXPECT_EQ(end.results[0].summaries[0].runs(), 300u);
  EXPECT_EQ(end.results[2].summaries[0].runs(), 64u);
  EXPECT_EQ(end.results[2].runs[0].size(), 300u);  // records are indexed by replication
  EXPECT_EQ(end.results[2].runs[0][64].outcome, Outcome::unfinished);
}

TEST(Campaign, ProgressIsThatOfTheWhole) {
  Campaign campaign = campaign_of(small_plan());
  campaign.blocks = Blocks::timed;
  std::uint64_t last = 0;
  Control control;
  control.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 900u);
    EXPECT_GE(done, last);
    last = done;
  };
  run_campaign(campaign, beginning(campaign), control);
  EXPECT_EQ(last, 900u);
}

TEST(BlockPacer, AimsAtSomeSeconds) {
  BlockPacer pacer;
  const double seconds_a_run = 1e-4;
  for (int i = 0; i < 10; ++i) pacer.took(seconds_a_run * static_cast<double>(pacer.next()));
  EXPECT_NEAR(static_cast<double>(pacer.next()) * seconds_a_run, 6.0, 1.0);
  for (int i = 0; i < 10; ++i) pacer.took(1e9);
  EXPECT_EQ(pacer.next(), 1u);
}

TEST(ResultText, RefusesWhatItHasNotWritten) {
  const std::string text = results_to_text(simulate(problem, small_plan()));
  expect_same(results_from_text(text), simulate(problem, small_plan()));
  EXPECT_TRUE(results_from_text("").empty());
  for (std::size_t size = 1; size < text.size() - 1; size = size * 5 / 4 + 1) {
    try {  // a text cut at the end of a line may be valid with fewer runs
      results_from_text(std::string_view(text).substr(0, size));
      EXPECT_EQ(text[size - 1], '\n');
    } catch (const std::runtime_error&) {
    }
  }
  for (const char* wrong :
       {"rule", "rule x\n", "rule x\nwork -1 2\n",
        "rule x\nwork 1 2\nrisk 0.1 0 0 0 0\npulls 1 2\nrecommended 0 0\nsamples 2:1 1:1\n",
        "rule x\nwork 1 2\nrisk 0.1 0 0 0 0\npulls 1 2\nrecommended 0 0\nsamples 2:0\n",
        "rule x\nwork 1 2\nrisk 0.1 0 0 0 0\npulls 1 2\nrecommended 0\nsamples 2:1\n"}) {
    EXPECT_THROW(results_from_text(wrong), std::runtime_error) << wrong;
  }
  EXPECT_EQ(results_from_text("rule x\nwork 1 2\nrisk 0.1 0 0 0 0\npulls 1 2\nrecommended 0 0\n"
                              "samples 2:1\n")
                .size(),
            1u);
}

}  // namespace
}  // namespace mirador
