#include "command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>

#include "help.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

constexpr std::array<std::string_view, 3> commands = {"bound", "sim", "paper"};
constexpr std::array<std::string_view, 12> later_commands = {"new",     "ask",    "tell", "observe",
                                                             "abandon", "status", "list", "export",
                                                             "import",  "delete", "race", "report"};
constexpr const char* version = "mirador " MIRADOR_VERSION;

void add_option(CLI::App& command, const OptionText& option) {
  const std::string name = "--" + std::string(option.name);
  const std::string help(option.help);
  CLI::Option* added = option.value.empty()
                           ? command.add_flag(name, help)
                           : command.add_option(name, help)->type_name(std::string(option.value));
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  added->group(option.scope == Scope::problem ? "The problem" : "Options");
}

void add_command(CLI::App& app, std::string_view name, const char* summary) {
  CLI::App* command = app.add_subcommand(std::string(name), summary);
  for (const OptionText& option : option_table()) {
    if (serves(option.scope, name)) add_option(*command, option);
  }
  command->set_help_flag("-h,--help", "this text")->group("Options");
  command->set_version_flag("--version", version)->group("");
  command->footer(command_examples(name));
  command->group("Commands");
  command->allow_extras();
}

/// The part of "--name=value" that is the name, without dashes.
std::string_view bare_name(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return word.substr(0, word.find('='));
}

/// A command that takes the option, where bound does not.
std::string taker_of(Option option) {
  return serves(text_of(option).scope, "sim") ? "sim" : "paper";
}

[[noreturn]] void refuse_word(std::string_view command, const std::string& word) {
  if (!word.starts_with('-')) {
    throw InputError("arguments: unexpected " + in_quotes(word) + "; " + std::string(command) +
                     " takes options only, and lists have commas and no spaces, as in 1,0.5");
  }
  const std::string_view name = bare_name(word);
  if (word.starts_with("--") && find_option(name)) {
    throw InputError(std::string(name) + ": " + in_quotes(word) + " is not an option of " +
                     std::string(command) + "; leave it out, or use mirador " +
                     taker_of(*find_option(name)));
  }
  const std::string nearest = nearest_name(name, option_names());
  throw InputError("options: unknown option " + in_quotes(word) + "; " +
                   (nearest.empty() ? "see mirador " + std::string(command) + " --help"
                                    : "did you mean --" + nearest + "?"));
}

[[noreturn]] void refuse_command(const std::vector<std::string>& words) {
  if (words.empty())
    throw InputError("command: none given; use bound, sim or paper, or see --help");
  if (words[0].starts_with('-')) {
    throw InputError("command: " + in_quotes(words[0]) +
                     " stands before the command; begin with mirador bound, sim or paper");
  }
  require_available("command", words[0], {commands, later_commands});
  throw InputError("command: " + in_quotes(words[0]) + " stands in the wrong place; put it first");
}

Command command_of(std::string_view name) {
  return name == "sim" ? Command::sim : name == "paper" ? Command::paper : Command::bound;
}

RawOptions options_of(const CLI::App& command) {
  RawOptions options;
  for (const OptionText& text : option_table()) {
    const CLI::Option* option = command.get_option_no_throw("--" + std::string(text.name));
    if (option == nullptr || option->empty()) continue;
    const std::string field(text.name);
    const std::vector<std::string>& values = option->results();
    if (text.value.empty()) {
      if (values.back() != "true") {
        throw InputError(field + ": " + in_quotes(values.back()) + ": it takes no value; write --" +
                         field + " alone");
      }
    } else if (values.size() > 1) {
      throw InputError(field + ": given more than once; write --" + field + " " +
                       std::string(text.value) + " once");
    } else if (values[0].starts_with("--")) {
      throw InputError(field + ": no value given before " + in_quotes(values[0]) + "; write --" +
                       field + " " + std::string(text.value));
    }
    options.set(*find_option(text.name), values.back());
  }
  return options;
}

/// CLI11's help, with the command's paragraph in place of its one line in the list of commands.
std::string help_of(const CLI::App& app) {
  std::string text = app.help();
  if (!app.get_subcommands().empty()) {
    text = std::string(command_about(app.get_subcommands()[0]->get_name())) +
           text.substr(text.find('\n'));
  }
  // CLI11 leaves two lines between groups.
  for (std::size_t gap = 0; (gap = text.find("\n\n\n")) != std::string::npos;) text.erase(gap, 1);
  return text;
}

/// "help" and "help sim" mean "--help" and "sim --help".
std::vector<const char*> words_of(int argc, const char* const* argv) {
  std::vector<const char*> words(argv, argv + argc);
  if (words.size() > 1 && std::string_view(words[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  for (const std::string_view word : words) {
    if (word == "--") {
      throw InputError("arguments: \"--\" ends the options, but all words here are options; " +
                       std::string("leave it out"));
    }
  }
  return words;
}

Request request_of(CLI::App& app, const std::vector<const char*>& words) {
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::CallForHelp&) {
    return {Command::show, {}, help_of(app)};
  } catch (const CLI::CallForVersion&) {
    return {Command::show, {}, std::string(version) + "\n"};
  } catch (const CLI::ArgumentMismatch&) {
    // With all the counts above, only an option at the very end can lack its value.
    const std::string name(bare_name(words.back()));
    throw InputError(name + ": no value given; write a value after --" + name);
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string("arguments: ") + error.what() + "; see --help");
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty() || !app.remaining().empty()) refuse_command(app.remaining());
  RawOptions options = options_of(*chosen[0]);
  const std::vector<std::string> extras = chosen[0]->remaining();
  if (!extras.empty()) refuse_word(chosen[0]->get_name(), extras[0]);
  return {command_of(chosen[0]->get_name()), std::move(options), {}};
}

}  // namespace

Request parse_command_line(int argc, const char* const* argv) {
  CLI::App app(std::string(program_about()), "mirador");
  app.get_formatter()->column_width(25);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("OPTIONS", "options");
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", version, "the version");
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.footer(std::string(program_examples()));
  add_command(app, "bound", "the fewest measurements possible");
  add_command(app, "sim", "race sampling rules in simulation");
  add_command(app, "paper", "reproduce the paper behind mirador");
  return request_of(app, words_of(argc, argv));
}

}  // namespace mirador::cli
