#pragma once

#include <string>

#include "mirador/experiment/history.hpp"

namespace mirador::cli {

/// An experiment as a self-contained HTML page: verdict, arms, evidence over time and a summary of
/// the log. The same experiment gives the same page.
std::string live_page(const std::string& name, const History& history);

}  // namespace mirador::cli
