#pragma once

#include <string>

#include "paper/findings.hpp"
#include "paper/study.hpp"

namespace mirador::paper {

/// The report as one HTML document that needs nothing else.
std::string report_page(const Study& study, const Findings& findings);

}  // namespace mirador::paper
