#pragma once

#include <string>
#include <string_view>

#include "mirador/race/executor.hpp"

namespace mirador::race {

/// A run as the note that is stored with its value, and back:
/// {"wall":0.0123,"user":0.01,"system":0.002,"rss":4096000,"ending":"exited","code":0}
std::string to_note(const Run& run);
/// Throws RunError for text that is not such a note: the store is damaged.
Run run_from_note(std::string_view note);

}  // namespace mirador::race
