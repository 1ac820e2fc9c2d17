#pragma once

#include <string>
#include <vector>

#include "arguments/problem_options.hpp"
#include "mirador/simulate/plan.hpp"

namespace mirador::cli {

/// From what was typed to what the simulator understands. All throw InputError, before anything has
/// happened, for values that cannot be used, options that are missing and options that do not fit
/// the problem or the family: nothing is ignored in silence.

std::vector<double> read_deltas(const RawOptions& options);
/// 0, for all the machine has, when none are asked for.
unsigned read_threads(const RawOptions& options);

/// Everything `sim` needs beside the problem.
struct SimRequest {
  Plan plan;
  std::string stopping;    ///< the name of plan.stopping
  std::string csv_runs;    ///< empty: not wanted
  std::string checkpoint;  ///< empty: not wanted
};
SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem);

}  // namespace mirador::cli
