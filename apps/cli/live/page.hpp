#pragma once

#include <string>

#include "mirador/experiment/history.hpp"

namespace mirador::cli {

/// An experiment as an HTML page that needs nothing else: verdict, arms, evidence over time and
/// what the log holds. The same experiment gives the same page.
std::string live_page(const std::string& name, const ExperimentSpec& spec, const History& history);

}  // namespace mirador::cli
