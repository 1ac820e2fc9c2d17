#pragma once

#include "arguments/option_table.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador::cli {

/// From what was typed to the problem it describes. All throw InputError, before anything has
/// happened, for values that cannot be used, options that are missing and options that do not fit
/// the problem or the family: nothing is ignored in silence.

/// The options completed by the file of --spec; those typed come first.
RawOptions with_spec_file(RawOptions options);

QuestionSpec read_question(const RawOptions& options, std::size_t arms);
FamilySpec read_family(const RawOptions& options);
/// The family of an experiment: normal unless another is typed, and nothing of a simulated world.
FamilySpec read_live_family(const RawOptions& options);
/// A family, a question and the true means.
ProblemSpec read_problem(const RawOptions& options);

StoppingSpec read_stopping(const RawOptions& options);

}  // namespace mirador::cli
