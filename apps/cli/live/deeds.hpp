#pragma once

#include <string>

#include "live/render.hpp"

namespace mirador::cli {

/// What a change of an experiment did, in words: "2 results told, 1 of them new". Not for tickets.
std::string done_text(const Change& change, const Session& session);

/// The same, the state of the experiment after it, and which of the tickets that were told do not
/// count. Commands and the service say the same.
Deed deed_of(const Change& change, const Session& session);

/// An experiment was begun.
Deed begun_deed(const std::string& name, const ExperimentSpec& spec, const Progress& progress);

/// The phase, the samples and the verdict.
std::string phase_sentence(const Progress& progress);

}  // namespace mirador::cli
