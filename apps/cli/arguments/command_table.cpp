#include "arguments/command_table.hpp"

#include <algorithm>
#include <array>

namespace mirador::cli {
namespace {

constexpr std::string_view races = "Races of commands", live = "Live experiments",
                           analysis = "Analysis and simulation";

constexpr std::array just_name = {Option::name};
constexpr std::array ticket_and_value = {Option::name, Option::ticket, Option::value};
constexpr std::array arm_and_value = {Option::name, Option::arm, Option::value};
constexpr std::array ticket_alone = {Option::name, Option::ticket};
constexpr std::array just_file = {Option::file};
constexpr std::array commands = {Option::command};

constexpr WordList of_name = {just_name, 1};

constexpr std::array<CommandText, 18> make_table() {
  using enum Scope;
  return {{
      {Command::race,
       "race",
       "which command is fastest, or best?",
       races,
       "COMMAND...",
       {commands, 1, true},
       {contestants, contest, judgement, runs, records, place, output}},
      {Command::gate,
       "gate",
       "has a command become slower?",
       races,
       "--baseline CMD --candidate CMD",
       {},
       {sides, comparison, judgement, runs, records, place, output}},
      {Command::create,
       "new",
       "begin an experiment",
       live,
       "NAME",
       of_name,
       {problem, design, course, stopping, seed, place, output}},
      {Command::ask,
       "ask",
       "what to measure next",
       live,
       "NAME",
       of_name,
       {tickets, change, place, output}},
      {Command::tell,
       "tell",
       "give the result of a ticket, or of many",
       live,
       "NAME TICKET VALUE | NAME --batch FILE",
       {ticket_and_value, 1},
       {batch, change, place, output}},
      {Command::observe,
       "observe",
       "give a measurement that was not asked for",
       live,
       "NAME ARM VALUE",
       {arm_and_value, 3},
       {change, place, output}},
      {Command::abandon,
       "abandon",
       "say that a measurement will not come",
       live,
       "NAME TICKET",
       {ticket_alone, 2},
       {change, place, output}},
      {Command::status,
       "status",
       "answer, smallest risk, arms, verdict",
       live,
       "NAME",
       of_name,
       {place, output}},
      {Command::list, "list", "the experiments of the store", live, "", {}, {place, output}},
      {Command::verify,
       "verify",
       "is all of it as it was stored?",
       live,
       "[NAME]",
       {just_name, 0},
       {place, output}},
      {Command::salvage,
       "salvage",
       "save what is intact of a damaged one",
       live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::report,
       "report",
       "an experiment as an HTML page",
       live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::save,
       "export",
       "an experiment as JSON lines",
       live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::load,
       "import",
       "an experiment from JSON lines",
       live,
       "FILE",
       {just_file, 1},
       {rename, place, output}},
      {Command::remove,
       "delete",
       "remove an experiment for good",
       live,
       "NAME",
       of_name,
       {place, output}},
      {Command::bound,
       "bound",
       "the fewest measurements possible",
       analysis,
       "",
       {},
       {problem, instance, risks, output}},
      {Command::sim,
       "sim",
       "race sampling rules in simulation",
       analysis,
       "",
       {},
       {problem, instance, risks, stopping, simulation, replications, seed, output}},
      {Command::paper,
       "paper",
       "reproduce the paper behind mirador",
       analysis,
       "",
       {},
       {replications, seed, folder, output}},
  }};
}

constexpr std::array<CommandText, 18> table = make_table();

}  // namespace

std::span<const CommandText> command_table() { return table; }

const CommandText& text_of(Command command) {
  return *std::ranges::find(table, command, &CommandText::command);
}

bool takes(Command command, Option option) {
  const auto* const text = std::ranges::find(table, command, &CommandText::command);
  return text != table.end() && std::ranges::any_of(option_table(), [&](const OptionText& line) {
           return line.option == option && text->scopes.has(line.scope);
         });
}

std::vector<std::string_view> option_names(const CommandText& command) {
  std::vector<std::string_view> names;
  for (const OptionText& option : option_table()) {
    if (command.scopes.has(option.scope)) names.push_back(option.option.word());
  }
  return names;
}

}  // namespace mirador::cli
