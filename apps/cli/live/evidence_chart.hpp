#pragma once

#include <string>

#include "mirador/experiment/history.hpp"

namespace mirador::cli {

/// The evidence and the evidence required against the number of measurements: a figure for a page.
std::string evidence_chart(const History& history);

}  // namespace mirador::cli
