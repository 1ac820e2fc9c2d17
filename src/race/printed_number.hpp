#pragma once

#include <optional>
#include <string_view>

namespace mirador::race {

/// The last line of what a command printed that is not blank, without blanks around it.
std::string_view last_line(std::string_view output);

/// The number that a line is, and nothing else; with a decimal point whatever the locale.
std::optional<double> number_in(std::string_view line);

}  // namespace mirador::race
