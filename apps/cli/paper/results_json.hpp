#pragma once

#include <string>

#include "paper/findings.hpp"
#include "paper/study.hpp"

namespace mirador::paper {

/// results.json: every number of the report, with the command and seed that reproduce it.
std::string results_json(const Study& study, const Findings& findings);

/// table1.csv: rule,seconds,paper_seconds,speed_up.
std::string table1_csv(const Findings& findings);

}  // namespace mirador::paper
