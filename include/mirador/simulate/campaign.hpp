#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador {

/// Whether all replications are simulated at once, or in blocks of some seconds each, after which
/// the results so far can be saved.
enum class Blocks { one, timed };

/// The progress of a campaign.
struct CampaignState {
  std::uint64_t done = 0;           ///< replications 0 .. done - 1 of every rule are done
  std::vector<RuleResult> results;  ///< one per rule of the plan
};

/// A plan that is simulated in blocks. The blocks do not affect the results, except ns_per_step.
struct Campaign {
  Plan plan;
  std::size_t arms = 0;
  Blocks blocks = Blocks::one;
  /// Simulates the given replications: `simulate` of simulate.hpp, or a function that distributes
  /// them further. It may leave out rules at the end when it is interrupted.
  std::function<std::vector<RuleResult>(const Plan& block, const Control&)> simulate = {};
  /// Called with the state after each complete block; may be empty.
  std::function<void(const CampaignState&)> after_block = {};
};

/// One empty result per rule of the plan, to which others can be appended.
std::vector<RuleResult> blank_results(const Plan& plan, std::size_t arms);

/// Continues from `state` to the end, or until the control stops it. The results then also contain
/// the finished replications of the incomplete block, rule by rule; `done` and `after_block` do not
/// count them. Progress is reported in runs of all rules together, including those before `state`.
CampaignState run_campaign(const Campaign& campaign, CampaignState state,
                           const Control& control = {});

/// Appends the results of the following replications, `next` as simulated by `plan`. Rules that it
/// left out count as rules without a finished run.
void append_results(std::vector<RuleResult>& results, std::vector<RuleResult> next,
                    const Plan& plan, std::size_t arms);

/// The size of the next block, estimated from the time of the last one to take six seconds; the
/// first block has a few runs.
class BlockPacer {
 public:
  std::uint64_t next() const { return size_; }
  void took(double seconds);

 private:
  std::uint64_t size_ = 64;
};

}  // namespace mirador
