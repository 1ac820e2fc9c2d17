#include "sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/backend.hpp"
#include "sim/rounds.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

/// The backends that will simulate the rules of the plan.
std::string backends_of(const ProblemSpec& problem, const Plan& plan) {
  std::vector<std::string_view> names;
  for (const RuleSpec& rule : plan.rules) {
    const auto name = to_string(resolve(plan.backend, problem, rule, plan));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (names.empty()) names.push_back(to_string(Backend::reference));  // rounds alone
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

SimReport read_simulation(const RawOptions& options) {
  const std::optional<RoundsSpec> design = read_rounds(options);
  if (!design) refuse_parts_of_rounds(options);
  SimReport report{.problem =
                       design ? read_problem_of_rounds(options, *design) : read_problem(options)};
  report.request = read_sim(options, report.problem, design);
  report.analysis = analyse_or_tie(report.problem);
  if (design) report.rounds = read_rounds_part(options, *design, report);
  if (!options.has(Option::max_samples) && !report.analysis.has_answer() && report.needs_answer()) {
    throw InputError(no_answer_reason(report.problem) +
                     ", or give --max-samples to simulate these means anyway");
  }
  report.guarantee = guarantee_of(report.request.plan.stopping, report.problem);
  report.backends = backends_of(report.problem, report.request.plan);
  return report;
}

void simulate_into(SimReport& report, const Control& control) {
  ResultsSideBySide results =
      simulate_side_by_side(report.rounds_plan(), report.problem, report.request.plan, control);
  if (report.rounds) {
    report.rounds->rounds = std::move(results.rounds);
    report.rounds->rounds_of_runs = std::move(results.rounds_of_runs);
  }
  take_results(report, std::move(results.rules));
}

void take_results(SimReport& report, std::vector<RuleResult> results) {
  report.results = std::move(results);
  report.interrupted = finished_runs(report) < planned_runs(report);
  // A rule without a finished run is left out.
  std::erase_if(report.results,
                [](const RuleResult& result) { return result.summaries.front().runs() == 0; });
}

void warn_uncertified(const Analysis& analysis) {
  write_message("gap: T* is certified only to a relative gap of " + exact(analysis.bound.gap) +
                ", not to 1e-6; it is an upper estimate");
}

std::uint64_t planned_runs(const SimReport& report) {
  const Plan& plan = report.request.plan;
  return plan.runs * (plan.rules.size() + (report.rounds ? 1 : 0));
}

std::uint64_t finished_runs(const SimReport& report) {
  std::uint64_t runs = 0;
  for (const RuleResult& result : report.results) runs += result.summaries.front().runs();
  return runs;
}

}  // namespace mirador::cli
