#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador {

/// "auto", "reference", "lanes", "cuda", and the instruction sets of the lanes by name,
/// "lanes-plain", "lanes-avx2", "lanes-avx512". Throws InputError for anything else.
Backend parse_backend(std::string_view text);
std::string_view to_string(Backend backend);
std::vector<std::string_view> backend_names();

/// The reason why the backend cannot simulate a rule of the plan for the problem on this machine,
/// in one line that starts with "backend:" and names an alternative; nothing if it can. All
/// backends that can give the same stopping time and answer in every replication (the reference up
/// to rounding ties).
std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan);

/// Resolves `Backend::automatic`: the GPU if there is one and at least 100000 runs, else the widest
/// lanes that the processor supports, else the reference. Resolves "lanes" to the widest lanes;
/// other backends are returned unchanged.
Backend resolve(Backend backend, const ProblemSpec& problem, const RuleSpec& rule,
                const Plan& plan);

}  // namespace mirador
