#pragma once

#include <optional>
#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador::cli {

/// Reads the problem from the options. All functions throw InputError, before anything has been
/// done, for invalid values, missing options, and options that do not fit the problem or the
/// family. No option is ignored silently.

/// The options completed by the file of --spec; options on the command line take precedence.
RawOptions with_spec_file(RawOptions options);

QuestionSpec read_question(const RawOptions& options, std::size_t arms);
FamilySpec read_family(const RawOptions& options);
/// The family of an experiment; the default is normal. Fields that only simulations use are left
/// out.
FamilySpec read_live_family(const RawOptions& options);
/// The true means.
std::vector<double> read_means(const RawOptions& options);
/// A family, a question and the true means.
ProblemSpec read_problem(const RawOptions& options);

StoppingSpec read_stopping(const RawOptions& options);

/// The comparison in rounds, or nothing without --rounds.
std::optional<RoundsSpec> read_rounds(const RawOptions& options);
/// The comparison of a table of finished rounds, without items.
RoundsSpec read_table_law(const RawOptions& options);

}  // namespace mirador::cli
