#pragma once

#include <span>
#include <string>

#include "mirador/live/live_experiment.hpp"
#include "serve/token.hpp"

namespace mirador::cli {

/// The forms of the pages. They are sent by the script, and hidden without it.

/// Begins an experiment; for readers, who to ask.
std::string begin_form(Access access);
/// Asks for a token.
std::string sign_in_form();

/// Open tickets with a field for each result, and forms for more tickets and other values. Without
/// write access the open tickets only.
std::string measure_section(LiveExperiment& experiment, Access access);
/// In place of that for a race, which only its own commands measure.
std::string race_section(const std::string& name);
/// Links to everything that the service has of an experiment.
std::string download_section(const std::string& name);

}  // namespace mirador::cli
