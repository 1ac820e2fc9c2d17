#pragma once

#include <string>

#include "mirador/experiment/history.hpp"

namespace mirador::cli {

/// Evidence and what is required, after every number of measurements: a figure for a page.
std::string evidence_chart(const History& history);

}  // namespace mirador::cli
