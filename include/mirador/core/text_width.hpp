#pragma once

#include <cstddef>
#include <string_view>

namespace mirador {

/// How many columns of a terminal a character of UTF-8 takes: 2 for the wide ones of East Asia
/// (Unicode, annex 11) and for most pictures, else 1. Accents that stand over the character before
/// them count as 1 too.
std::size_t columns_for(std::string_view character);

/// The columns of a text: the sum over its characters.
std::size_t width_of(std::string_view text);

}  // namespace mirador
