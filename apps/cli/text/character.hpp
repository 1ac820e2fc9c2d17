#pragma once

#include <cstddef>
#include <string_view>

namespace mirador::cli {

/// The UTF-8 character at the front of a text that is not empty; a byte that begins none counts as
/// one.
std::string_view first_character(std::string_view text);

/// How many columns of a terminal it takes: 2 for the wide ones of East Asia (Unicode, annex 11)
/// and for most pictures, else 1. Accents that stand over the character before them count as 1 too.
std::size_t columns_for(std::string_view character);

}  // namespace mirador::cli
