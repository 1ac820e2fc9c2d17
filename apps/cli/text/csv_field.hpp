#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// A field as in RFC 4180: quoted if it contains a comma, a quote, a tab or a line break. CSV has
/// no escapes, so every byte that controls a terminal becomes a ?. A formula of a spreadsheet (a
/// text that begins with =, @ or a tab, or with a sign and contains a bracket, bar or exclamation
/// mark) gets a leading '.
std::string csv_field(std::string_view text);

/// The fields of a line, without spaces around them; quoted ones may contain commas and doubled
/// quotes, but no line breaks. Throws InputError for a quote that is not closed.
std::vector<std::string> csv_fields(std::string_view line);

}  // namespace mirador::cli
