#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paper/settings.hpp"
#include "paper/trajectory.hpp"
#include "sim/render.hpp"

namespace mirador::paper {

/// One simulation of the report. `mirador sim` with the same words reproduces its numbers without
/// the rest.
struct Simulation {
  std::string name;                ///< its key in results.json
  std::vector<std::string> words;  ///< after "mirador"
  double weight;                   ///< about how long it takes, relative to the others
  cli::SimReport report = {};

  std::string command() const;
  const RuleResult& rule(std::string_view label) const;
};

/// Everything that is measured for the report.
struct Study {
  Settings settings;
  std::vector<Simulation> simulations;
  std::vector<TrajectoryRecord> trajectories;
  double seconds = 0.0;  ///< the time that the measurements took
  bool interrupted = false;

  const Simulation& operator[](std::string_view name) const;
};

/// Runs all simulations, with a progress bar. After an interrupt the study is incomplete.
Study measure(const Settings& settings);

}  // namespace mirador::paper
