#pragma once

#include <string>
#include <string_view>

namespace mirador::page {

/// The style sheet of all reports: one column, light and dark, readable on a phone and in print.
std::string_view style();
/// The same, and the look of charts.
std::string style_with_charts();

}  // namespace mirador::page
