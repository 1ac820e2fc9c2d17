#include "mirador/simulate/backend.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lanes/lanes.hpp"
#include "mirador/core/error.hpp"

namespace mirador {
namespace {

constexpr std::array<std::pair<std::string_view, Backend>, 7> names{{
    {"auto", Backend::automatic},
    {"reference", Backend::reference},
    {"lanes", Backend::lanes},
    {"cuda", Backend::cuda},
    {"lanes-plain", Backend::lanes_plain},
    {"lanes-avx2", Backend::lanes_avx2},
    {"lanes-avx512", Backend::lanes_avx512},
}};

/// With fewer replications most of a GPU is idle.
constexpr std::uint64_t runs_for_gpu = 100'000;

std::string listed_names() {
  std::string list;
  for (const auto& [name, backend] : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace

Backend parse_backend(std::string_view text) {
  for (const auto& [name, backend] : names) {
    if (name == text) return backend;
  }
  throw InputError("backend: " + std::string(text) + " is unknown; give one of " + listed_names());
}

std::string_view to_string(Backend backend) {
  for (const auto& [name, known] : names) {
    if (known == backend) return name;
  }
  return "";
}

std::vector<std::string_view> backend_names() {
  std::vector<std::string_view> out;
  for (const auto& [name, backend] : names) out.push_back(name);
  return out;
}

std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan) {
  if (backend == Backend::automatic || backend == Backend::reference) return std::nullopt;
  const auto because = [&](const std::string& reason) {
    return "backend: " + std::string(to_string(backend)) + " " + reason +
           "; use --backend auto or reference";
  };
  const Backend lanes = backend == Backend::lanes ? lanes::best_lanes() : backend;
  const auto reason = lanes::refusal(lanes, problem, rule, plan);
  return reason ? std::optional(because(*reason)) : std::nullopt;
}

Backend resolve(Backend backend, const ProblemSpec& problem, const RuleSpec& rule,
                const Plan& plan) {
  if (backend == Backend::lanes) return lanes::best_lanes();
  if (backend != Backend::automatic) return backend;
  if (std::max(plan.runs, plan.campaign_runs) >= runs_for_gpu &&
      !refusal(Backend::cuda, problem, rule, plan)) {
    return Backend::cuda;
  }
  // Lanes of width one are slower than the reference and exist only for comparison.
  const Backend lanes = lanes::best_lanes();
  const bool wide = lanes != Backend::lanes_plain && !refusal(lanes, problem, rule, plan);
  return wide ? lanes : Backend::reference;
}

}  // namespace mirador
