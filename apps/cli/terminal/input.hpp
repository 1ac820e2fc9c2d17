#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mirador::cli {

/// What a file should be, for the message when it is something else, and how large it may be.
struct InputKind {
  std::string_view what;  ///< "a TOML file"
  std::size_t most_bytes;
};

/// The text of a regular file or a pipe. Throws InputError, with one line that begins with the
/// field, for anything else.
std::string read_file(std::string_view field, const std::filesystem::path& path, InputKind kind);

/// The same, where - stands for standard input.
std::string read_file_or_stdin(std::string_view field, const std::string& path, InputKind kind);

}  // namespace mirador::cli
