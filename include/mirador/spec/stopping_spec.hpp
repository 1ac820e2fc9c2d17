#pragma once

#include <string_view>

#include "mirador/stopping/any_stopping.hpp"

namespace mirador {

/// A stopping rule by name: "heuristic" or "menard". Throws InputError for anything else.
AnyStopping parse_stopping(std::string_view name);

}  // namespace mirador
