#pragma once

#include <string>

#include "mirador/race/race.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// A race or a gate in every format. JSON and CSV contain every digit.

/// Text that fits the width of the screen.
std::string to_text(const race::RaceReport& report, const Screen& screen);
/// The same for a screen of this width, without the command line that continues the race.
std::string race_text(const race::RaceReport& report, std::size_t width, bool colour);

/// The export format of hyperfine, {"results": [...]} with times in seconds, so that its scripts
/// work; with more fields per command, and the verdict in "mirador".
std::string to_json(const race::RaceReport& report);

/// One line per command: the columns of hyperfine, then those of mirador.
std::string to_csv(const race::RaceReport& report);

/// The table of hyperfine, followed by the verdict.
std::string to_markdown(const race::RaceReport& report);
std::string to_asciidoc(const race::RaceReport& report);
std::string to_orgmode(const race::RaceReport& report);

}  // namespace mirador::cli
