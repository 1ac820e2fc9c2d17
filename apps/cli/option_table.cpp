#include "option_table.hpp"

namespace mirador::cli {
namespace {

// Help fits 80 columns: at most 54 characters each.
constexpr std::array<OptionText, option_count> table = {{
    {"problem", "NAME", "best-arm (default), top-m, thresholding, signed,\nclosest or polyhedral",
     Scope::problem},
    {"means", "LIST", "true mean of every arm, as in 1,0.85,0.8,0.75", Scope::problem},
    {"family", "NAME",
     "law of the measurements: gaussian (default), bernoulli,\n"
     "poisson, exponential, bounded or normal",
     Scope::problem},
    {"sigma", "LIST",
     "standard deviation of gaussian arms (default 1), or\n"
     "that of normal arms, which no rule is told: one for\n"
     "all or one for each",
     Scope::problem},
    {"lo", "X", "least value of bounded arms (default 0)", Scope::problem},
    {"hi", "X", "largest value of bounded arms (default 1)", Scope::problem},
    {"level", "X", "the level of thresholding, signed and closest", Scope::problem},
    {"top", "M", "how many arms top-m looks for", Scope::problem},
    {"margin", "E", "a difference below E does not matter (best-arm, top-m,\nthresholding)",
     Scope::problem},
    {"lowest", "", "the smallest mean is best (best-arm, top-m)", Scope::problem},
    {"sets", "FILE", "TOML file with the answer sets of polyhedral", Scope::problem},
    {"spec", "FILE", "TOML file with any of these options; options typed\nhere override it",
     Scope::problem},
    {"delta", "LIST", "accepted error probabilities (default 0.1,0.01)", Scope::risk},
    {"format", "NAME", "text (default), json or csv", Scope::output},
    {"rules", "LIST",
     "sampling rules to race (default: those of the paper,\nwhere they serve in reasonable time)",
     Scope::race},
    {"stopping", "NAME",
     "when to stop: mixture (default, proved), heuristic,\n"
     "kaufmann-koolen or menard (proved, much slower)",
     Scope::race},
    {"runs", "N", "replications of every rule (default 1000)", Scope::replications},
    {"seed", "N", "same seed, same numbers (default 1)", Scope::replications},
    {"max-samples", "N", "a run that reaches this is undecided\n(default 10000000)", Scope::race},
    {"threads", "N", "worker threads (default: all cores); the numbers\ndo not depend on it",
     Scope::replications},
    {"backend", "NAME", "auto (default), reference, lanes or cuda", Scope::race},
    {"csv-runs", "FILE", "also write one CSV line a replication to FILE", Scope::race},
    {"checkpoint", "FILE",
     "save the work to FILE every few seconds; the same\n"
     "command goes on from there, whatever ended it",
     Scope::race},
    {"out", "DIR", "folder for the report (default paper)", Scope::report},
    {"quick", "", "--runs 100: a preview in under a minute", Scope::report},
}};

}  // namespace

bool serves(Scope scope, std::string_view command) {
  const bool sim = command == "sim", paper = command == "paper";
  switch (scope) {
    case Scope::problem:
    case Scope::risk:
      return !paper;
    case Scope::race:
      return sim;
    case Scope::replications:
      return sim || paper;
    case Scope::report:
      return paper;
    case Scope::output:
      break;
  }
  return true;
}

std::span<const OptionText, option_count> option_table() { return table; }

std::optional<Option> find_option(std::string_view name) {
  for (std::size_t i = 0; i < option_count; ++i) {
    if (table[i].name == name) return static_cast<Option>(i);
  }
  return std::nullopt;
}

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  for (const OptionText& option : table) names.push_back(option.name);
  return names;
}

void RawOptions::complete_from(RawOptions other) {
  // Sets named on the command line replace those inside a spec file.
  if (!has(Option::sets) && set_tables.empty()) set_tables = std::move(other.set_tables);
  for (std::size_t i = 0; i < option_count; ++i) {
    if (values_[i]) continue;
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
