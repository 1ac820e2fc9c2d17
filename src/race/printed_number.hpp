#pragma once

#include <optional>
#include <string_view>

namespace mirador::race {

/// The last line of the output that is not blank, without surrounding blanks.
std::string_view last_line(std::string_view output);

/// The number if the line consists of exactly one; with a decimal point in every locale.
std::optional<double> number_in(std::string_view line);

}  // namespace mirador::race
