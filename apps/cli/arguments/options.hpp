#pragma once

#include <string>
#include <vector>

#include "arguments/problem_options.hpp"
#include "mirador/simulate/plan.hpp"
#include "paper/settings.hpp"

namespace mirador::cli {

/// From what was typed to what the library understands. All throw InputError, before anything has
/// happened, for values that cannot be used, options that are missing and options that do not fit
/// the problem or the family: nothing is ignored in silence. Names of a later version are refused
/// here too.

enum class Format { text, json, csv };

std::vector<double> read_deltas(const RawOptions& options);
Format read_format(const RawOptions& options);

/// Everything `sim` needs beside the problem.
struct SimRequest {
  Plan plan;
  std::string stopping;    ///< the name of plan.stopping
  std::string csv_runs;    ///< empty: not wanted
  std::string checkpoint;  ///< empty: not wanted
};
SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem);

/// Everything `paper` needs.
paper::Settings read_paper(const RawOptions& options);

}  // namespace mirador::cli
