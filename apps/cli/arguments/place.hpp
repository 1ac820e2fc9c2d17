#pragma once

#include <string>

#include "arguments/option_table.hpp"

namespace mirador::cli {

/// The value of --store, else of the variable MIRADOR_STORE, else the file in the user's data
/// folder.
std::string read_place(const RawOptions& options);

/// The place without secrets, for files that others read: postgresql://user:secret@host/name?...
/// loses the secret and the part after the name.
std::string public_place(const std::string& place);

}  // namespace mirador::cli
