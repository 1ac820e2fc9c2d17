#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <utility>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/beside.hpp"

/// Requests of the Python side: converts dictionaries to pure data for the library.
namespace mirador::python {

namespace py = pybind11;

/// {"name": ..., and the keywords of its fields}
FamilySpec family(const py::dict& given);
/// {"family": {...}, "question": {...} or an object}
std::pair<FamilySpec, QuestionSpec> family_and_question(const py::dict& request);
/// The same, and {"means": [...]}
ProblemSpec problem_spec(const py::dict& request);
/// {"rules": [text or object], "stopping": text or object, "deltas", "runs", "seed", "max_samples",
/// "threads", "backend"}. Parts written in Python need the interpreter, so they run on one thread.
Plan plan(const py::dict& request);
/// {"means", "question", "sigma"}: the problem of the rules that are simulated beside rounds.
ProblemSpec problem_beside(const py::dict& request, const RoundsSpec& design);
/// {"sigma", "correlation"}, and what is asked of the rules.
RoundsPlan rounds_plan(const py::dict& request, RoundsSpec design, const ProblemSpec& problem,
                       const Plan& beside);
/// {"arms", "family" or "rounds", "question", "scale", "rule", "stopping", "delta", "max_samples",
/// "seed", "note"}
ExperimentSpec experiment_spec(const py::dict& request);
/// {"rounds": {"family": {...}, "items", "item_names", "round_size", "good_enough"} or None}
std::optional<RoundsSpec> rounds(const py::dict& request);
/// {"problem", "rule", "stopping"}: objects or None.
OwnParts own_parts(const py::dict& request);

}  // namespace mirador::python
