#include "arguments/option_table.hpp"

#include <algorithm>
#include <utility>

#include "mirador/core/text.hpp"
#include "mirador/spec/description.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador::cli {
namespace {

/// "best-arm (default), top-m, ... or polyhedral".
std::string choices(std::span<const std::string_view> names, std::string_view usual) {
  std::string list = one_of(names);
  return list.insert(list.find(usual) + usual.size(), " (default)");
}

std::string questions() { return "the question: " + choices(question_names(), BestArmSpec::name); }

std::string families(std::string_view usual) {
  return "distribution of the measurements: " + choices(family_names(), usual);
}

/// "when to stop: mixture (default; proved), heuristic (...), ...".
std::string stopping_rules() {
  std::string list;
  for (const SpecText& rule : texts_of<StoppingSpec>()) {
    list += (list.empty() ? "when to stop: " : ", ") + std::string(rule.name) +
            (list.empty() ? " (default; " : " (") + std::string(rule.help) + ")";
  }
  return list;
}

/// The help of a field that several choices share: "the level (signed, closest)".
std::string help_of(std::string_view option, const std::vector<SpecText>& specs, bool live) {
  std::string usual;
  std::vector<std::pair<std::string_view, std::string>>
      users;  // help, and the choices it applies to
  for (const SpecText& spec : specs) {
    for (const FieldText& field : spec.fields) {
      if (field.option != option || (live && field.simulated)) continue;
      auto same = std::ranges::find(users, field.help, [](const auto& u) { return u.first; });
      if (same == users.end()) same = users.insert(same, {field.help, ""});
      same->second += (same->second.empty() ? "" : ", ") + std::string(spec.name);
      const bool has_default =
          field.usual && field.range != Range::difference &&
          (live ? field.needed == Needed::never : field.needed != Needed::always);
      if (has_default) usual = ", default " + exact(*field.usual);
    }
  }
  std::string help;
  for (const auto& [text, names] : users) {
    help += (help.empty() ? "" : "; ") + std::string(text) + " (" + names + ")";
  }
  return help + usual;
}

/// The options of comparisons in rounds.
std::vector<OptionText> rounds_options() {
  const std::vector<SpecText> laws = texts_of<LawSpec>();
  return {
      {Option::rounds, "",
       "compare in rounds: every arm still in play is measured once per round, under the same "
       "conditions; --family is then " +
           choices(law_names(), SymmetricSpec::name),
       Scope::rounds},
      {Option::compare, "WHAT", help_of("compare", laws, true), Scope::rounds},
      {Option::items, "N|FILE",
       "the rounds are a finite set of N items, or the lines of FILE, in random order; the "
       "question is about exactly these",
       Scope::rounds},
      {Option::round_size, "M", "measure M arms in a round: the leader and others in turn",
       Scope::rounds},
      {Option::correlation, "R",
       "what the arms of a round share, from 0 (default) to below 1: the correlation of their "
       "values if these are normal (symmetric), of the normal scores behind them otherwise",
       Scope::simulated_rounds},
  };
}

/// Adds one line per field of these choices.
void add_fields(std::vector<OptionText>& table, const std::vector<SpecText>& specs, Scope scope) {
  const bool live = scope != Scope::instance;
  std::vector<std::string_view> known;
  for (const SpecText& spec : specs) {
    for (const FieldText& field : spec.fields) {
      if ((live && field.simulated) || std::ranges::count(known, field.option) > 0) continue;
      known.push_back(field.option);
      table.push_back(
          {Option(field.option), field.value, help_of(field.option, specs, live), scope});
    }
  }
}

/// The options of a comparison of data that are there already.
std::vector<OptionText> table_options() {
  const std::vector<SpecText> laws = texts_of<LawSpec>();
  std::vector<OptionText> options = {
      {Option::family, "NAME", "what the values are: " + choices(law_names(), SymmetricSpec::name),
       Scope::table},
      {Option::items, "",
       "the rows are all items, taken in random order, and the question is about exactly these",
       Scope::table},
      {Option::scale, "NAME", "linear (default), or log: arms are compared by ratios",
       Scope::table},
      {Option::margin, "E", "a difference below E does not matter", Scope::table},
      {Option::good_enough, "E", "stop when an arm is proved within E of the best", Scope::table},
      {Option::lowest, "", "the smallest is best", Scope::table},
      {Option::delta, "D", "accepted error probability (default 0.05)", Scope::table},
  };
  add_fields(options, laws, Scope::table);
  return options;
}

// Help is wrapped at 54 characters, so that it fits 80 columns.
std::vector<OptionText> make_table() {
  std::vector<OptionText> table = {
      {Option::command, "COMMAND", "", Scope::word},
      {Option::name, "NAME", "", Scope::word},
      {Option::ticket, "TICKET", "", Scope::word},
      {Option::arm, "ARM", "", Scope::word},
      {Option::value, "VALUE", "", Scope::word},
      {Option::file, "FILE", "", Scope::word},
      {Option::new_name, "NEW", "", Scope::word},
      {Option::text, "TEXT", "", Scope::word},
      {Option::action, "ACTION", "", Scope::word},
      {Option::tag, "TAG", "", Scope::word},
      {Option::table, "TABLE", "", Scope::word},
      {Option::baseline, "CMD", "the command to compare with", Scope::sides},
      {Option::candidate, "CMD", "the command that must not be slower", Scope::sides},
      {Option::max_slowdown, "RATIO", "how much more the candidate may take (default 3%)",
       Scope::sides},
      {Option::name, "NAME", "name of a command; repeat it for each command, in order",
       Scope::contestants, 'n', true, "command-name"},
      {Option::parameter_list, "VAR V1,V2",
       "run every command once per value, with {VAR} replaced; "
       "repeat the option for all combinations",
       Scope::contestants, 'L', true},
      {Option::parameter_scan, "VAR MIN MAX", "the same for the numbers from MIN to MAX",
       Scope::contestants, 'P', true},
      {Option::parameter_step, "STEP", "step of --parameter-scan (default 1)", Scope::contestants,
       'D'},
      {Option::reference, "CMD",
       "compare the others with this command instead of the best; it is one of them, or runs in "
       "the race beside them and may win",
       Scope::contestants},
      {Option::reference_name, "NAME", "name of that command", Scope::contestants},
      {Option::arms, "LIST", "names of the arms, as in old,new,newest", Scope::design},
      {Option::problem, "NAME", questions(), Scope::problem},
      {Option::means, "LIST", "true mean of every arm, as in 1,0.85,0.8,0.75", Scope::instance},
      {Option::family, "NAME", families("gaussian"), Scope::instance},
      {Option::family, "NAME", families("normal"), Scope::design},
      {Option::scale, "NAME",
       "linear (default), or log: arms are compared by ratios, means are "
       "geometric, and --margin may be a percentage such as 2%",
       Scope::design},
  };
  add_fields(table, texts_of<FamilySpec>(), Scope::instance);
  add_fields(table, texts_of<FamilySpec>(), Scope::design);
  add_fields(table, texts_of<QuestionSpec>(), Scope::problem);
  for (OptionText& option : rounds_options()) table.push_back(std::move(option));
  for (OptionText& option : table_options()) table.push_back(std::move(option));
  const std::vector<OptionText> others = {
      {Option::metric, "NAME",
       "what to compare: wall (default), user, system (times), "
       "rss (memory), or stdout: the number that a command prints in its last line",
       Scope::contest},
      {Option::metric, "NAME", "what to compare: wall (default), user, system or rss",
       Scope::comparison},
      {Option::lowest, "", "the lowest wins (default, except for stdout)", Scope::contest},
      {Option::highest, "", "the highest wins; stdout needs this or --lowest", Scope::contest},
      {Option::margin, "RATIO",
       "a difference below this does not matter (default 2%); for stdout a "
       "percentage, or a number such as 0.5 in the unit printed (default none); of one command "
       "alone: how well its mean is to be known (default 1%)",
       Scope::contest},
      {Option::good_enough, "RATIO",
       "stop when one command is proved to be within this of the best; written as --margin, in "
       "whose place it is",
       Scope::contest},
      {Option::family, "NAME",
       "the printed numbers: any (symmetric, default in rounds; normal, default of the adaptive "
       "design), bernoulli (0 or 1) or bounded",
       Scope::contest},
      {Option("lo"), "X", "least value of --family bounded (default 0)", Scope::contest},
      {Option("hi"), "X", "largest value of --family bounded (default 1)", Scope::contest},
      {Option::design, "NAME",
       "rounds (default): every command in play once per round, in random order; adaptive: one "
       "command at a time, chosen by --rule",
       Scope::judgement},
      {Option::rule, "NAME",
       "sampling rule of the adaptive design (default lma); mirador new --help lists the rules",
       Scope::contest},
      {Option::compare, "WHAT", "in rounds: typical (default, except for stdout), mean or wins",
       Scope::judgement},
      {Option::delta, "D", "accepted error probability (default 0.05)", Scope::judgement, 'd'},
      {Option::spec, "FILE", "TOML file with any of these options; options typed here override it",
       Scope::problem},
      {Option::delta, "LIST",
       "accepted error probabilities (default 0.1,0.01; of sim with only a budget 0.05)",
       Scope::risks},
      {Option::delta, "D", "accepted error probability (default 0.05)", Scope::course},
      {Option::rule, "NAME",
       "sampling rule: what to measure next (default lma; for best-arm with a budget and no "
       "--delta dt, or halving where dt is slow)",
       Scope::course},
      {Option::rules, "LIST",
       "sampling rules to compare (default: those of the paper that are fast enough here, and "
       "halving with a budget and no --delta; with --rounds bc,lma, or none if these answer "
       "another question)",
       Scope::simulation},
      {Option::stopping, "NAME", stopping_rules(), Scope::stopping},
      {Option::runs, "N", "replications of every rule (default 1000)", Scope::replications},
      {Option::seed, "N", "random seed; the same seed gives the same numbers (default 1)",
       Scope::seed},
      {Option::max_samples, "N",
       "the budget: a run ends undecided after N samples (default 10000000), and the result says "
       "what its recommendations are worth",
       Scope::simulation},
      {Option::max_samples, "N",
       "the budget: the experiment ends undecided after N samples (default: none)", Scope::course},
      {Option::reissue_after, "TIME",
       "hand out a ticket again once it has been open for TIME, "
       "as in 90s, 15m or 2h, or in seconds (default: never); its first result counts",
       Scope::course, '\0', false, "ticket-timeout"},
      {Option::threads, "N", "worker threads (default: all cores); the numbers do not depend on it",
       Scope::replications},
      {Option::backend, "NAME", "auto (default), reference, lanes or cuda", Scope::simulation},
      {Option::csv_runs, "FILE", "also write one CSV line per replication to FILE",
       Scope::simulation},
      {Option::checkpoint, "FILE",
       "save progress to FILE every few seconds; the same "
       "command resumes from it, however it ended",
       Scope::simulation},
      {Option::warmup, "N", "warm-up runs of each command, not counted (default 0)", Scope::runs,
       'w'},
      {Option::prepare, "CMD",
       "run CMD before each run, untimed; give it once for all commands, or once per command, in "
       "order",
       Scope::runs, 'p', true},
      {Option::conclude, "CMD", "the same after each run", Scope::runs, 'C', true},
      {Option::setup, "CMD", "run CMD once for each command, before all its runs", Scope::runs,
       's'},
      {Option::cleanup, "CMD", "run CMD once for each command, after the race", Scope::runs, 'c'},
      {Option::input, "FILE", "what the commands read on standard input (default: null, nothing)",
       Scope::runs},
      {Option::output, "WHERE",
       "where the output of the commands goes: null (default), pipe (read and dropped), inherit "
       "(--show-output) or a file",
       Scope::runs},
      {Option::shell, "SHELL",
       "the shell that runs the commands, with its options (default "
       "/bin/sh); its start-up time is subtracted; none: no shell",
       Scope::runs, 'S'},
      {Option::no_shell, "", "run commands without a shell (--shell none)", Scope::runs, 'N'},
      {Option::ignore_failure, "", "count failed runs like any other", Scope::runs, 'i'},
      {Option::show_output, "", "show the output of the commands", Scope::runs},
      {Option::timeout, "S", "time limit of a run in seconds; a longer run fails, even with -i",
       Scope::runs},
      {Option::max_runs, "N",
       "stop undecided after N runs of all commands together (default: no limit)", Scope::runs},
      {Option::max_time, "S", "stop undecided after S seconds (default: no limit; for gate 600)",
       Scope::runs},
      {Option::resume, "",
       "continue the latest race of this command line; or, with one word, the race of this NAME",
       Scope::records},
      {Option::without, "COMMAND",
       "with --resume NAME: go on without this command, with the runs of the others; may be "
       "repeated",
       Scope::resuming, '\0', true},
      {Option::export_json, "FILE", "write every run, as hyperfine does, and the verdict as JSON",
       Scope::records},
      {Option::export_csv, "FILE", "write one line per command as CSV", Scope::records},
      {Option::export_markdown, "FILE", "write a table and the verdict as Markdown",
       Scope::records},
      {Option::export_asciidoc, "FILE", "the same as AsciiDoc", Scope::records},
      {Option::export_orgmode, "FILE", "the same for Emacs org-mode", Scope::records},
      {Option::report, "FILE", "write an HTML page with charts", Scope::records},
      {Option::time_unit, "UNIT",
       "show times in microsecond, millisecond or second (default: as it suits them); CSV and JSON "
       "are always in seconds",
       Scope::records, 'u'},
      {Option::style, "NAME",
       "auto (default), basic (no colours, nothing redrawn), full (both, even in a file), nocolor, "
       "color (nothing redrawn) or none (only errors)",
       Scope::records},
      {Option::sort, "ORDER",
       "auto (default): the best first, exported tables as typed; command: as typed; mean-time: "
       "the best first",
       Scope::records},
      {Option::count, "N", "how many tickets to hand out (default 1)", Scope::tickets, 'n'},
      {Option::reissue_after, "TIME",
       "first hand out tickets again that have been open for TIME, as "
       "in 90s, 15m or 2h, or in seconds (default: as set by mirador new)",
       Scope::tickets, '\0', false, "ticket-timeout"},
      {Option::round, "", "all tickets of the next round", Scope::tickets},
      {Option::batch, "FILE",
       "CSV file with lines arm,value of what was measured already, or with --rounds of whole "
       "rounds: arm,round,value; - is standard input; accepted as a whole or not at all; the "
       "evidence is checked once, after the last line",
       Scope::round_batch},
      {Option::max_samples, "N", "the budget from now on, larger or smaller; none: no budget",
       Scope::plan},
      {Option::delta, "D", "a smaller accepted error probability", Scope::plan},
      {Option::margin, "E",
       "another margin above 0; an experiment without one can get none, and none can be taken "
       "away (except for thresholding)",
       Scope::plan},
      {Option::tag, "T", "a tag, by which mirador list finds the experiment; may be repeated",
       Scope::labels, '\0', true},
      {Option::remove, "", "remove these tags instead", Scope::untagging},
      {Option::tag, "T", "only experiments with this tag; repeated: with all of them",
       Scope::filter, '\0', true},
      {Option::listen, "ADDRESS",
       "address and port, as in 127.0.0.1:8321 (default) or [::1]:80; port 0: a free one",
       Scope::service},
      {Option::token_file, "FILE",
       "who may do what: one token per line, as mirador token new prints it; needed where other "
       "machines can connect",
       Scope::service},
      {Option::read_only, "", "refuse every change", Scope::service},
      {Option::log, "FORM", "one line per request on standard error: text (default), json or none",
       Scope::service},
      {Option::role, "ROLE", "read, or write", Scope::roles},
      {Option::yes, "", "delete without asking", Scope::removal},
      {Option::watch, "",
       "on a terminal: show it anew whenever it changes, until the experiment is decided or its "
       "budget is spent",
       Scope::watching},
      {Option::request, "ID",
       "a name for this change; a repeat under the same name changes nothing", Scope::change},
      {Option::batch, "FILE",
       "CSV file with lines ticket,value; - is standard input; "
       "accepted as a whole or not at all; the evidence is checked once, after the last line",
       Scope::batch},
      {Option::name, "NEW", "name of the imported experiment (default: its own)", Scope::rename},
      {Option::out, "DIR", "folder for the report (default paper)", Scope::folder},
      {Option::quick, "", "--runs 100: a preview in under a minute", Scope::folder},
      {Option::output, "FILE", "write to FILE instead of standard output", Scope::file, 'o'},
      {Option::store, "PLACE",
       "a SQLite file, postgresql://..., or http://HOST:PORT of mirador serve (default: the "
       "variable MIRADOR_STORE, else mirador.db in the user's data folder)",
       Scope::place},
      {Option::format, "NAME", "text (default), json or csv", Scope::output},
  };
  table.insert(table.end(), others.begin(), others.end());
  return table;
}

const std::vector<OptionText>& table() {
  static const std::vector<OptionText> made = make_table();
  return made;
}

}  // namespace

std::size_t values_of(const OptionText& option) {
  if (option.value.empty()) return 0;
  return 1 + static_cast<std::size_t>(std::ranges::count(option.value, ' '));
}

std::string_view heading_of(Scope scope) {
  switch (scope) {
    case Scope::problem:
    case Scope::instance:
    case Scope::design:
      return "The problem";
    case Scope::contestants:
    case Scope::sides:
      return "The commands";
    case Scope::contest:
    case Scope::comparison:
    case Scope::judgement:
      return "The verdict";
    case Scope::rounds:
    case Scope::simulated_rounds:
      return "Rounds";
    case Scope::table:
      return "The comparison";
    case Scope::runs:
      return "The runs";
    default:
      return "Options";
  }
}

std::span<const OptionText> option_table() { return table(); }

const OptionText& text_of(Option option) {
  return *std::ranges::find(table(), option, &OptionText::option);
}

std::optional<Option> find_option(std::string_view name) {
  const auto found = std::ranges::find_if(table(), [&](const OptionText& text) {
    return text.option.word() == name || (!name.empty() && text.alias == name);
  });
  return found == table().end() ? std::nullopt : std::optional(found->option);
}

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  for (const OptionText& text : table()) {
    if (text.scope != Scope::word) names.push_back(text.option.word());
  }
  return names;
}

const std::vector<std::string>& RawOptions::all(Option option) const {
  static const std::vector<std::string> none;
  const auto given = given_.find(option.word());
  return given == given_.end() ? none : given->second.values;
}

void RawOptions::complete_from(RawOptions other) {
  // Sets named on the command line replace those inside a spec file.
  if (!has(Option::sets) && set_tables.empty()) set_tables = std::move(other.set_tables);
  given_.merge(other.given_);
}

std::string RawOptions::located(std::string_view message) const {
  const std::string_view field = message.substr(0, message.find(':'));
  const std::optional<Option> option = find_option(field);
  if (!option) return std::string(message);
  const std::string file = origin_of(*option);
  if (file.empty() || message.find(file) != std::string_view::npos) return std::string(message);
  return std::string(field) + " (in " + file + ")" + std::string(message.substr(field.size()));
}

std::string RawOptions::origin_of(Option option) const {
  if (option != Option::sets) {
    const auto given = given_.find(option.word());
    return given == given_.end() ? "" : given->second.origin;
  }
  // An error in the sets is an error in the file that holds them, unless the problem uses none.
  if (!set_tables.empty()) return set_tables.front().file;
  return value_or(Option::problem, "") == PolyhedralSpec::name ? std::string(value_or(option, ""))
                                                               : "";
}

}  // namespace mirador::cli
