#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <span>
#include <string_view>
#include <thread>

#include "arguments/format.hpp"
#include "arguments/warnings.hpp"
#include "live/batch.hpp"
#include "live/commands.hpp"
#include "live/deeds.hpp"
#include "live/observations.hpp"
#include "live/options.hpp"
#include "live/render.hpp"
#include "live/value_table.hpp"
#include "live/words.hpp"
#include "live/workshop.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/compare_rows.hpp"
#include "terminal/output.hpp"
#include "text/numbers.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// Reads the state after a change. If the connection breaks here, the change is stored already, and
/// the message must say so.
template <class Look>
auto after(const std::string& done, Look&& look) {
  try {
    return look();
  } catch (const ConnectionLost& error) {
    throw RunError(
        done + ", and this is stored (do not repeat it); the state of the experiment is unknown: " +
        error.what());
  }
}

/// What the change did, and the state after it, with the changes of others.
Deed deed_after(LiveExperiment& experiment, const Change& change) {
  after(done_text(change, experiment.session()), [&] { experiment.refresh(); });
  return deed_of(change, experiment.session());
}

void any_experiment(const std::string&, const ExperimentSpec&) {}

/// Makes the change and writes what it did.
ExitCode make_change(const RawOptions& options, const Refusal& refuse, const Action& action,
                     Format format) {
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const Change done = experiment.make(action);
    write_report(deed_after(experiment, done), format);
    return ExitCode::done;
  });
}

/// What open tickets have taken. Another process may have changed the budget in the meantime.
std::string taken_text(const Progress& progress) {
  if (progress.out_of_items) return "all items that are left are";
  if (!progress.max_samples) return "all that was left is";
  return fmt::format("the rest of the budget of {} is", *progress.max_samples);
}

/// Explains why there are fewer tickets than requested.
void explain_shortage(LiveExperiment& experiment, bool is_waiting) {
  const Progress progress = experiment.progress();
  if (progress.phase == Phase::running) {
    std::vector<Ticket> open;
    for (const OpenTicket& one : experiment.open_tickets()) open.push_back(one.ticket);
    const std::string_view field = progress.out_of_items ? "items" : "max-samples";
    write_message(fmt::format("{}: {} taken by {}; tell or abandon {}, or ask with --reissue-after",
                              is_waiting ? "waiting" : field, taken_text(progress),
                              tickets_text(open), open.size() == 1 ? "it" : "them"));
    return;
  }
  const std::string advice = recommendation_after_budget(experiment.spec(), experiment.status());
  write_message(fmt::format("{}: no more tickets; {}{}{}", in_quotes(experiment.name()),
                            phase_sentence(progress), advice.empty() ? "" : "; ", advice));
}

/// A loop that was killed between ask and tell may go on without ever deciding.
void warn_if_stalled(const Progress& progress, const std::vector<HandedOut>& just_now) {
  const std::string text = stalled_text(progress, just_now);
  if (!text.empty()) write_message("warning: " + text);
}

/// "ticket 4 for a, ticket 5 for b"
std::string handed_out_text(const LiveExperiment& experiment,
                            const std::vector<HandedOut>& tickets) {
  std::string text;
  for (const HandedOut& given : tickets) {
    text += fmt::format("{}ticket {} for {}", text.empty() ? "" : ", ", given.ticket,
                        experiment.spec().arms[given.arm]);
  }
  return text.empty() ? "no ticket" : text;
}

/// Tells a batch. Errors name the line of the file.
Change tell_batch(LiveExperiment& experiment, const Batch& batch) {
  try {
    return experiment.make(TellResults{batch.readings});
  } catch (const ReadingError& error) {
    throw InputError(batch.place_of(error.index()) + error.complaint());
  } catch (const InputError& error) {
    if (batch.readings.size() > 1) throw;
    throw InputError(batch.place_of(0) + error.what());
  }
}

/// The batch of `tell --batch`; nothing if a single result was typed.
std::optional<Batch> read_results(const RawOptions& options) {
  const bool typed = options.has(Option::ticket);
  if (const auto& file = options.get(Option::batch)) {
    if (typed) {
      throw InputError("ticket: " + in_quotes(*options.get(Option::ticket)) +
                       " and --batch are both given; leave one out");
    }
    return read_batch(*file);
  }
  if (!typed || !options.has(Option::value)) {
    throw InputError(std::string(typed ? "value" : "ticket") +
                     ": none given; write mirador tell NAME TICKET VALUE, or --batch FILE");
  }
  return std::nullopt;
}

ExitCode code_of(const ExperimentStatus& status) {
  if (status.phase == Phase::undecided) return ExitCode::undecided;
  return status.verdict && status.verdict->equal_within_margin ? ExitCode::equal : ExitCode::done;
}

}  // namespace

ExitCode create(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string name = read_new_name(options);
  const ExperimentSpec spec = read_experiment(options);
  const std::vector<std::string> tags = read_tags(options);
  const std::unique_ptr<Store> store = open_or_make_store(options);
  LiveExperiment made = LiveExperiment::create(*store, name, spec, tags);
  const Progress progress = after(in_quotes(name) + " begun", [&] { return made.progress(); });
  if (!spec.rounds) {
    warn_unless_proved({text_of(spec.stopping),
                        spec.family,
                        spec.question,
                        spec.arms.size(),
                        {progress.guarantee, progress.guarantee_reason}});
  }
  write_report(begun_deed(name, spec, progress), format);
  return ExitCode::done;
}

ExitCode ask(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const bool whole_round = options.has(Option::round);
  if (whole_round && options.has(Option::count)) {
    throw InputError("count: --round gives all tickets of a round; leave one of them out");
  }
  const std::uint64_t count = read_count(options);
  const std::optional<double> reissue_after = read_reissue_time(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const std::vector<HandedOut> tickets =
        whole_round ? experiment.ask_round(reissue_after) : experiment.ask(count, reissue_after);
    const Progress progress =
        after(handed_out_text(experiment, tickets), [&] { return experiment.progress(); });
    const bool is_waiting = tickets.empty() && progress.phase == Phase::running;
    write_report(TicketReport{experiment.spec(), tickets,
                              is_waiting ? "waiting" : to_string(progress.phase)},
                 format);
    if (tickets.size() < count) {
      explain_shortage(experiment, is_waiting);
    } else if (progress.phase == Phase::running) {
      warn_if_stalled(progress, tickets);
    }
    return progress.phase == Phase::undecided ? ExitCode::undecided : ExitCode::done;
  });
}

ExitCode tell(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const std::optional<Batch> batch = read_results(options);
  const Reading one = batch ? Reading{} : Reading{read_ticket(options), read_value(options)};
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const Change done =
        batch ? tell_batch(experiment, *batch) : experiment.make(TellResults{{one}});
    write_report(deed_after(experiment, done), format);
    return ExitCode::done;
  });
}

namespace {

ExitCode observe_one(const RawOptions& options, const Refusal& refuse, Format format) {
  if (!options.has(Option::arm) || !options.has(Option::value)) {
    throw InputError(std::string(options.has(Option::arm) ? "value" : "arm") +
                     ": none given; write mirador observe NAME ARM VALUE, or --batch FILE");
  }
  const double value = read_value(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const Change done = experiment.make(ObserveValue{*options.get(Option::arm), value});
    write_report(deed_after(experiment, done), format);
    return ExitCode::done;
  });
}

/// Runs the action; its errors about a row name the line of the file.
template <class Rows, class Action>
auto in_rows(const Rows& table, Action&& action) {
  try {
    return action();
  } catch (const ReadingError& error) {
    throw InputError(table.place_of(error.index()) + error.complaint());
  }
}

Change observe_whole_rounds(LiveExperiment& experiment, const std::string& file) {
  const ValueTable table = read_round_batch(file, experiment.spec());
  return in_rows(table, [&] { return experiment.make(ObserveRounds{table.rows}); });
}

Change observe_values(LiveExperiment& experiment, const std::string& file) {
  const Observations read = read_observations(file, experiment.spec());
  return in_rows(read, [&] { return experiment.make(ObserveValues{read.values}); });
}

ExitCode observe_batch(const RawOptions& options, const Refusal& refuse, Format format) {
  if (options.has(Option::arm)) {
    throw InputError("arm: " + in_quotes(*options.get(Option::arm)) +
                     " and --batch are both given; leave one out");
  }
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const std::string& file = *options.get(Option::batch);
    const Change done = experiment.spec().rounds ? observe_whole_rounds(experiment, file)
                                                 : observe_values(experiment, file);
    write_report(deed_after(experiment, done), format);
    return ExitCode::done;
  });
}

}  // namespace

ExitCode observe(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  return options.has(Option::batch) ? observe_batch(options, refuse, format)
                                    : observe_one(options, refuse, format);
}

ExitCode compare(const RawOptions& options) {
  const Format format = read_format(options);
  const ValueTable table = read_value_table(*options.get(Option::table));
  ExperimentSpec spec = read_comparison(options, table.arms);
  if (options.has(Option::items)) spec.rounds->items = table.rows.size();
  const std::unique_ptr<Session> session =
      in_rows(table, [&] { return compare_rows(spec, table.rows); });
  TableRead read{table.rows.size(), 0, means_of_rows(spec, table.rows)};
  for (const std::vector<double>& row : table.rows) {
    for (const double value : row) read.values += std::isnan(value) ? 0u : 1u;
  }
  read.warnings = doubts_about_rows(spec, table.rows, table.labels, *session);
  StatusReport report{table.file, spec, session->status(), read};
  if (!report.status.verdict) report.status.phase = Phase::undecided;  // no row is to come
  write_report(report, format);
  return code_of(report.status);
}

ExitCode abandon(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const std::vector<Ticket> tickets = read_tickets(options);
  return make_change(options, refuse, AbandonTickets{tickets}, format);
}

ExitCode note(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string& text = *options.get(Option::text);
  note_event(text);  // refused before the store is opened
  return make_change(options, any_experiment, AddNote{text}, format);
}

ExitCode change(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const NewSettings wanted = read_settings(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    refuse_percentage(options, experiment.spec().scale);
    const Change done = experiment.make(ChangeSettings{wanted});
    write_report(deed_after(experiment, done), format);
    return ExitCode::done;
  });
}

ExitCode add_arm(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  return make_change(options, refuse, AddArms{read_arm_names(options)}, format);
}

ExitCode retire_arm(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  return make_change(options, refuse, RetireArms{read_arm_names(options)}, format);
}

ExitCode tag(const RawOptions& options) {
  const Format format = read_format(options);
  const std::vector<std::string> tags = read_tags(options);
  const Action action =
      options.has(Option::remove) ? Action(RemoveTags{tags}) : Action(AddTags{tags});
  return make_change(options, any_experiment, action, format);
}

namespace {

StatusReport report_of(LiveExperiment& experiment) {
  ExperimentStatus status = experiment.status();  // before the spec: it reads the changes of others
  return {experiment.name(), experiment.spec(), std::move(status)};
}

/// Shows the status on the terminal, anew whenever it changes, while the experiment runs.
StatusReport watched(LiveExperiment& experiment) {
  constexpr std::string_view clear_screen = "\x1b[H\x1b[2J\x1b[3J";
  std::string shown;
  for (;;) {
    StatusReport report = report_of(experiment);
    std::string text = to_text(report, screen_of(stdout));
    if (text != shown) write_stdout(std::string(clear_screen) + text);
    shown = std::move(text);
    if (report.status.phase != Phase::running) return report;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

void require_terminal(Format format) {
  if (format == Format::text && is_live_terminal(stdout)) return;
  throw InputError(
      "watch: standard output is no terminal, or --format is given; leave --watch out, and call "
      "status again when you need it");
}

}  // namespace

ExitCode status(const RawOptions& options) {
  const Format format = read_format(options);
  const bool watches = options.has(Option::watch);
  if (watches) require_terminal(format);
  return on_live_experiment(options, [&](LiveExperiment& experiment) {
    const StatusReport report = watches ? watched(experiment) : report_of(experiment);
    if (!watches) write_report(report, format);
    return code_of(report.status);
  });
}

}  // namespace mirador::cli
