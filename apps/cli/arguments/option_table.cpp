#include "arguments/option_table.hpp"

#include <algorithm>
#include <iterator>

namespace mirador::cli {
namespace {

// Help fits 80 columns: at most 54 characters a line.
constexpr OptionText table[] = {
    {Option::command, "command", "COMMAND", "", Scope::word},
    {Option::name, "name", "NAME", "", Scope::word},
    {Option::ticket, "ticket", "TICKET", "", Scope::word},
    {Option::arm, "arm", "ARM", "", Scope::word},
    {Option::value, "value", "VALUE", "", Scope::word},
    {Option::file, "file", "FILE", "", Scope::word},
    {Option::baseline, "baseline", "CMD", "the command to compare with", Scope::sides},
    {Option::candidate, "candidate", "CMD", "the command that must not be slower", Scope::sides},
    {Option::max_slowdown, "max-slowdown", "RATIO",
     "how much more the candidate may take, as in 3%\n(default 3%)", Scope::sides},
    {Option::name, "name", "NAME", "how to call a command; once for each, in their order",
     Scope::contestants, 'n', true, "command-name"},
    {Option::parameter_list, "parameter-list", "VAR V1,V2",
     "every command once for each value, in place of {VAR};\n"
     "given several times, for all combinations",
     Scope::contestants, 'L', true},
    {Option::parameter_scan, "parameter-scan", "VAR MIN MAX",
     "the same for all numbers from MIN to MAX", Scope::contestants, 'P', true},
    {Option::parameter_step, "parameter-step-size", "STEP", "... in steps of STEP (default 1)",
     Scope::contestants, 'D'},
    {Option::arms, "arms", "LIST", "names of the arms, as in old,new,newest", Scope::design},
    {Option::problem, "problem", "NAME",
     "best-arm (default), top-m, thresholding, signed,\nclosest or polyhedral", Scope::problem},
    {Option::means, "means", "LIST", "true mean of every arm, as in 1,0.85,0.8,0.75",
     Scope::instance},
    {Option::family, "family", "NAME",
     "law of the measurements: gaussian (default), bernoulli,\n"
     "poisson, exponential, bounded or normal",
     Scope::instance},
    {Option::family, "family", "NAME",
     "law of the measurements: normal (default: nothing else\n"
     "is assumed), bernoulli, poisson, exponential, bounded,\n"
     "or gaussian, whose --sigma is known",
     Scope::design},
    {Option::scale, "scale", "NAME",
     "linear (default) or log: ratios count, means are\n"
     "geometric, and --margin may be a share such as 2%",
     Scope::design},
    {Option::sigma, "sigma", "LIST",
     "standard deviation of gaussian arms (default 1), or\n"
     "that of normal arms, which no rule is told: one for\n"
     "all or one for each",
     Scope::instance},
    {Option::sigma, "sigma", "S",
     "known standard deviation of --family gaussian, which\n"
     "needs it",
     Scope::design},
    {Option::lo, "lo", "X", "least value of bounded arms (default 0)", Scope::problem},
    {Option::hi, "hi", "X", "largest value of bounded arms (default 1)", Scope::problem},
    {Option::level, "level", "X", "the level of thresholding, signed and closest", Scope::problem},
    {Option::top, "top", "M", "how many arms top-m looks for", Scope::problem},
    {Option::margin, "margin", "E",
     "a difference below E does not matter (best-arm, top-m,\nthresholding)", Scope::problem},
    {Option::lowest, "lowest", "", "the smallest mean is best (best-arm, top-m)", Scope::problem},
    {Option::metric, "metric", "NAME",
     "what is compared: wall (default), user, system (times),\n"
     "rss (memory), or stdout: the number that a command\nprints in its last line",
     Scope::contest},
    {Option::metric, "metric", "NAME", "what is compared: wall (default), user, system or rss",
     Scope::comparison},
    {Option::lowest, "lowest", "", "lowest wins (default, except for stdout)", Scope::contest},
    {Option::highest, "highest", "", "the highest wins; say which for stdout", Scope::contest},
    {Option::margin, "margin", "RATIO",
     "a difference below this does not matter (default 2%);\n"
     "for stdout in per cent or, as in 0.5, in its own unit\n(default none)",
     Scope::contest},
    {Option::family, "family", "NAME",
     "law of what is printed: normal (default), bernoulli\n(0 or 1) or bounded", Scope::contest},
    {Option::lo, "lo", "X", "least value of --family bounded (default 0)", Scope::contest},
    {Option::hi, "hi", "X", "largest value of --family bounded (default 1)", Scope::contest},
    {Option::rule, "rule", "NAME", "what is run next (default lma); see mirador new --help",
     Scope::contest},
    {Option::delta, "delta", "D", "accepted error probability (default 0.05)", Scope::judgement,
     'd'},
    {Option::sets, "sets", "FILE", "TOML file with the answer sets of polyhedral", Scope::problem},
    {Option::spec, "spec", "FILE",
     "TOML file with any of these options; options typed\nhere override it", Scope::problem},
    {Option::delta, "delta", "LIST", "accepted error probabilities (default 0.1,0.01)",
     Scope::risks},
    {Option::delta, "delta", "D", "accepted error probability (default 0.05)", Scope::course},
    {Option::rule, "rule", "NAME", "sampling rule: what to measure next (default lma)",
     Scope::course},
    {Option::rules, "rules", "LIST",
     "sampling rules to race (default: those of the paper,\nwhere they serve in reasonable time)",
     Scope::simulation},
    {Option::stopping, "stopping", "NAME",
     "when to stop: mixture (default, proved), heuristic,\n"
     "kaufmann-koolen or menard (proved, much slower)",
     Scope::stopping},
    {Option::runs, "runs", "N", "replications of every rule (default 1000)", Scope::replications},
    {Option::seed, "seed", "N", "same seed, same numbers (default 1)", Scope::seed},
    {Option::max_samples, "max-samples", "N",
     "a run that reaches this is undecided\n(default 10000000)", Scope::simulation},
    {Option::max_samples, "max-samples", "N",
     "the budget: spent without a verdict, the experiment is\nundecided (default: none)",
     Scope::course},
    {Option::reissue_after, "reissue-after", "TIME",
     "hand a ticket out again that has been open for so long,\n"
     "as in 90s, 15m or 2h, or in seconds (default: never);\nits first result counts",
     Scope::course},
    {Option::threads, "threads", "N",
     "worker threads (default: all cores); the numbers\ndo not depend on it", Scope::replications},
    {Option::backend, "backend", "NAME", "auto (default), reference, lanes or cuda",
     Scope::simulation},
    {Option::csv_runs, "csv-runs", "FILE", "also write one CSV line a replication to FILE",
     Scope::simulation},
    {Option::checkpoint, "checkpoint", "FILE",
     "save the work to FILE every few seconds; the same\n"
     "command goes on from there, whatever ended it",
     Scope::simulation},
    {Option::warmup, "warmup", "N", "runs of each command that do not count (default 0)",
     Scope::runs, 'w'},
    {Option::prepare, "prepare", "CMD",
     "run CMD before each run, untimed; once for all\ncommands, or once for each, in their order",
     Scope::runs, 'p', true},
    {Option::shell, "shell", "SHELL",
     "the shell that runs commands (default /bin/sh), with\n"
     "its options; its start-up time is subtracted; none: no\nshell",
     Scope::runs, 'S'},
    {Option::no_shell, "no-shell", "", "run commands without a shell (--shell none)", Scope::runs,
     'N'},
    {Option::ignore_failure, "ignore-failure", "", "count runs that fail, too", Scope::runs, 'i'},
    {Option::show_output, "show-output", "", "show what commands print", Scope::runs},
    {Option::timeout, "timeout", "S", "a run that takes longer fails, with -i too (seconds)",
     Scope::runs},
    {Option::max_runs, "max-runs", "N",
     "undecided after so many runs of all commands together\n(default: no limit)", Scope::runs},
    {Option::max_time, "max-time", "S",
     "undecided after so many seconds (default: no limit, and\n600 at a gate)", Scope::runs},
    {Option::resume, "resume", "", "go on with the latest race of this command line",
     Scope::records},
    {Option::export_json, "export-json", "FILE",
     "write every run, as hyperfine does, and the verdict", Scope::records},
    {Option::export_csv, "export-csv", "FILE", "write a line a command", Scope::records},
    {Option::export_markdown, "export-markdown", "FILE", "write a table and the verdict",
     Scope::records},
    {Option::report, "report", "FILE", "write a page of HTML with charts of it all",
     Scope::records},
    {Option::count, "count", "N", "so many tickets at once (default 1)", Scope::tickets, 'n'},
    {Option::reissue_after, "reissue-after", "TIME",
     "first hand out again what has been open for so long, as\n"
     "in 90s, 15m or 2h, or in seconds (default: as mirador new\nwas told)",
     Scope::tickets},
    {Option::request, "request", "ID",
     "a name for this change: made once, however often it is\nrepeated under the same name",
     Scope::change},
    {Option::batch, "batch", "FILE",
     "CSV file with a line ticket,value each; - is standard\n"
     "input; all of it or nothing; the evidence is looked at\nonce, at its end",
     Scope::batch},
    {Option::name, "name", "NEW", "under this name instead of its own", Scope::rename},
    {Option::out, "out", "DIR", "folder for the report (default paper)", Scope::folder},
    {Option::quick, "quick", "", "--runs 100: a preview in under a minute", Scope::folder},
    {Option::output, "output", "FILE", "write to FILE instead of standard output", Scope::file,
     'o'},
    {Option::store, "store", "PLACE",
     "a SQLite file, or postgresql://... (default: the\n"
     "variable MIRADOR_STORE, else mirador.db in the user's\ndata folder)",
     Scope::place},
    {Option::format, "format", "NAME", "text (default), json or csv", Scope::output},
};

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
    case Scope::runs:
      return "The runs";
    default:
      return "Options";
  }
}

std::span<const OptionText> option_table() { return table; }

const OptionText& text_of(Option option) {
  return *std::ranges::find(table, option, &OptionText::option);
}

std::optional<Option> find_option(std::string_view name) {
  const auto* const found = std::ranges::find_if(table, [&](const OptionText& option) {
    return option.name == name || (!name.empty() && option.alias == name);
  });
  return found == std::end(table) ? std::nullopt : std::optional(found->option);
}

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  for (const OptionText& option : table) {
    if (option.scope != Scope::word) names.push_back(option.name);
  }
  return names;
}

void RawOptions::complete_from(RawOptions other) {
  // Sets named on the command line replace those inside a spec file.
  if (!has(Option::sets) && set_tables.empty()) set_tables = std::move(other.set_tables);
  for (std::size_t i = 0; i < option_count; ++i) {
    if (!values_[i].empty()) continue;
    values_[i] = std::move(other.values_[i]);
    origins_[i] = std::move(other.origins_[i]);
  }
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
  if (option != Option::sets) return origins_[index(option)];
  // What is wrong with sets is wrong in the file that holds them, unless they have no use at all.
  if (!set_tables.empty()) return set_tables.front().file;
  return value_or(Option::problem, "") == "polyhedral" ? std::string(value_or(option, "")) : "";
}

}  // namespace mirador::cli
