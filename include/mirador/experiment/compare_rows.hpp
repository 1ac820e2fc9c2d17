#pragma once

#include <memory>
#include <span>
#include <vector>

#include "mirador/experiment/session.hpp"

namespace mirador {

/// A comparison of data that are there already: each row is a round, with a value for every arm,
/// NaN where there is none. Rows count in their order; with items, which must be as many as the
/// rows, in the random order of the spec. The result is a session after these rounds, or after
/// those that were enough for a verdict. Throws InputError if the spec is invalid or not in rounds,
/// and a ReadingError with the index of the row for an invalid value.
std::unique_ptr<Session> compare_rows(const ExperimentSpec& spec,
                                      std::span<const std::vector<double>> rows);

}  // namespace mirador
