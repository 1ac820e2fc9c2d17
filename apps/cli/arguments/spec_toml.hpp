#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arguments/option_table.hpp"

namespace mirador::cli {

/// Problems in TOML files. Keys are the names of the options, lists are arrays:
///   problem = "polyhedral"
///   means = [1, 0.85, 0.8]
///   [[set]]                      # the answer {λ : rows λ > bounds}
///   name = "first"
///   rows = [[1, -1, 0], [1, 0, -1]]
///   bounds = [0, 0]
/// Both throw InputError with one line: the field, the file, the line and what is wrong. Whether
/// sets overlap or are empty is not looked at here (the problem does, when it is built).

/// A file for --spec: any options, and sets. A `sets` file is found relative to the spec.
RawOptions read_spec_file(const std::filesystem::path& path);

/// A file for --sets: nothing but [[set]] tables.
std::vector<SetTable> read_sets_file(const std::filesystem::path& path);

}  // namespace mirador::cli
