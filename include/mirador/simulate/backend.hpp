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

/// Why the backend cannot simulate one rule of the plan for the problem here, in one line that
/// starts with "backend:" and says what can; nothing when it can. Every backend that can gives the
/// same stopping time and answer in every replication (the reference up to rounding ties).
std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan);

/// What `Backend::automatic` stands for: the GPU if there is one and at least 100000 runs, else the
/// widest lanes that the processor has, else the reference; others as they are, "lanes" made
/// precise.
Backend resolve(Backend backend, const ProblemSpec& problem, const RuleSpec& rule,
                const Plan& plan);

}  // namespace mirador
