#pragma once

#include <string>
#include <vector>

#include "paper/findings.hpp"
#include "paper/study.hpp"

namespace mirador::paper {

/// The figures of the report, as SVG for the page.

/// Figure 1 as a separate file.
std::string figure1_file(const Study& study, const Findings& findings);
std::string figure1(const Study& study, const Findings& findings);
/// The same for the thresholding, signed and closest experiments.
std::string example_figure(const Simulation& simulation);

std::string step_time_figure(const Findings& findings);
std::string theorem_figure(const Findings& findings);
std::string signed_theorem_figure(const Findings& findings);
std::string share_figure(const TrajectoryRecord& trajectory, const Findings& findings);
std::string tracking_figure(const Study& study);
std::string regret_figure(const Study& study);
std::string scale_figure(const Findings& findings);
/// Samples and error rates of the stopping rules on one instance.
std::string threshold_figure(const Findings& findings, const std::string& instance,
                             const std::string& id);

}  // namespace mirador::paper
