#pragma once

#include <string>

#include "html/html.hpp"
#include "mirador/experiment/history.hpp"

namespace mirador::cli {

/// An experiment as a page: verdict, arms, evidence over time, allocation and a summary of the log.
/// The same experiment gives the same page.
page::Content live_content(const std::string& name, const History& history);

}  // namespace mirador::cli
