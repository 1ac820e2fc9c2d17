#include <cmath>
#include <string_view>

#include "mirador/core/text.hpp"
#include "sim/render.hpp"
#include "text/csv_field.hpp"

namespace mirador::cli {
namespace {

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::correct:
      return "correct";
    case Outcome::wrong:
      return "wrong";
    case Outcome::undecided:
      return "undecided";
    case Outcome::unfinished:
      break;
  }
  return "unfinished";
}

bool has_budget(const SimReport& report) { return report.request.plan.max_samples.has_value(); }

std::string columns_of(const Worth& worth) {
  const auto known = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? exact(*value) : "";
  };
  std::string text;
  for (const std::string& value :
       {exact(worth.right), exact(worth.right_lower), exact(worth.right_upper),
        known(worth.shortfall), known(worth.shortfall_std_error)}) {
    text += "," + value;
  }
  return text;
}

std::string header_of(const SimReport& report) {
  const std::size_t arms = report.problem.means.size();
  std::string text = "rule,delta,stopping,status,runs,mean,std_error,median,";
  for (const double level : quantile_levels) text += "quantile_" + exact(level) + ",";
  text += "errors,error_rate,error_upper,undecided,equal,lower_bound,";
  for (std::size_t a = 1; a <= arms; ++a) text += "proportion_" + std::to_string(a) + ",";
  text += "ns_per_step";
  if (has_budget(report)) text += ",right,right_lower,right_upper,shortfall,shortfall_std_error";
  return text + (report.rounds ? ",rounds" : "") + "\n";
}

std::string row_of(const SimReport& report, const RuleResult& result, std::size_t place) {
  const Summary& summary = result.summaries[place];
  const double delta = result.deltas[place];
  std::string row = csv_field(result.rule) + ",";
  const auto add = [&](const std::string& value) { row += value + ","; };
  add(exact(delta));
  const bool rounds = report.is_of_rounds(result);
  add(rounds ? "rounds" : report.request.stopping);
  add(std::string(to_string(rounds ? report.rounds->guarantee.status : report.guarantee.status)));
  add(std::to_string(summary.runs()));
  add(exact(summary.mean()));
  add(summary.runs() > 1 ? exact(summary.std_error()) : "");
  add(exact(summary.quantile(0.5)));
  for (const double level : quantile_levels) add(exact(summary.quantile(level)));
  add(std::to_string(summary.errors()));
  add(exact(summary.error_rate()));
  add(exact(summary.error_upper()));
  add(std::to_string(summary.undecided()));
  add(std::to_string(summary.equal()));
  const std::optional<double> bound = report.bound_of(result, delta);
  add(bound ? exact(*bound) : "");
  for (const double share : summary.proportions()) add(exact(share));
  row += exact(result.ns_per_step);
  if (const auto worth = report.worth_in(summary)) row += columns_of(*worth);
  if (report.rounds) row += "," + (rounds ? exact(report.mean_rounds(place)) : "");
  return row + "\n";
}

}  // namespace

std::string to_csv(const BoundReport& report) {
  const CharacteristicTime& bound = report.analysis.bound;
  std::string text = "quantity,at,value\n";
  text += "characteristic_time,," + exact(bound.time) + "\ngap,," + exact(bound.gap) + "\n";
  text.append("lower_bound_status,,").append(to_string(report.analysis.status)).append("\n");
  for (std::size_t a = 0; a < bound.weights.size(); ++a) {
    text += "weight," + std::to_string(a + 1) + "," + exact(bound.weights[a]) + "\n";
  }
  for (const double delta : report.deltas) {
    text += "lower_bound," + exact(delta) + "," + exact(bound.lower_bound(delta)) + "\n";
  }
  return text;
}

std::string to_csv(const SimReport& report) {
  std::string text = header_of(report);
  for (const RuleResult& result : report.results) {
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      text += row_of(report, result, i);
    }
  }
  return text;
}

std::string csv_of_runs(const SimReport& report) {
  std::string text = "rule,delta,replication,samples,outcome,equal,answer";
  if (has_budget(report)) text += ",right";
  text += report.rounds ? ",rounds\n" : "\n";
  for (const RuleResult& result : report.results) {
    const bool rounds = report.is_of_rounds(result);
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      const std::string start = csv_field(result.rule) + "," + exact(result.deltas[i]) + ",";
      for (std::size_t n = 0; n < result.runs[i].size(); ++n) {
        const RunRecord& run = result.runs[i][n];
        if (run.outcome == Outcome::unfinished) continue;
        text += start + std::to_string(n + 1) + "," + std::to_string(run.samples) + "," +
                std::string(outcome_name(run.outcome)) + (run.equal ? ",1," : ",0,") +
                csv_field(run.answer);
        if (has_budget(report)) text += run.right ? ",1" : ",0";
        if (report.rounds) {
          text += "," + (rounds ? std::to_string(report.rounds->rounds_of_runs[i][n]) : "");
        }
        text += "\n";
      }
    }
  }
  return text;
}

}  // namespace mirador::cli
