#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mirador::cli {

/// The expected kind of a file, for error messages, and its largest size.
struct InputKind {
  std::string_view what;  ///< "a TOML file"
  std::size_t most_bytes;
};

/// The text of a regular file or a pipe. Throws InputError otherwise, in one line that begins with
/// the field.
std::string read_file(std::string_view field, const std::filesystem::path& path, InputKind kind);

/// The same; "-" is standard input.
std::string read_file_or_stdin(std::string_view field, const std::string& path, InputKind kind);

}  // namespace mirador::cli
