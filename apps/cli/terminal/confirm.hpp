#pragma once

#include <string_view>

namespace mirador::cli {

/// Asks on the terminal; true after "y" or "yes". Throws InputError where there is no terminal: the
/// option that answers beforehand, --`option`, must then be given.
bool confirmed(std::string_view option, std::string_view question);

}  // namespace mirador::cli
