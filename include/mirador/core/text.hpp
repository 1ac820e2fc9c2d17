#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mirador {

/// The shortest decimal that reads back as the same number, with a decimal point in every locale.
std::string exact(double value);

/// The known name nearest to a mistyped one, ignoring case; empty if none is near. Near is a third
/// of the letters typed, where two exchanged letters count once, or one word of the name.
std::string nearest_name(std::string_view typed, std::span<const std::string_view> known);

/// "best-arm, top-m or signed".
std::string one_of(std::span<const std::string_view> names);

/// A one-line message for an unknown name: the field, the input, the nearest name or all of them.
std::string unknown_name(std::string_view field, std::string_view typed,
                         std::span<const std::string_view> known);

}  // namespace mirador
