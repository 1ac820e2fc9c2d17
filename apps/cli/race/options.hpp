#pragma once

#include <string>

#include "arguments/option_table.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::cli {

/// Files to write at the end; an empty name means none.
struct ExportNames {
  std::string json, csv, markdown, report;
};

/// The options of a race, or of a gate (a race of two commands).
struct RaceRequest {
  race::RaceSpec spec;
  bool resume = false;
  /// No design was asked for, so --resume may continue a race of the other one.
  bool any_design = false;
  ExportNames exports = {};
};

/// Both throw InputError for invalid options, before any command has run.
RaceRequest read_race(const RawOptions& options);
RaceRequest read_gate(const RawOptions& options);

/// The command line that continues this race.
std::string resume_line(const RawOptions& options);

}  // namespace mirador::cli
