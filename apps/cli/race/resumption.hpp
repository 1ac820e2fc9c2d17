#pragma once

#include "mirador/race/race.hpp"
#include "race/options.hpp"

namespace mirador::cli {

/// How a race is found again, and how it goes on.

/// The race that the request resumes by its name, with the budgets of the request. Throws
/// InputError if the store has no race of this name.
race::RaceSpec named_race(Store& store, const RaceRequest& request);

/// Adds to a race that ended undecided the command lines that continue it: with larger budgets if
/// one is spent, and without the command that failed.
void add_ways_on(race::RaceReport& report, const RawOptions& options, const RaceRequest& request);

}  // namespace mirador::cli
