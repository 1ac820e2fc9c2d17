#pragma once

#include <string>

#include "race/result.hpp"

namespace mirador::cli {

/// A race or a gate; `render` of render.hpp writes it in the format wanted. JSON and CSV hold every
/// digit.

/// Fits the width of the screen.
std::string to_text(const RaceResult& result);
/// The same for a screen of this width, without the line that goes on.
std::string race_text(const RaceResult& result, std::size_t width, bool colour);

/// What hyperfine exports, under the same names: {"results": [...]} with times in seconds, so that
/// its scripts work on it; with more fields of a command, and all about the verdict in "mirador".
std::string to_json(const RaceResult& result);

/// One line a command: the columns of hyperfine, then those of mirador.
std::string to_csv(const RaceResult& result);

/// The table of hyperfine, and below it the verdict.
std::string to_markdown(const RaceResult& result);

}  // namespace mirador::cli
