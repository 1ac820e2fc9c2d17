#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mirador/stopping/any_stopping.hpp"

namespace mirador {

/// The names there are, the default first.
std::span<const std::string_view> stopping_names();

/// A stopping rule by name, as it was in an edition. Throws InputError for anything else.
AnyStopping parse_stopping(std::string_view name, Edition edition = latest_edition);

/// Why the rule cannot serve questions with this margin (0: none); nothing when it can.
std::optional<std::string> refusal(const AnyStopping& stopping, double margin);

}  // namespace mirador
