#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/race/race.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// Files to write at the end; an empty name means none.
struct ExportNames {
  std::string json, csv, markdown, asciidoc, orgmode, report;
};

/// The options of a race, or of a gate (a race of two commands).
struct RaceRequest {
  race::RaceSpec spec;
  bool resume = false;
  /// No design was asked for, so --resume may continue a race of the other one.
  bool any_design = false;
  ExportNames exports = {};
  race::Presentation presentation = {};
  Style style = Style::automatic;
  /// The race to resume by its name, whose spec is in the store; `spec` holds the budgets.
  std::optional<std::string> name = std::nullopt;
  std::vector<std::string> without = {};  ///< its commands that are left out from now on
};

/// The --max-time of a gate in seconds, unless it is given.
inline constexpr double usual_time_of_gate = 600.0;

/// Both throw InputError for invalid options, before any command has run.
RaceRequest read_race(const RawOptions& options);
RaceRequest read_gate(const RawOptions& options);

}  // namespace mirador::cli
