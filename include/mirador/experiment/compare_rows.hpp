#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
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

/// The mean of each arm over all rows, not only those that were enough for a verdict; nothing for
/// an arm without values. On the log scale the geometric mean.
std::vector<std::optional<double>> means_of_rows(const ExperimentSpec& spec,
                                                 std::span<const std::vector<double>> rows);

/// Reasons to look at the table again, as sentences, after `session` has compared the rows.
///   - Labels that occur twice. `labels` are those of the rows, or empty.
///   - The rows after the verdict, compared by themselves from the last one backwards at the same
///     risk, are for another arm: then the rows are hardly in random order. Not with items, whose
///     order is random anyway, or where two answers may both be good enough.
std::vector<std::string> doubts_about_rows(const ExperimentSpec& spec,
                                           std::span<const std::vector<double>> rows,
                                           std::span<const std::string> labels,
                                           const Session& session);

}  // namespace mirador
