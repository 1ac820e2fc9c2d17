#pragma once

#include <string>

#include "arguments/option_table.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::cli {

/// Names of files to write at the end; empty: not wanted.
struct ExportNames {
  std::string json, csv, markdown, report;
};

/// Everything that was typed about a race, or about a gate, which is a race of two.
struct RaceRequest {
  race::RaceSpec spec;
  bool resume = false;
  ExportNames exports = {};
};

/// Both throw InputError for what cannot be used, before anything has run.
RaceRequest read_race(const RawOptions& options);
RaceRequest read_gate(const RawOptions& options);

/// The command line that goes on with this race.
std::string resume_line(const RawOptions& options);

}  // namespace mirador::cli
