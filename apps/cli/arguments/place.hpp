#pragma once

#include <string>

#include "arguments/option_table.hpp"

namespace mirador::cli {

/// --store, else the variable MIRADOR_STORE, else the user's own file.
std::string read_place(const RawOptions& options);

/// The place as it may stand in a file for others: postgresql://user:secret@host/name?... without
/// the secret, and without what follows the name.
std::string public_place(const std::string& place);

}  // namespace mirador::cli
