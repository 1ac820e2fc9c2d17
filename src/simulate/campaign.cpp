#include "mirador/simulate/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace mirador {
namespace {

using Clock = std::chrono::steady_clock;

/// An empty result with room for every record that the plan asks for.
RuleResult blank(const RuleSpec& rule, const Plan& plan, std::size_t arms) {
  RuleResult result{.rule = rule.label, .deltas = plan.deltas, .summaries = {}, .runs = {}};
  result.summaries.assign(plan.deltas.size(), Summary(arms));
  if (plan.records == Records::every_run) {
    result.runs.assign(plan.deltas.size(), std::vector<RunRecord>(plan.runs));
  }
  return result;
}

bool complete(const std::vector<RuleResult>& results, const Plan& plan) {
  const auto all_runs = [&](const RuleResult& result) {
    return std::ranges::all_of(result.summaries,
                               [&](const Summary& summary) { return summary.runs() == plan.runs; });
  };
  return results.size() == plan.rules.size() && std::ranges::all_of(results, all_runs);
}

Plan block_of(const Campaign& campaign, std::uint64_t done, std::uint64_t size) {
  Plan block = campaign.plan;
  block.first += done;
  block.runs = std::min(campaign.plan.runs - done, size);
  block.campaign_runs = campaign.plan.runs;
  return block;
}

/// Reports the progress of a block as progress of the whole campaign.
Control control_of(const Campaign& campaign, std::uint64_t done, const Plan& block,
                   const Control& control) {
  if (!control.progress) return control;
  const std::uint64_t rules = campaign.plan.rules.size();
  const auto progress = [=, runs = campaign.plan.runs, size = block.runs, &control](
                            std::uint64_t part, std::uint64_t whole) {
    const double share = static_cast<double>(part) / static_cast<double>(whole);
    const double in_block = std::round(share * static_cast<double>(size * rules));
    control.progress(done * rules + static_cast<std::uint64_t>(in_block), runs * rules);
  };
  return {.progress = progress, .interrupted = control.interrupted};
}

}  // namespace

void append_results(std::vector<RuleResult>& results, std::vector<RuleResult> next,
                    const Plan& plan, std::size_t arms) {
  for (std::size_t r = 0; r < results.size(); ++r) {
    results[r].append(r < next.size() ? std::move(next[r]) : blank(plan.rules[r], plan, arms));
  }
}

std::vector<RuleResult> blank_results(const Plan& plan, std::size_t arms) {
  Plan nothing = plan;
  nothing.runs = 0;
  std::vector<RuleResult> results;
  for (const RuleSpec& rule : plan.rules) results.push_back(blank(rule, nothing, arms));
  return results;
}

CampaignState run_campaign(const Campaign& campaign, CampaignState state, const Control& control) {
  BlockPacer pacer;
  while (state.done < campaign.plan.runs && !control.stop_requested()) {
    const std::uint64_t size = campaign.blocks == Blocks::one ? campaign.plan.runs : pacer.next();
    const Plan block = block_of(campaign, state.done, size);
    const auto began = Clock::now();
    std::vector<RuleResult> results =
        campaign.simulate(block, control_of(campaign, state.done, block, control));
    const bool whole = complete(results, block);
    append_results(state.results, std::move(results), block, campaign.arms);
    if (!whole) break;
    state.done += block.runs;
    pacer.took(std::chrono::duration<double>(Clock::now() - began).count());
    if (campaign.after_block) campaign.after_block(state);
  }
  return state;
}

void BlockPacer::took(double seconds) {
  constexpr double wanted = 6.0, most_change = 16.0;
  const double factor = std::clamp(wanted / seconds, 1.0 / most_change, most_change);
  size_ =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(size_) * factor));
}

}  // namespace mirador
