#pragma once

#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"
#include "mpi/ranks.hpp"
#include "sim/render.hpp"

namespace mirador::cli {

/// Rank 0 and those that work for it. Rank 0 alone reads the command line, prints, and writes
/// files; it orders the others to simulate replications and puts together what they send. The
/// results are those of one process.
class Team {
 public:
  explicit Team(Ranks& ranks) : ranks_(&ranks) {}
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  bool alone() const { return ranks_->size() == 1; }

  /// The replications of `block`, of the simulation that the report describes. An interruption of
  /// any rank is one of all; the results then hold what was finished.
  std::vector<RuleResult> simulate(const SimReport& report, const Plan& block,
                                   const Control& control);

  /// Rank 0 has come to its end: sends the others home. Where they are at work, because rank 0 has
  /// failed, all ranks are ended with its exit code.
  void dismiss(ExitCode code);

 private:
  void halt();
  std::vector<RuleResult> own_share(const SimReport& report, const Plan& share,
                                    const Control& control);
  std::string reply_of(int rank, const Control& control);

  Ranks* ranks_;
  bool at_work_ = false;  // between the order and the last reply
  bool halted_ = false;
};

/// What every rank but 0 does: the replications that rank 0 orders, until it says that there are no
/// more. The words are those of the command line, which is read once it is needed. Never prints,
/// unless it fails: then it says why, and all ranks are ended.
ExitCode work_for_rank_0(Ranks& ranks, int argc, const char* const* argv);

}  // namespace mirador::cli
