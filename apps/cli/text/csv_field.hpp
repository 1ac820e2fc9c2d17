#pragma once

#include <string>
#include <string_view>

namespace mirador::cli {

/// A field as RFC 4180 wants it: in quotes when it holds a comma, a quote, a tab or a line break.
/// CSV has no escapes, so each byte that steers a terminal becomes a ?; and a formula of a
/// spreadsheet (it begins with =, @ or a tab, or with a sign and holds a bracket, bar or
/// exclamation mark) gets a ' in front.
std::string csv_field(std::string_view text);

}  // namespace mirador::cli
