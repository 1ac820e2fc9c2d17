#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <set>
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

/// The experiment with the changes of others, after a change of ours.
const Session& read_again(const std::string& done, LiveExperiment& experiment) {
  after(done, [&] { experiment.refresh(); });
  return experiment.session();
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
std::size_t tell_batch(LiveExperiment& experiment, const Batch& batch) {
  try {
    return experiment.tell(batch.readings);
  } catch (const ReadingError& error) {
    throw InputError(batch.place_of(error.index()) + error.complaint());
  } catch (const InputError& error) {
    if (batch.readings.size() > 1) throw;
    throw InputError(batch.place_of(0) + error.what());
  }
}

/// The tickets of a batch, each once.
std::vector<Ticket> tickets_of(const Batch& batch) {
  std::set<Ticket> tickets;
  for (const Reading& reading : batch.readings) tickets.insert(reading.ticket);
  return {tickets.begin(), tickets.end()};
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
  const std::string budget = spec.max_samples
                                 ? fmt::format("budget {}, {}{}, ", *spec.max_samples,
                                               spec.rounds ? "in " : "rule ", rule_name(spec))
                                 : "";
  write_report(
      Deed{fmt::format("{}: {} arms, {}delta {} [{}]; next: mirador ask", name, spec.arms.size(),
                       budget, exact(spec.delta), to_string(progress.guarantee)),
           {{"name", name},
            {"arms", std::uint64_t{spec.arms.size()}},
            {"rule", rule_name(spec)},
            {"delta", spec.delta},
            {"status", std::string(to_string(progress.guarantee))}}},
      format);
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
    const std::size_t news =
        batch ? tell_batch(experiment, *batch) : experiment.tell(one.ticket, one.value);
    const std::vector<Ticket> tickets = batch ? tickets_of(*batch) : std::vector{one.ticket};
    const std::size_t told = batch ? batch->readings.size() : 1;
    write_report(told_deed(told, news, read_again(counted(told, "result") + " told", experiment), tickets), format);
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
    const std::string& arm = *options.get(Option::arm);
    const Ticket ticket = experiment.observe(arm, value);
    const std::string done = fmt::format("observed {}, ticket {}", arm, ticket);
    write_report(observed_deed(ticket, arm, read_again(done, experiment)), format);
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

std::string missing_text(std::uint64_t values) {
  if (values == 0) return {};
  return fmt::format(", {} {} missing and {} as abandoned", counted(values, "value"),
                     values == 1 ? "is" : "are", values == 1 ? "counts" : "count");
}

Deed observe_whole_rounds(LiveExperiment& experiment, const std::string& file) {
  const ValueTable table = read_round_batch(file, experiment.spec());
  const std::uint64_t before = experiment.outline().abandoned;
  const std::uint64_t rounds =
      in_rows(table, [&] { return experiment.observe_rounds(table.rows); });
  const std::uint64_t given = table.rows.size();
  const std::string seen = rounds == given
                               ? counted(given, "round") + " observed"
                               : fmt::format("{} of {} observed: the others were not needed",
                                             rounds, counted(given, "round"));
  const std::uint64_t now = after(seen, [&] { return experiment.outline().abandoned; });
  const std::uint64_t missing = now > before ? now - before : 0;
  return deed_of(seen + missing_text(missing),
                 {{"rounds", rounds}, {"given", given}, {"missing", missing}},
                 read_again(seen, experiment));
}

Deed observe_values(LiveExperiment& experiment, const std::string& file) {
  const Observations read = read_observations(file, experiment.spec());
  const std::uint64_t observed = in_rows(read, [&] { return experiment.observe(read.values); });
  return observed_deed(observed, read_again("observed", experiment));
}

ExitCode observe_batch(const RawOptions& options, const Refusal& refuse, Format format) {
  if (options.has(Option::arm)) {
    throw InputError("arm: " + in_quotes(*options.get(Option::arm)) +
                     " and --batch are both given; leave one out");
  }
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const std::string& file = *options.get(Option::batch);
    write_report(experiment.spec().rounds ? observe_whole_rounds(experiment, file)
                                          : observe_values(experiment, file),
                 format);
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
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const std::size_t news = experiment.abandon(tickets);
    write_report(abandoned_deed(tickets, news, read_again("abandoned", experiment)), format);
    return ExitCode::done;
  });
}

ExitCode note(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string& text = *options.get(Option::text);
  note_event(text);  // refused before the store is opened
  return on_live_experiment(options, [&](LiveExperiment& experiment) {
    experiment.note(text);
    write_report(deed_of("noted", {{"note", text}}, read_again("noted", experiment)), format);
    return ExitCode::done;
  });
}

/// "delta 0.05, margin 3 %, max-samples 100"
static std::string terms_text(const ExperimentSpec& spec) {
  const double margin = margin_of(spec.question);
  const std::string size = spec.scale == Scale::log ? percent_text(margin) : exact(margin);
  return fmt::format("delta {}{}, max-samples {}", exact(spec.delta),
                     margin > 0.0 ? ", margin " + size : "",
                     spec.max_samples ? std::to_string(*spec.max_samples) : "none");
}

ExitCode change(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const NewSettings wanted = read_settings(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    refuse_percentage(options, experiment.spec().scale);
    const std::uint64_t changed = experiment.change(wanted);
    const ExperimentSpec& now = experiment.spec();
    write_report(
        deed_of(changed == 0 ? "nothing changed" : "now " + terms_text(now),
                {{"changed", changed}, {"delta", now.delta}}, read_again("changed", experiment)),
        format);
    return ExitCode::done;
  });
}

namespace {

using Fields = std::vector<std::pair<std::string, Deed::Value>>;

/// "added d; now 4 arms; arms were changed: risk in all at most 0.075"
Deed arms_deed(LiveExperiment& experiment, const std::string& done,
               const std::vector<std::string>& names, const std::string& note, const Fields& more) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  const Progress progress = after(done, [&] { return experiment.progress(); });
  const std::uint64_t arms = arms_in_question(experiment.spec()).size();
  const double risk = progress.risk_in_all.value_or(progress.delta);
  const std::string price = arms_risk_text(progress);
  Fields fields = {{done, list}, {"arms", arms}, {"risk_in_all", risk}};
  fields.insert(fields.end(), more.begin(), more.end());
  return deed_of(fmt::format("{} {}{}; now {}{}", done, list, note, counted(arms, "arm"),
                             price.empty() ? "" : "; " + price),
                 std::move(fields), experiment.session());
}

}  // namespace

ExitCode add_arm(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const std::vector<std::string> names = read_arm_names(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    experiment.add_arms(names);
    write_report(arms_deed(experiment, "added", names, {}, {}), format);
    return ExitCode::done;
  });
}

ExitCode retire_arm(const RawOptions& options, const Refusal& refuse) {
  const Format format = read_format(options);
  const std::vector<std::string> names = read_arm_names(options);
  return on_live_experiment(options, refuse, [&](LiveExperiment& experiment) {
    const std::uint64_t open = experiment.retire_arms(names);
    const std::string note =
        open == 0 ? "" : fmt::format(", {} abandoned", counted(open, "open ticket"));
    write_report(arms_deed(experiment, "retired", names, note, {{"abandoned", open}}), format);
    return ExitCode::done;
  });
}

ExitCode tag(const RawOptions& options) {
  const Format format = read_format(options);
  const std::vector<std::string> tags = read_tags(options);
  const bool removes = options.has(Option::remove);
  return on_live_experiment(options, [&](LiveExperiment& experiment) {
    const std::uint64_t news = removes ? experiment.untag(tags) : experiment.tag(tags);
    const std::vector<std::string> now =
        after("tagged", [&] { return experiment.progress().tags; });
    std::string list;
    for (const std::string& one : now) list += (list.empty() ? "" : ",") + one;
    write_report(
        Deed{fmt::format("{}; tags: {}",
                         news == 0 ? "nothing changed"
                                   : counted(news, "tag") + (removes ? " removed" : " added"),
                         list.empty() ? "none" : list),
             {{"changed", news}, {"tags", list}}},
        format);
    return ExitCode::done;
  });
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
