#pragma once

#include <cstddef>
#include <cstdio>

namespace mirador::cli {

/// Where a user reads, and what it can show.
struct Screen {
  std::size_t columns = 80, lines = 24;
  bool colour = false;
  bool utf8 = true;
};

/// The size of a terminal; where it does not say, the variables COLUMNS and LINES, else 80 and 24.
/// Colours on a live terminal only, and not where the user asked for plain text (NO_COLOR,
/// https://no-color.org). UTF-8 if the user's locale writes it.
Screen screen_of(std::FILE* stream);

/// A terminal that understands escape sequences. What mpirun gives its processes looks like one,
/// but is not where the user reads.
bool is_live_terminal(std::FILE* stream);

}  // namespace mirador::cli
