#include "sim/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <variant>

#include "arguments/problem_options.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/beside.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// The rules of the paper that are fast enough for the problem, and for a recommendation that which
/// shares out the budget.
std::vector<RuleSpec> usual_rules(const ProblemSpec& problem, Aim aim) {
  static constexpr std::array<std::string_view, 6> for_best_arm = {"bc",  "ttts", "lmac",
                                                                   "lma", "dt",   "unif"};
  static constexpr std::array<std::string_view, 5> for_others = {"lma", "lmac", "fw", "dt", "unif"};
  const bool best_arm = std::holds_alternative<BestArmSpec>(problem.question);
  std::vector<RuleSpec> rules;
  for (const std::string_view name :
       best_arm ? std::span<const std::string_view>(for_best_arm) : for_others) {
    const RuleSpec rule = parse_rule(name);
    if (name == "dt" && slow_to_track(problem)) continue;
    if (!refusal(rule, problem)) rules.push_back(rule);
  }
  const RuleSpec halving = parse_rule(HalvingSpec::name);
  if (aim == Aim::recommendation && !refusal(halving, problem)) rules.push_back(halving);
  return rules;
}

/// A recommendation is wanted if only a budget is given.
Aim aim_of(const RawOptions& options) {
  return mirador::aim_of(options.has(Option::max_samples),
                         options.has(Option::delta) || options.has(Option::rules));
}

std::vector<RuleSpec> read_rules(const RawOptions& options, const ProblemSpec& problem,
                                 const std::optional<RoundsSpec>& design) {
  if (!options.has(Option::rules))
    return design ? rules_beside(*design) : usual_rules(problem, aim_of(options));
  if (design && *options.get(Option::rules) == "none") return {};
  std::vector<RuleSpec> rules;
  for (const std::string& item : parse_list("rules", *options.get(Option::rules))) {
    rules.push_back(parse_rule(item));
    if (std::ranges::count(rules, item, &RuleSpec::label) > 1) {
      throw InputError("rules: " + in_quotes(item) + " is given twice; give every rule once");
    }
    if (const auto reason = refusal(rules.back(), problem)) throw InputError(*reason);
  }
  return rules;
}

std::uint64_t whole(const RawOptions& options, Option option, std::string_view usual,
                    WholeRange range) {
  return parse_whole(option.word(), options.value_or(option, usual), range);
}

/// The output must not overwrite the file that describes the problem.
void refuse_to_overwrite_input(const RawOptions& options, Option output) {
  for (const Option input : {Option::spec, Option::sets}) {
    std::error_code none_such;
    if (options.has(input) &&
        std::filesystem::equivalent(*options.get(output), *options.get(input), none_such)) {
      throw InputError(std::string(output.word()) + ": " + in_quotes(*options.get(output)) +
                       " is the file of --" + std::string(input.word()) + "; give another");
    }
  }
}

/// The name of the output file, or an empty text.
std::string read_output(const RawOptions& options, Option option) {
  if (!options.has(option)) return {};
  const std::string& file = *options.get(option);
  if (file.empty() || file == "-") {
    throw InputError(std::string(option.word()) + ": " + in_quotes(file) +
                     " is not a file; give its name");
  }
  refuse_to_overwrite_input(options, option);
  return file;
}

/// --csv-runs keeps the record of every run in memory until the end; a number of runs that does not
/// fit is probably a typing error.
void refuse_beyond_memory(const Plan& plan, std::size_t rows) {
  if (plan.records == Records::none) return;
  const double bytes = static_cast<double>(plan.runs) * static_cast<double>(rows) *
                       static_cast<double>(plan.deltas.size()) *
                       static_cast<double>(sizeof(RunRecord));
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes > 0.5 * memory) {
    throw InputError("runs: " + std::to_string(plan.runs) +
                     " runs of every rule do not fit into this machine's memory; give "
                     "fewer, or leave --csv-runs out");
  }
}

/// The backend is checked against all rules before anything runs.
Backend read_backend(const RawOptions& options, const ProblemSpec& problem, const Plan& plan) {
  const Backend backend = parse_backend(options.value_or(Option::backend, "auto"));
  for (const RuleSpec& rule : plan.rules) {
    if (const auto reason = refusal(backend, problem, rule, plan)) throw InputError(*reason);
  }
  return backend;
}

}  // namespace

unsigned read_threads(const RawOptions& options) {
  if (!options.has(Option::threads)) return 0;
  return static_cast<unsigned>(whole(options, Option::threads, "", {1, 1024}));
}

std::vector<double> read_deltas(const RawOptions& options, Aim aim) {
  const std::string_view usual = aim == Aim::recommendation ? "0.05" : "0.1,0.01";
  std::vector<double> deltas = parse_reals("delta", options.value_or(Option::delta, usual));
  validate_risks(deltas);
  for (const double delta : deltas) {
    if (std::ranges::count(deltas, delta) > 1) {
      throw InputError("delta: " + exact(delta) + " is given twice; give every risk once");
    }
  }
  return deltas;
}

SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem,
                    const std::optional<RoundsSpec>& design) {
  SimRequest request;
  Plan& plan = request.plan;
  plan.rules = read_rules(options, problem, design);
  plan.stopping = read_stopping(options);
  request.stopping = text_of(plan.stopping);
  plan.deltas = read_deltas(options, aim_of(options));
  plan.runs = whole(options, Option::runs, "1000", {1, 1'000'000'000});
  plan.seed = whole(options, Option::seed, "1", {});
  if (options.has(Option::max_samples)) {
    plan.max_samples = whole(options, Option::max_samples, "", {1, 1'000'000'000'000});
  }
  plan.threads = read_threads(options);
  plan.backend = read_backend(options, problem, plan);
  request.csv_runs = read_output(options, Option::csv_runs);
  request.checkpoint = read_output(options, Option::checkpoint);
  if (!request.csv_runs.empty()) plan.records = Records::every_run;
  if (!request.csv_runs.empty() && !request.checkpoint.empty()) {
    throw InputError(
        "checkpoint: a checkpoint does not keep single runs, which --csv-runs needs; leave one "
        "out");
  }
  refuse_beyond_memory(plan, plan.rules.size() + (design ? 1 : 0));
  return request;
}

}  // namespace mirador::cli
