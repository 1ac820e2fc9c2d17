#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "analysis.hpp"
#include "commands/commands.hpp"
#include "interrupt.hpp"
#include "mirador/core/text.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "options.hpp"
#include "output.hpp"
#include "render/progress.hpp"
#include "render/render.hpp"
#include "simulation.hpp"

namespace mirador::cli {
namespace {

void simulate_with_bar(SimReport& report) {
  const Plan& plan = report.request.plan;
  ProgressBar bar(static_cast<double>(planned_runs(report)));
  Control control;
  control.progress = [&](std::uint64_t done, std::uint64_t total) {
    const std::size_t rule = std::min<std::size_t>(done / plan.runs, plan.rules.size() - 1);
    bar.show(static_cast<double>(done),
             fmt::format("{} {}/{} runs", plan.rules[rule].label.substr(0, 14), done, total));
  };
  control.interrupted = &watch_for_interrupt();
  simulate_into(report, control);
}

void say_interrupted(const SimReport& report) {
  write_message("interrupted: " + std::to_string(finished_runs(report)) + " of " +
                std::to_string(planned_runs(report)) +
                " runs were finished; the results hold these only");
}

/// A risk that nobody has proved must not look like one that is.
void warn_unless_proved(const SimReport& report) {
  if (report.guarantee.status == Status::proved) return;
  const std::string_view proved = stopping_names().front();
  const bool better = guarantee_of(parse_stopping(proved), report.problem).status == Status::proved;
  write_message(fmt::format(
      "warning: stopping rule {} is not proved to keep the risk for {} with {} arms ({}); {}",
      report.request.stopping, name_of(report.problem.question), name_of(report.problem.family),
      to_string(report.guarantee.status),
      better ? fmt::format("use --stopping {}", proved) : "take delta as a hope"));
}

/// A stopping rule that is not proved may break its promise; nobody should have to notice that by
/// reading the columns of a table.
void warn_of_broken_risk(const SimReport& report) {
  for (const RuleResult& result : report.results) {
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      if (summary.error_lower() <= result.deltas[i]) continue;
      write_message(fmt::format(
          "warning: {} was wrong in {:.3g} % of its runs at delta {}: stopping rule {} ({}) does "
          "not keep its risk here",
          result.rule, 100.0 * summary.error_rate(), exact(result.deltas[i]),
          report.request.stopping, to_string(report.guarantee.status)));
    }
  }
}

}  // namespace

ExitCode sim(const RawOptions& options) {
  const Format format = read_format(options);
  SimReport report = read_simulation(options);
  std::optional<OutputFile> runs_file;
  if (!report.request.csv_runs.empty()) runs_file.emplace("csv-runs", report.request.csv_runs);

  warn_unless_proved(report);
  simulate_with_bar(report);
  write_stdout(render(report, format));
  if (runs_file) runs_file->write(csv_of_runs(report));
  if (!report.analysis.certified()) warn_uncertified(report.analysis);
  warn_of_broken_risk(report);
  if (!report.interrupted) return ExitCode::done;
  say_interrupted(report);
  return ExitCode::undecided;
}

}  // namespace mirador::cli
