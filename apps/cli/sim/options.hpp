#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments/problem_options.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/spec/rule_spec.hpp"

namespace mirador::cli {

/// Reads the options of the simulator. All functions throw InputError, before anything has been
/// done, for invalid values, missing options, and options that do not fit the problem or the
/// family. No option is ignored silently.

/// The usual risks depend on the aim: one, as of `new`, for a recommendation.
std::vector<double> read_deltas(const RawOptions& options, Aim aim = Aim::verdict);
/// 0 (one per core) if none are given.
unsigned read_threads(const RawOptions& options);

/// The options of `sim` except the problem.
struct SimRequest {
  Plan plan;
  std::string stopping;    ///< the name of plan.stopping
  std::string csv_runs;    ///< empty: none
  std::string checkpoint;  ///< empty: none
};
/// `design` is that of the rounds which the rules are beside, if there are any.
SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem,
                    const std::optional<RoundsSpec>& design);

}  // namespace mirador::cli
