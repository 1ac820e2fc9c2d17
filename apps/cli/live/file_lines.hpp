#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace mirador::cli {

/// A text file that is read line by line; "-" is standard input.
struct LineFile {
  std::string_view field;  ///< the option that names it
  std::string name;
  std::string_view what = "a CSV file";  ///< for error messages

  /// "batch: results.csv:3: "
  std::string place_of_line(std::size_t number) const;
};

/// Calls `take(line, number)` for every line that is not blank. Numbers begin with 1. A byte order
/// mark, as spreadsheets write it, and carriage returns are left out. Throws InputError if the file
/// cannot be read; an InputError of `take` gets the place of the line.
void for_each_line(const LineFile& file,
                   const std::function<void(std::string_view line, std::size_t number)>& take);

}  // namespace mirador::cli
