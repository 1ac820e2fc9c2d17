#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mirador/live/live_experiment.hpp"

/// Logs of experiments as JSON, for clients that keep a log of their own, and for readers.
namespace mirador::cli {

/// At most this many events in one answer; fewer if their notes are long.
inline constexpr std::uint64_t most_events = 100'000;

/// {"name":...,"after":P,"events":[...]}: at most `most` events after the first `after`.
std::string history_text(Store& store, const LiveExperiment& experiment, std::uint64_t after,
                         std::uint64_t most);

/// {"identity":I,"spec":{...},"arms":[...],"after":P,"events":[...],"more":false}: the spec is as
/// the experiment was begun, and `arms` are those of now, in the order of their numbers.
std::string log_text(Store& store, const LiveExperiment& experiment, std::uint64_t after);

/// {"events":[...],"made_before":false,"arms":[...],"after":P,"log":[...],"more":false}: the events
/// of the change, and all events after the first `after`, which contain them if they are new. An
/// `after` beyond the end is the end.
std::string change_text(Store& store, const LiveExperiment& experiment, const Change& change,
                        std::uint64_t after);

/// The events with which an experiment begins: its tags, or those of an export. Throws InputError
/// if the spec is invalid, or an event cannot follow.
std::vector<Event> first_events(const std::string& name, const ExperimentSpec& spec,
                                std::span<const std::string> tags,
                                std::span<const std::string> events);

}  // namespace mirador::cli
