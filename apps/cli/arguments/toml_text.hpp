#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mirador::cli {

/// The text of a TOML file that is safe to parse: a regular file or a pipe of at most 16 MiB whose
/// keys have few dots (the parser recurses once per dot and could overflow the stack). Throws
/// InputError for any other file, in one line that begins with the field.
std::string read_toml_text(std::string_view field, const std::filesystem::path& path);

}  // namespace mirador::cli
