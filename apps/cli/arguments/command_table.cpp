#include "arguments/command_table.hpp"

#include <algorithm>
#include <array>

namespace mirador::cli {
namespace {

constexpr std::string_view of_races = "Races of commands", of_live = "Live experiments",
                           of_analysis = "Analysis and simulation";

constexpr std::array just_name = {Option::name};
constexpr std::array ticket_and_value = {Option::name, Option::ticket, Option::value};
constexpr std::array arm_and_value = {Option::name, Option::arm, Option::value};
constexpr std::array ticket_alone = {Option::name, Option::ticket};
constexpr std::array name_and_arm = {Option::name, Option::arm};
constexpr std::array name_and_tag = {Option::name, Option::tag};
constexpr std::array name_and_text = {Option::name, Option::text};
constexpr std::array action_and_name = {Option::action, Option::name};
constexpr std::array two_names = {Option::name, Option::new_name};
constexpr std::array just_file = {Option::file};
constexpr std::array just_table = {Option::table};
constexpr std::array commands = {Option::command};

constexpr WordList of_name = {just_name, 1};

constexpr std::array<CommandText, 27> describe_commands() {
  using enum Scope;
  return {{
      {Command::race,
       "race",
       "which command is fastest, or best?",
       of_races,
       "COMMAND... | --resume NAME",
       {commands, 1, true},
       {contestants, contest, judgement, runs, records, resuming, place, output}},
      {Command::gate,
       "gate",
       "has a command become slower?",
       of_races,
       "--baseline CMD --candidate CMD",
       {},
       {sides, comparison, judgement, runs, records, place, output}},
      {Command::create,
       "new",
       "begin an experiment",
       of_live,
       "NAME",
       of_name,
       {problem, design, rounds, course, stopping, seed, labels, place, output}},
      {Command::ask,
       "ask",
       "what to measure next",
       of_live,
       "NAME",
       of_name,
       {tickets, change, place, output}},
      {Command::tell,
       "tell",
       "give the result of a ticket, or of many",
       of_live,
       "NAME TICKET VALUE | NAME --batch FILE",
       {ticket_and_value, 1},
       {batch, change, place, output}},
      {Command::observe,
       "observe",
       "give a measurement that was not asked for",
       of_live,
       "NAME ARM VALUE | NAME --batch FILE",
       {arm_and_value, 1},
       {round_batch, change, place, output}},
      {Command::abandon,
       "abandon",
       "say that a measurement will not come",
       of_live,
       "NAME TICKET[,TICKET...]",
       {ticket_alone, 2},
       {change, place, output}},
      {Command::change,
       "change",
       "change the budget, the risk or the margin",
       of_live,
       "NAME [--max-samples N] [--delta D] [--margin E]",
       of_name,
       {plan, change, place, output}},
      {Command::add_arm,
       "add-arm",
       "add an arm to a running experiment",
       of_live,
       "NAME ARM[,ARM...]",
       {name_and_arm, 2},
       {change, place, output}},
      {Command::retire_arm,
       "retire-arm",
       "take an arm out of the question",
       of_live,
       "NAME ARM[,ARM...]",
       {name_and_arm, 2},
       {change, place, output}},
      {Command::note,
       "note",
       "add a note to an experiment",
       of_live,
       "NAME TEXT",
       {name_and_text, 2},
       {change, place, output}},
      {Command::tag,
       "tag",
       "add tags to an experiment, or remove them",
       of_live,
       "NAME TAG[,TAG...]",
       {name_and_tag, 2},
       {untagging, change, place, output}},
      {Command::status,
       "status",
       "show answer, smallest risk, arms, verdict",
       of_live,
       "NAME",
       of_name,
       {watching, place, output}},
      {Command::compare,
       "compare",
       "the verdict on a table of finished rounds",
       of_live,
       "TABLE.csv",
       {just_table, 1},
       {table, seed, output}},
      {Command::list,
       "list",
       "list the experiments of the store",
       of_live,
       "",
       {},
       {filter, place, output}},
      {Command::verify,
       "verify",
       "check that stored data are intact",
       of_live,
       "[NAME]",
       {just_name, 0},
       {place, output}},
      {Command::salvage,
       "salvage",
       "save the intact part of a damaged one",
       of_live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::report,
       "report",
       "write an experiment as an HTML page",
       of_live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::save,
       "export",
       "write an experiment as JSON lines",
       of_live,
       "NAME",
       of_name,
       {file, place, output}},
      {Command::load,
       "import",
       "read an experiment from JSON lines",
       of_live,
       "FILE",
       {just_file, 1},
       {rename, place, output}},
      {Command::rename,
       "rename",
       "give an experiment another name",
       of_live,
       "NAME NEW",
       {two_names, 2},
       {place, output}},
      {Command::remove,
       "delete",
       "remove an experiment for good",
       of_live,
       "NAME",
       of_name,
       {removal, place, output}},
      {Command::serve,
       "serve",
       "experiments over HTTP, and pages to watch",
       of_live,
       "",
       {},
       {service, place}},
      {Command::token,
       "token",
       "make a token for clients of serve",
       of_live,
       "new NAME",
       {action_and_name, 2},
       {roles, output}},
      {Command::bound,
       "bound",
       "the fewest measurements any method needs",
       of_analysis,
       "",
       {},
       {problem, instance, risks, output}},
      {Command::sim,
       "sim",
       "compare sampling rules in simulation",
       of_analysis,
       "",
       {},
       {problem, instance, rounds, simulated_rounds, risks, stopping, simulation, replications,
        seed, output}},
      {Command::paper,
       "paper",
       "reproduce the paper behind mirador",
       of_analysis,
       "",
       {},
       {replications, seed, folder, output}},
  }};
}

constexpr std::array<CommandText, 27> described = describe_commands();

}  // namespace

std::span<const CommandText> command_table() { return described; }

const CommandText& text_of(Command command) {
  return *std::ranges::find(described, command, &CommandText::command);
}

bool takes(Command command, Option option) {
  const auto* const text = std::ranges::find(described, command, &CommandText::command);
  return text != described.end() &&
         std::ranges::any_of(option_table(), [&](const OptionText& line) {
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
