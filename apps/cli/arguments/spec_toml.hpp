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
/// Both functions throw InputError with the field, the file, the line and the error. They do not
/// check whether sets overlap or are empty; the problem does, when it is built.

/// A file for --spec: any options, and sets. The path of a `sets` file is relative to the spec
/// file.
RawOptions read_spec_file(const std::filesystem::path& path);

/// A file for --sets: only [[set]] tables.
std::vector<SetTable> read_sets_file(const std::filesystem::path& path);

}  // namespace mirador::cli
