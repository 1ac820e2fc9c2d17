#include <span>
#include <variant>
#include <vector>

#include "mirador/core/text.hpp"
#include "sim/render.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {
namespace {

std::vector<std::size_t> arms_with(Role role, std::span<const Role> roles) {
  std::vector<std::size_t> arms;
  for (Arm a = 0; a < roles.size(); ++a) {
    if (roles[a] == role) arms.push_back(a + 1);
  }
  return arms;
}

void add_rounds_part(Json& document, const RoundsPart& rounds) {
  const RoundsSpec& design = rounds.plan.design;
  document["correlation"] = rounds.plan.world.correlation;
  if (design.items) document["items"] = *design.items;
  add_design(document, design);
  document["rounds"] = {{"status", to_string(rounds.guarantee.status)},
                        {"reason", rounds.guarantee.reason}};
}

/// Adds the problem; fields have the names of the options.
void add_problem(Json& document, const ProblemSpec& problem, const Analysis& analysis,
                 const RoundsPart* rounds = nullptr) {
  document["problem"] = name_of(problem.question);
  if (rounds != nullptr) {
    add_law(document, rounds->plan.design.law);
  } else {
    add_family(document, problem.family);
  }
  if (std::holds_alternative<NormalSpec>(problem.family)) {
    document["sigma"] = world_of(problem).sigmas;
  }
  if (rounds != nullptr) add_rounds_part(document, *rounds);
  document["means"] = problem.means;
  add_question(document, problem.question);
  document["answer"] = analysis.answer;
  if (analysis.roles.empty()) return;
  document["equal_arms"] = arms_with(Role::shares, analysis.roles);
  document["ruled_out_arms"] = arms_with(Role::ruled_out, analysis.roles);
}

void add_bound(Json& document, const Analysis& analysis) {
  document["characteristic_time"] = analysis.bound.time;
  document["weights"] = analysis.bound.weights;
  document["gap"] = analysis.bound.gap;
  document["lower_bound_status"] = to_string(analysis.status);
}

Json json_of(const Worth& worth) {
  const auto known = [](const std::optional<double>& value) {
    return value ? finite(*value) : Json();
  };
  return {{"right", worth.right},
          {"right_lower", worth.right_lower},
          {"right_upper", worth.right_upper},
          {"shortfall", known(worth.shortfall)},
          {"shortfall_std_error", known(worth.shortfall_std_error)}};
}

Json result_of(const SimReport& report, const RuleResult& result, std::size_t place) {
  const std::optional<double> bound = report.bound_of(result, result.deltas[place]);
  const Summary& summary = result.summaries[place];
  Json quantiles = Json::object();
  for (const double level : quantile_levels) quantiles[exact(level)] = summary.quantile(level);
  Json row = {
      {"rule", result.rule},
      {"delta", result.deltas[place]},
      {"runs", summary.runs()},
      {"mean", summary.mean()},
      {"std_error", summary.runs() > 1 ? Json(summary.std_error()) : Json()},
      {"median", summary.quantile(0.5)},
      {"quantiles", quantiles},
      {"errors", summary.errors()},
      {"error_rate", summary.error_rate()},
      {"error_upper", summary.error_upper()},
      {"undecided", summary.undecided()},
      {"equal", summary.equal()},
      {"lower_bound", bound ? Json(*bound) : Json()},
      {"proportions", summary.proportions()},
      {"ns_per_step", result.ns_per_step},
  };
  if (const auto worth = report.worth_in(summary)) row["recommendation"] = json_of(*worth);
  if (report.is_of_rounds(result)) row["rounds"] = report.mean_rounds(place);
  return row;
}

}  // namespace

std::string to_json(const BoundReport& report) {
  Json document = Json::object();
  add_problem(document, report.problem, report.analysis);
  add_bound(document, report.analysis);
  Json bounds = Json::array();
  for (const double delta : report.deltas) {
    bounds.push_back({{"delta", delta}, {"samples", report.analysis.bound.lower_bound(delta)}});
  }
  document["lower_bound"] = bounds;
  return lines_of(document);
}

std::string to_json(const SimReport& report) {
  const Plan& plan = report.request.plan;
  Json document = Json::object();
  add_problem(document, report.problem, report.analysis, report.rounds ? &*report.rounds : nullptr);
  add_bound(document, report.analysis);
  if (!plan.rules.empty()) {
    document["stopping"] = {{"name", report.request.stopping},
                            {"status", to_string(report.guarantee.status)},
                            {"reason", report.guarantee.reason}};
  }
  document["runs"] = plan.runs;
  document["max_samples"] = plan.longest_run();
  document["seed"] = plan.seed;
  document["backend"] = report.backends;
  document["interrupted"] = report.interrupted;
  Json results = Json::array();
  for (const RuleResult& result : report.results) {
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      results.push_back(result_of(report, result, i));
    }
  }
  document["results"] = results;
  return lines_of(document);
}

}  // namespace mirador::cli
