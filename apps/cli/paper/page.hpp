#pragma once

#include <string>

#include "paper/findings.hpp"
#include "paper/study.hpp"

namespace mirador::paper {

/// The report as one self-contained HTML document.
std::string report_page(const Study& study, const Findings& findings);

}  // namespace mirador::paper
