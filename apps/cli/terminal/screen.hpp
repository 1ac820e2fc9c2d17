#pragma once

#include <cstddef>
#include <cstdio>

namespace mirador::cli {

/// The terminal or file that the user reads, and its abilities.
struct Screen {
  std::size_t columns = 80, lines = 24;
  bool colour = false;
  bool utf8 = true;
};

/// What the user wants of it, whatever it is.
enum class Style {
  automatic,
  basic,    ///< neither colours nor an output that is redrawn
  full,     ///< both, even if it is no terminal
  nocolor,  ///< no colours
  color,    ///< colours, and nothing is redrawn
  none,     ///< nothing is shown but errors
};

/// The size is that of the terminal, else of the variables COLUMNS and LINES, else 80 and 24.
/// Colours are used only on a live terminal, and not with NO_COLOR (https://no-color.org). UTF-8 is
/// used if the locale of the user has it.
Screen screen_of(std::FILE* stream, Style style = Style::automatic);

/// Whether this is a terminal that understands escape sequences. The output of processes under
/// mpirun looks like a terminal, but is not one.
bool is_live_terminal(std::FILE* stream);
/// Whether output may be redrawn in place.
bool is_redrawn(std::FILE* stream, Style style);

}  // namespace mirador::cli
