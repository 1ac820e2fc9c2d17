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

constexpr std::array<CommandText, 18> table = {{
    {Command::race,
     "race",
     "which command is fastest, or best?",
     races,
     "COMMAND...",
     {commands, 1, true}},
    {Command::gate,
     "gate",
     "has a command become slower?",
     races,
     "--baseline CMD --candidate CMD",
     {}},
    {Command::create, "new", "begin an experiment", live, "NAME", of_name},
    {Command::ask, "ask", "what to measure next", live, "NAME", of_name},
    {Command::tell,
     "tell",
     "give the result of a ticket, or of many",
     live,
     "NAME TICKET VALUE | NAME --batch FILE",
     {ticket_and_value, 1}},
    {Command::observe,
     "observe",
     "give a measurement that was not asked for",
     live,
     "NAME ARM VALUE",
     {arm_and_value, 3}},
    {Command::abandon,
     "abandon",
     "say that a measurement will not come",
     live,
     "NAME TICKET",
     {ticket_alone, 2}},
    {Command::status, "status", "answer, smallest risk, arms, verdict", live, "NAME", of_name},
    {Command::list, "list", "the experiments of the store", live, "", {}},
    {Command::verify, "verify", "is all of it as it was stored?", live, "[NAME]", {just_name, 0}},
    {Command::salvage, "salvage", "save what is intact of a damaged one", live, "NAME", of_name},
    {Command::report, "report", "an experiment as an HTML page", live, "NAME", of_name},
    {Command::save, "export", "an experiment as JSON lines", live, "NAME", of_name},
    {Command::load, "import", "an experiment from JSON lines", live, "FILE", {just_file, 1}},
    {Command::remove, "delete", "remove an experiment for good", live, "NAME", of_name},
    {Command::bound, "bound", "the fewest measurements possible", analysis, "", {}},
    {Command::sim, "sim", "race sampling rules in simulation", analysis, "", {}},
    {Command::paper, "paper", "reproduce the paper behind mirador", analysis, "", {}},
}};

}  // namespace

std::span<const CommandText> command_table() { return table; }

const CommandText& text_of(Command command) {
  return *std::ranges::find(table, command, &CommandText::command);
}

bool takes(Command command, Option option) {
  return std::ranges::any_of(option_table(), [&](const OptionText& text) {
    return text.option == option && serves(text.scope, command);
  });
}

}  // namespace mirador::cli
