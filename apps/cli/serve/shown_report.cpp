#include "serve/shown_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "html/html.hpp"
#include "mirador/core/text.hpp"
#include "race/commands.hpp"

namespace mirador::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int rest = 9;  // how many times as long as making it, a report is shown
constexpr std::size_t most_kept = 100;

struct Measured {
  Ticket ticket;
  Arm arm;
  double value;
  std::string note;
};

/// The last results, the newest first.
std::vector<Measured> latest(const std::vector<Event>& log, const Session& session) {
  constexpr std::size_t most = 10;
  std::vector<Measured> last;
  for (auto event = log.rbegin(); event != log.rend() && last.size() < most; ++event) {
    std::visit(
        [&](const auto& e) {
          if constexpr (requires { e.ticket, e.value, e.note; }) {
            last.push_back({e.ticket, session.arm_of(e.ticket), e.value, e.note});
          }
        },
        *event);
  }
  return last;
}

std::string latest_table(const ExperimentContent& report, LiveExperiment& experiment) {
  const std::vector<Measured> last = latest(report.log, experiment.session());
  if (last.empty()) return "<p class=\"meta\">Nothing has been measured yet.</p>\n";
  page::Table table{{"ticket", "arm", "value"}, {}};
  table.name = "Latest measurements";
  // The notes of a race hold its measurements, for programs.
  const bool has_notes = !report.is_race && std::ranges::any_of(last, [](const Measured& m) {
    return !m.note.empty();
  });
  if (has_notes) table.head.push_back("note");
  for (const auto& [ticket, arm, value, note] : last) {
    table.rows.push_back({std::to_string(ticket), experiment.spec().arms[arm], exact(value)});
    if (has_notes) table.rows.back().push_back(note);
  }
  return page::html(table, "The newest first.");
}

struct Kept {
  std::uint64_t position;  // of the last event that it shows
  Phase phase;
  ShownReport shown;
  Clock::time_point made;
  Clock::duration cost;
};

ShownReport made_report(OpenExperiments& experiments, const std::string& name,
                        const std::string& place) {
  const ExperimentContent report = experiment_content(experiments.store(), name, place);
  LiveExperiment& experiment = experiments.current(name);  // the log may be newer
  return {report.content.body, latest_table(report, experiment), report.content.rest,
          report.is_race, false};
}

}  // namespace

ShownReport shown_report(OpenExperiments& experiments, const std::string& name,
                         const std::string& place) {
  using Key = std::pair<std::string, std::uint64_t>;  // with the identity
  thread_local std::map<Key, Kept> kept;
  const LiveExperiment& experiment = experiments.current(name);
  const Key key{name, experiment.identity()};
  const std::uint64_t position = experiment.position();
  const Phase phase = experiment.session().phase();
  const Clock::time_point begun = Clock::now();
  if (const auto found = kept.find(key); found != kept.end()) {
    const Kept& last = found->second;
    const bool has_changed = last.position != position;
    const bool is_of_this_phase = last.phase == phase;
    if (!has_changed || (is_of_this_phase && begun < last.made + rest * last.cost)) {
      ShownReport shown = last.shown;
      shown.is_stale = has_changed;
      return shown;
    }
  }
  ShownReport shown = made_report(experiments, name, place);
  if (kept.size() >= most_kept) kept.clear();
  const Clock::time_point done = Clock::now();
  kept.insert_or_assign(key, Kept{position, phase, shown, done, done - begun});
  return shown;
}

}  // namespace mirador::cli
