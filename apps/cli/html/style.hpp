#pragma once

#include <string_view>

namespace mirador::page {

/// The style sheet of all reports: one column, light and dark, readable on a phone and in print.
std::string_view style();

}  // namespace mirador::page
