#pragma once

#include <span>
#include <string_view>

#include "mirador/stopping/any_stopping.hpp"

namespace mirador {

/// The names there are, the default first.
std::span<const std::string_view> stopping_names();

/// A stopping rule by name. Throws InputError for anything else.
AnyStopping parse_stopping(std::string_view name);

}  // namespace mirador
