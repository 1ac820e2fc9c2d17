#pragma once

#include <string_view>

namespace mirador::paper {

/// The style sheet of the report: one column, light and dark, readable on a phone and in print.
std::string_view page_style();

}  // namespace mirador::paper
