#pragma once

#include "arguments/option_table.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "sim/render.hpp"

namespace mirador::cli {

/// The options of `sim --rounds`. All functions throw InputError before anything has been done.

/// Refuses what only rounds can use where there is no --rounds.
void refuse_parts_of_rounds(const RawOptions& options);

/// The problem of the independent rules beside the rounds: the same means, and the family that
/// matches the law (normal for symmetric). Refuses options that do not go with rounds.
ProblemSpec read_problem_of_rounds(const RawOptions& options, const RoundsSpec& design);

/// The rounds of a report whose problem and request have been read.
RoundsPart read_rounds_part(const RawOptions& options, const RoundsSpec& design,
                            const SimReport& report);

}  // namespace mirador::cli
