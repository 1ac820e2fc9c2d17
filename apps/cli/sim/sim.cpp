#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "arguments/format.hpp"
#include "arguments/warnings.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/campaign.hpp"
#include "mirador/simulate/simulate.hpp"
#include "sim/checkpoint.hpp"
#include "sim/commands.hpp"
#include "sim/fingerprint.hpp"
#include "sim/render.hpp"
#include "sim/rounds.hpp"
#include "sim/simulation.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"

namespace mirador::cli {
namespace {

/// The label of the progress bar; names the current rule if rules are simulated one after the
/// other.
std::string label_of(const SimReport& report, std::uint64_t done) {
  const Plan& plan = report.request.plan;
  std::vector<std::string> labels;
  if (report.rounds) labels.push_back("rounds");
  for (const RuleSpec& rule : plan.rules) labels.push_back(rule.label);
  const std::size_t place = std::min<std::size_t>(done / plan.runs, labels.size() - 1);
  return labels[place].substr(0, 14) + ' ';
}

/// A progress bar that counts the runs of all rules together, including those of the checkpoint.
class RunsBar {
 public:
  RunsBar(const SimReport& report, std::uint64_t before)
      : before_(before), bar_(static_cast<double>(planned_runs(report) - before)) {}

  void show(const std::string& label, std::uint64_t done, std::uint64_t total) {
    bar_.show(static_cast<double>(done - before_), fmt::format("{}{}/{} runs", label, done, total));
  }

 private:
  std::uint64_t before_;
  ProgressBar bar_;
};

void simulate_at_once(SimReport& report) {
  RunsBar bar(report, 0);
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    bar.show(label_of(report, done), done, total);
  };
  simulate_into(report, {.progress = progress, .interrupted = &watch_for_interrupt()});
}

/// The state of the checkpoint, or the initial state.
CampaignState resumed(const SimReport& report, const Checkpoint* checkpoint) {
  const Plan& plan = report.request.plan;
  std::optional<CampaignState> saved;
  if (checkpoint != nullptr) saved = checkpoint->load();
  if (!saved) return {0, blank_results(plan, report.problem.means.size())};
  write_message(fmt::format("resuming {}: {} of {} runs are done", report.request.checkpoint,
                            saved->done, plan.runs));
  return *std::move(saved);
}

/// Simulates block after block, on several processes if there are any, and saves a checkpoint after
/// each block if one is wanted.
void simulate_in_blocks(SimReport& report, CampaignState state, const BlockSimulator& by_all,
                        Checkpoint* checkpoint) {
  const Plan& plan = report.request.plan;
  Campaign campaign{.plan = plan, .arms = report.problem.means.size(), .blocks = Blocks::timed};
  campaign.simulate = [&](const Plan& block, const Control& control) {
    return by_all ? by_all(report, block, control) : simulate(report.problem, block, control);
  };
  if (checkpoint != nullptr) {
    campaign.after_block = [&](const CampaignState& done) { checkpoint->save(done); };
  }
  RunsBar bar(report, state.done * plan.rules.size());
  const auto progress = [&](std::uint64_t done, std::uint64_t total) { bar.show("", done, total); };
  const Control control{.progress = progress, .interrupted = &watch_for_interrupt()};
  take_results(report, run_campaign(campaign, std::move(state), control).results);
}

void run_simulation(SimReport& report, const BlockSimulator& by_all, Checkpoint* checkpoint) {
  const auto warn = [&] {
    if (report.request.plan.rules.empty()) return;
    warn_unless_proved({report.request.stopping, report.problem.family, report.problem.question,
                        report.problem.means.size(), report.guarantee});
  };
  if (!by_all && checkpoint == nullptr) {
    warn();
    simulate_at_once(report);
    return;
  }
  CampaignState state = resumed(report, checkpoint);  // may refuse the contents of the file
  warn();
  simulate_in_blocks(report, std::move(state), by_all, checkpoint);
}

void say_interrupted(const SimReport& report) {
  const std::string& checkpoint = report.request.checkpoint;
  write_message(fmt::format(
      "interrupted: {} of {} runs were finished; the results contain only these{}",
      finished_runs(report), planned_runs(report),
      checkpoint.empty() ? "" : fmt::format(", and the same command resumes from {}", checkpoint)));
}

/// Warns if a stopping rule did not keep its risk, so that the user need not find it in the table.
/// Where the means have no answer every verdict is wrong, and a risk says nothing.
void warn_of_broken_risk(const SimReport& report) {
  if (!report.analysis.has_answer() && report.needs_answer()) return;
  for (const RuleResult& result : report.results) {
    const bool rounds = report.is_of_rounds(result);
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      if (summary.error_lower() <= result.deltas[i]) continue;
      write_message(fmt::format(
          "warning: {} was wrong in {:.3g} % of its runs at delta {}: {} ({}) does not keep its "
          "risk here",
          result.rule, 100.0 * summary.error_rate(), exact(result.deltas[i]),
          rounds ? "it" : "stopping rule " + report.request.stopping,
          to_string(rounds ? report.rounds->guarantee.status : report.guarantee.status)));
    }
  }
}

}  // namespace

ExitCode sim(const RawOptions& options, const BlockSimulator& by_all) {
  const Format format = read_format(options);
  SimReport report = read_simulation(options);
  if (by_all && report.rounds) {
    throw InputError(
        "rounds: they are simulated by one process, and mpirun started several; run the command "
        "without mpirun");
  }
  std::optional<OutputFile> runs_file;
  if (!report.request.csv_runs.empty()) runs_file.emplace("csv-runs", report.request.csv_runs);
  std::optional<Checkpoint> checkpoint;
  if (!report.request.checkpoint.empty()) {
    checkpoint.emplace(report.request.checkpoint, fingerprint_of(report.problem, report.request));
  }

  run_simulation(report, by_all, checkpoint ? &*checkpoint : nullptr);
  write_report(report, format);
  if (runs_file) runs_file->write(csv_of_runs(report));
  if (!report.analysis.certified()) warn_uncertified(report.analysis);
  warn_of_broken_risk(report);
  if (!report.interrupted) return ExitCode::done;
  say_interrupted(report);
  return ExitCode::undecided;
}

}  // namespace mirador::cli
