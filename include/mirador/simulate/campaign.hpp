#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador {

/// Whether the replications are simulated at once, or in blocks of some seconds each, between which
/// what is done can be saved.
enum class Blocks { one, timed };

/// How far a campaign has come.
struct CampaignState {
  std::uint64_t done = 0;           ///< replications 0 .. done - 1 of every rule, and no others
  std::vector<RuleResult> results;  ///< one for each rule of the plan
};

/// A plan that is simulated block after block. How the blocks are cut changes nothing in the
/// results, ns_per_step aside.
struct Campaign {
  Plan plan;
  std::size_t arms = 0;
  Blocks blocks = Blocks::one;
  /// Simulates the replications that it is given: `simulate` of simulate.hpp, or something that
  /// shares them out further. It may leave rules out at the end when it is interrupted.
  std::function<std::vector<RuleResult>(const Plan& block, const Control&)> simulate = {};
  /// Called with what is done after each complete block; may be empty.
  std::function<void(const CampaignState&)> after_block = {};
};

/// For each rule of the plan a result without runs, to append others to.
std::vector<RuleResult> blank_results(const Plan& plan, std::size_t arms);

/// Goes on from `state` to the end, or until the control says stop. The results then also hold the
/// replications of the block that was not completed, rule by rule as far as they were finished;
/// `done` and `after_block` do not count them. Progress is given in runs of all rules together,
/// those before `state` included.
CampaignState run_campaign(const Campaign& campaign, CampaignState state,
                           const Control& control = {});

/// Adds the results of the replications that follow, `next` as simulated by `plan`. Rules that it
/// left out count as rules without a finished run.
void append_results(std::vector<RuleResult>& results, std::vector<RuleResult> next,
                    const Plan& plan, std::size_t arms);

/// The size of the next block, from the time that the last one took: six seconds, as far as one can
/// tell, and a few runs to begin with.
class BlockPacer {
 public:
  std::uint64_t next() const { return size_; }
  void took(double seconds);

 private:
  std::uint64_t size_ = 64;
};

}  // namespace mirador
