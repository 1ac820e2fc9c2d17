#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "arguments/options.hpp"
#include "commands.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/campaign.hpp"
#include "sim/checkpoint.hpp"
#include "sim/fingerprint.hpp"
#include "sim/render.hpp"
#include "sim/simulation.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/warnings.hpp"

namespace mirador::cli {
namespace {

/// The rule that is being simulated, where they are simulated one after the other.
std::string label_of(const Campaign& campaign, std::uint64_t done) {
  if (campaign.blocks == Blocks::timed) return "";
  const std::vector<RuleSpec>& rules = campaign.plan.rules;
  const std::size_t rule = std::min<std::size_t>(done / campaign.plan.runs, rules.size() - 1);
  return rules[rule].label.substr(0, 14) + ' ';
}

CampaignState run_with_bar(const Campaign& campaign, CampaignState state) {
  const std::uint64_t rules = campaign.plan.rules.size(), before = state.done * rules;
  ProgressBar bar(static_cast<double>(campaign.plan.runs * rules - before));
  Control control;
  control.progress = [&](std::uint64_t done, std::uint64_t total) {
    bar.show(static_cast<double>(done - before),
             fmt::format("{}{}/{} runs", label_of(campaign, done), done, total));
  };
  control.interrupted = &watch_for_interrupt();
  return run_campaign(campaign, std::move(state), control);
}

/// What the checkpoint holds, or the beginning.
CampaignState resumed(const Campaign& campaign, const Checkpoint* checkpoint,
                      const SimRequest& request) {
  std::optional<CampaignState> saved;
  if (checkpoint != nullptr) saved = checkpoint->load();
  if (!saved) return {0, blank_results(campaign.plan, campaign.arms)};
  write_message(fmt::format("resuming {}: {} of {} runs are done", request.checkpoint, saved->done,
                            campaign.plan.runs));
  return *std::move(saved);
}

void simulate_with(Team& team, SimReport& report, Checkpoint* checkpoint) {
  Campaign campaign{.plan = report.request.plan, .arms = report.problem.means.size()};
  const bool in_one = team.alone() && checkpoint == nullptr;
  campaign.blocks = in_one ? Blocks::one : Blocks::timed;
  campaign.simulate = [&](const Plan& block, const Control& control) {
    return team.simulate({report.problem, report.request}, block, control);
  };
  if (checkpoint != nullptr) {
    campaign.after_block = [&](const CampaignState& state) { checkpoint->save(state); };
  }
  CampaignState state = resumed(campaign, checkpoint, report.request);
  warn_unless_proved({report.request.stopping, report.problem.family, report.problem.question,
                      report.problem.means.size(), report.guarantee});
  take_results(report, run_with_bar(campaign, std::move(state)).results);
}

void say_interrupted(const SimReport& report) {
  const std::string& checkpoint = report.request.checkpoint;
  write_message(fmt::format(
      "interrupted: {} of {} runs were finished; the results hold these only{}",
      finished_runs(report), planned_runs(report),
      checkpoint.empty() ? "" : fmt::format(", and the same command goes on from {}", checkpoint)));
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

ExitCode sim(const RawOptions& options, Team& team) {
  const Format format = read_format(options);
  SimReport report = read_simulation(options);
  std::optional<OutputFile> runs_file;
  if (!report.request.csv_runs.empty()) runs_file.emplace("csv-runs", report.request.csv_runs);
  std::optional<Checkpoint> checkpoint;
  if (!report.request.checkpoint.empty()) {
    checkpoint.emplace(report.request.checkpoint, fingerprint_of(report.problem, report.request));
  }

  simulate_with(team, report, checkpoint ? &*checkpoint : nullptr);
  write_stdout(render(report, format));
  if (runs_file) runs_file->write(csv_of_runs(report));
  if (!report.analysis.certified()) warn_uncertified(report.analysis);
  warn_of_broken_risk(report);
  if (!report.interrupted) return ExitCode::done;
  say_interrupted(report);
  return ExitCode::undecided;
}

}  // namespace mirador::cli
