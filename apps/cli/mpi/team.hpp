#pragma once

#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"
#include "mpi/ranks.hpp"
#include "sim/render.hpp"

namespace mirador::cli {

/// Rank 0 and its workers. Only rank 0 reads the command line, prints, and writes files. It orders
/// the workers to simulate replications and combines their results, which equal those of one
/// process.
class Team {
 public:
  explicit Team(Ranks& ranks) : ranks_(&ranks) {}
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  bool alone() const { return ranks_->size() == 1; }

  /// Simulates the replications of `block`, as the report describes them. An interruption of one
  /// rank interrupts all; the results then contain the finished replications.
  std::vector<RuleResult> simulate(const SimReport& report, const Plan& block,
                                   const Control& control);

  /// Called when rank 0 ends: the workers end too. If they are still at work, because rank 0 has
  /// failed, all ranks are aborted with its exit code.
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

/// The work of every other rank: simulates the replications that rank 0 orders, until rank 0 ends.
/// Reads the command line when it is first needed. Prints only if it fails: then it prints the
/// reason, and all ranks are aborted.
ExitCode work_for_rank_0(Ranks& ranks, int argc, const char* const* argv);

}  // namespace mirador::cli
