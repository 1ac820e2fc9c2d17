#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mirador/simulate/summary.hpp"

namespace mirador {

/// Results as lines of text and back, without loss: to keep them between two sessions or to send
/// them to another process. The format is only for programs of the same version:
///   rule lma
///   work 81234567 9876543210                    steps, CPU nanoseconds
///   risk 0.1 3 0 0 9                            δ; wrong, undecided, "equal" verdicts; right
///   pulls 40327 36601                           per arm
///   recommended 9 3                             runs per arm
///   samples 812:2 813:1                         stopping time:runs
///   run 812 1 0 1 1 arm 1                       samples, outcome, equal, right, recommended
///                                               (arm from 1, or 0), answer; if kept
std::string results_to_text(const std::vector<RuleResult>& results);

/// Throws std::runtime_error unless the text is one that results_to_text has written.
std::vector<RuleResult> results_from_text(std::string_view text);

}  // namespace mirador
