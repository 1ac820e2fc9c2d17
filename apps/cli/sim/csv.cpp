#include <algorithm>
#include <string_view>

#include "mirador/core/printable.hpp"
#include "mirador/core/text.hpp"
#include "sim/render.hpp"
#include "text/csv_field.hpp"

namespace mirador::cli {

namespace {

/// What a spreadsheet would compute, with more than numbers and cells. -1.5 and -O2 are left alone.
bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  if (std::string_view("=@\t").find(text.front()) != text.npos) return true;
  const bool has_sign = text.front() == '+' || text.front() == '-';
  return has_sign && text.find_first_of("(|!") != text.npos;
}

/// Line breaks and tabs are text in quotes.
std::string without_steering(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    result += printable(text.substr(0, end));
    result += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

std::string csv_field(std::string_view text) {
  std::string safe = without_steering(text);
  if (is_formula(safe)) safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"\n\t") == std::string::npos) return safe;
  std::string quoted_text = "\"";
  for (const char c : safe) quoted_text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_text + '"';
}

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

std::string header_of(std::size_t arms) {
  std::string text = "rule,delta,stopping,status,runs,mean,std_error,median,";
  for (const double level : quantile_levels) text += "quantile_" + exact(level) + ",";
  text += "errors,error_rate,error_upper,undecided,equal,lower_bound,";
  for (std::size_t a = 1; a <= arms; ++a) text += "proportion_" + std::to_string(a) + ",";
  return text + "ns_per_step\n";
}

std::string row_of(const SimReport& report, const RuleResult& result, std::size_t place) {
  const Summary& summary = result.summaries[place];
  const double delta = result.deltas[place];
  std::string row = csv_field(result.rule) + ",";
  const auto add = [&](const std::string& value) { row += value + ","; };
  add(exact(delta));
  add(report.request.stopping);
  add(std::string(to_string(report.guarantee.status)));
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
  add(exact(report.analysis.bound.lower_bound(delta)));
  for (const double share : summary.proportions()) add(exact(share));
  return row + exact(result.ns_per_step) + "\n";
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
  std::string text = header_of(report.problem.means.size());
  for (const RuleResult& result : report.results) {
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      text += row_of(report, result, i);
    }
  }
  return text;
}

std::string csv_of_runs(const SimReport& report) {
  std::string text = "rule,delta,replication,samples,outcome,equal,answer\n";
  for (const RuleResult& result : report.results) {
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      const std::string start = csv_field(result.rule) + "," + exact(result.deltas[i]) + ",";
      for (std::size_t n = 0; n < result.runs[i].size(); ++n) {
        const RunRecord& run = result.runs[i][n];
        if (run.outcome == Outcome::unfinished) continue;
        text += start + std::to_string(n + 1) + "," + std::to_string(run.samples) + "," +
                std::string(outcome_name(run.outcome)) + (run.equal ? ",1," : ",0,") +
                csv_field(run.answer) + "\n";
      }
    }
  }
  return text;
}

}  // namespace mirador::cli
