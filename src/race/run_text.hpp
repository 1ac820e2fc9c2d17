#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mirador/race/race.hpp"

namespace mirador::race {

/// A run as the note that is stored with its value, and back:
/// {"wall":0.0123,"user":0.01,"system":0.002,"rss":4096000,"ending":"exited","code":0}
/// and "rss_floor" if there is one. The first run of a race holds the start-up time of the shell
/// too, "shell":{"wall":0.0005,"user":0.0003,"system":0.0002,"noise":0.0001}, so that it is
/// measured only once.
std::string to_note(const Run& run, const std::optional<Startup>& startup = std::nullopt);
/// Throws RunError for text that is not such a note: the store is damaged.
Run run_from_note(std::string_view note);
/// The start-up time in the note, if it holds one. Throws the same.
std::optional<Startup> startup_from_note(std::string_view note);

}  // namespace mirador::race
