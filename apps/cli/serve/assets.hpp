#pragma once

#include <string_view>

namespace mirador::cli {

/// The files of the folder `page`, which are part of the program (embed.cmake).

/// Keeps the pages up to date and sends what their forms hold.
std::string_view script();
/// What the pages have beside the style of reports and charts.
std::string_view page_style();

}  // namespace mirador::cli
