#pragma once

#include <string>

#include "mirador/race/race.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// A race or a gate in every format. JSON and CSV hold every digit.

/// Fits the width of the screen.
std::string to_text(const race::RaceReport& report, const Screen& screen);
/// The same for a screen of this width, without the line that goes on.
std::string race_text(const race::RaceReport& report, std::size_t width, bool colour);

/// What hyperfine exports, under the same names: {"results": [...]} with times in seconds, so that
/// its scripts work on it; with more fields of a command, and all about the verdict in "mirador".
std::string to_json(const race::RaceReport& report);

/// One line a command: the columns of hyperfine, then those of mirador.
std::string to_csv(const race::RaceReport& report);

/// The table of hyperfine, and below it the verdict.
std::string to_markdown(const race::RaceReport& report);

}  // namespace mirador::cli
