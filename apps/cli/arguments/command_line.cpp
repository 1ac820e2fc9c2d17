#include "arguments/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>

#include "arguments/command_table.hpp"
#include "arguments/help.hpp"
#include "arguments/place.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr const char* version = "mirador " MIRADOR_VERSION;

/// CLI11 parses the options. The plain words of a command are read from what it leaves over,
/// because a negative number is a word and not an option. So the usage line is written here.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(25);
    label("SUBCOMMAND", "COMMAND");
    label("OPTIONS", "options");
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string line = CLI::Formatter::make_usage(app, name);
    const auto command = std::ranges::find(command_table(), app->get_name(), &CommandText::name);
    if (command == command_table().end() || command->usage.empty()) return line;
    const std::size_t place = line.find(" [options]");
    return line.insert(place, " " + std::string(command->usage));
  }
};

/// "-n,--name,--command-name", as CLI11 wants it.
std::string spellings_of(const OptionText& option) {
  const std::string letter = option.letter == '\0' ? "" : std::string{'-', option.letter, ','};
  const std::string alias = option.alias.empty() ? "" : ",--" + std::string(option.alias);
  return letter + "--" + std::string(option.option.word()) + alias;
}

/// Lines of at most 54 characters, so that the help fits 80 columns.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 54;
  std::string lines, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line;
}

void add_option(CLI::App& command, const OptionText& option) {
  const std::string name = spellings_of(option), help = wrapped(option.help);
  CLI::Option* added = nullptr;
  if (option.value.empty()) {
    added = command.add_flag(name, help);
  } else {
    added = command.add_option(name, help)->type_name(std::string(option.value));
    added->type_size(static_cast<int>(values_of(option)));
  }
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  added->group(std::string(heading_of(option.scope)));
}

void add_command(CLI::App& app, const CommandText& text) {
  CLI::App* command = app.add_subcommand(std::string(text.name), std::string(text.summary));
  for (const OptionText& option : option_table()) {
    if (text.scopes.has(option.scope)) add_option(*command, option);
  }
  command->set_help_flag("-h,--help", "print this help")->group("Options");
  command->set_version_flag("--version", version)->group("");
  command->footer(command_examples(text.command));
  command->group(std::string(text.group));
  command->allow_extras();
}

/// The name in "--name=value", without dashes.
std::string_view bare_name(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return word.substr(0, word.find('='));
}

const CommandText& command_of(const CLI::App& app) {
  return *std::ranges::find(command_table(), app.get_subcommands()[0]->get_name(),
                            &CommandText::name);
}

/// Whether a word such as --top, --top=2 or -n stands for the option.
bool stands_for(std::string_view word, const OptionText& option) {
  const std::string_view name = bare_name(word);
  if (!word.starts_with('-') || name.empty()) return false;
  return word.starts_with("--") ? name == option.option.word() || name == option.alias
                                : name[0] == option.letter;
}

/// The last option on the command line; null when there is none.
const OptionText* last_option(const CommandText& command, const std::vector<const char*>& words) {
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    for (const OptionText& option : option_table()) {
      if (command.scopes.has(option.scope) && stands_for(*word, option)) return &option;
    }
  }
  return nullptr;
}

/// "--name NAME", for messages.
std::string form_of(const OptionText& text) {
  return "--" + std::string(text.option.word()) + (text.value.empty() ? "" : " ") +
         std::string(text.value);
}

/// A command that takes the option; nothing for a plain word.
std::optional<std::string> taker_of(Option option) {
  for (const CommandText& command : command_table()) {
    if (takes(command.command, option)) return std::string(command.name);
  }
  return std::nullopt;
}

/// hyperfine has options for the number of runs; its users try them here.
void refuse_number_of_runs(const CommandText& command, const std::string& word) {
  if (command.command != Command::race && command.command != Command::gate) return;
  const std::string_view name = bare_name(word);
  const bool asks = word.starts_with("--")
                        ? name == "runs" || name == "min-runs"
                        : !name.empty() && std::strchr("rmM", name[0]) != nullptr;
  if (!asks) return;
  throw InputError("options: there is no " + in_quotes(word) +
                   ": mirador finds the number of runs itself; leave it out, or limit them with "
                   "--max-runs N");
}

[[noreturn]] void refuse_option(const CommandText& command, const std::string& word) {
  refuse_number_of_runs(command, word);
  const std::string_view name = bare_name(word);
  const std::string shown = word.substr(0, word.find('='));  // a value may be a password
  const std::optional<Option> option = find_option(name);
  if (const auto taker = option && word.starts_with("--") ? taker_of(*option) : std::nullopt) {
    throw InputError(std::string(name) + ": " + in_quotes(shown) + " is not an option of " +
                     std::string(command.name) + "; leave it out, or use mirador " + *taker);
  }
  const std::string nearest = nearest_name(name, option_names(command));
  const std::string elsewhere = nearest.empty() ? nearest_name(name, option_names()) : "";
  if (const auto taker = elsewhere.empty() ? std::nullopt : taker_of(*find_option(elsewhere))) {
    throw InputError("options: unknown option " + in_quotes(shown) + "; did you mean --" +
                     elsewhere + "? " + std::string(command.name) + " does not take it, mirador " +
                     *taker + " does");
  }
  const std::string help = "see mirador " + std::string(command.name) + " --help" +
                           (command.words.open_ended ? ", or put commands behind \"--\"" : "");
  throw InputError("options: unknown option " + in_quotes(shown) + "; " +
                   (nearest.empty() ? help : "did you mean --" + nearest + "?"));
}

std::string usage_of(const CommandText& command) {
  return "mirador " + std::string(command.name) + " " + std::string(command.usage);
}

/// Stores the plain words, each under the name of its meaning.
void take_words(const CommandText& command, const std::vector<std::string>& words,
                RawOptions& options) {
  const auto [meanings, needed, open_ended] = command.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i < meanings.size() || open_ended) {
      options.add(meanings[std::min(i, meanings.size() - 1)], words[i]);
    } else if (meanings.empty()) {
      throw InputError("arguments: unexpected " + in_quotes(public_place(words[i])) + "; " +
                       std::string(command.name) +
                       " takes options only, and lists have commas and no spaces, as in 1,0.5");
    } else {
      throw InputError("arguments: unexpected " + in_quotes(public_place(words[i])) + "; write " +
                       usage_of(command));
    }
  }
  if (words.size() < needed) {
    throw InputError(std::string(meanings[words.size()].word()) + ": none given; write " +
                     usage_of(command));
  }
}

/// Refuses unknown options. A negative number is a plain word where the command takes numbers.
std::vector<std::string> plain_words(const CommandText& command,
                                     const std::vector<std::string>& left_over) {
  const bool numbers = std::ranges::any_of(command.words.options, [](Option option) {
    return option == Option::ticket || option == Option::value;
  });
  for (const std::string& word : left_over) {
    const bool plain = !word.starts_with('-') || word == "-" || (numbers && is_number(word));
    if (!plain) refuse_option(command, word);
  }
  return left_over;
}

[[noreturn]] void refuse_command(const std::vector<std::string>& words) {
  std::vector<std::string_view> names;
  for (const CommandText& command : command_table()) names.push_back(command.name);
  if (words.empty()) throw InputError("command: none given; use " + one_of(names) + ", or --help");
  if (words[0].starts_with('-')) {
    throw InputError("command: " + in_quotes(words[0]) +
                     " comes before the command; put the command first, as in mirador status NAME");
  }
  require_available("command", words[0], names);
  throw InputError("command: " + in_quotes(words[0]) +
                   " is not the first word; put the command first");
}

void check_values(const OptionText& text, const std::vector<std::string>& values) {
  const std::string field(text.option.word());
  if (text.value.empty()) {
    if (values.back() == "true") return;
    throw InputError(field + ": " + in_quotes(values.back()) + ": it takes no value; write --" +
                     field + " alone");
  }
  if (values.size() > values_of(text) && !text.repeatable) {
    throw InputError(field + ": given more than once; write " + form_of(text) + " once");
  }
  for (const std::string& value : values) {
    if (!value.starts_with("--")) continue;
    throw InputError(field + ": no value given before " + in_quotes(value) + "; write " +
                     form_of(text));
  }
}

RawOptions options_of(const CLI::App& app, const CommandText& command) {
  RawOptions options;
  for (const OptionText& text : option_table()) {
    if (!command.scopes.has(text.scope)) continue;
    const CLI::Option* option = app.get_option_no_throw("--" + std::string(text.option.word()));
    if (option == nullptr || option->empty()) continue;
    const std::vector<std::string>& values = option->results();
    check_values(text, values);
    if (text.value.empty()) {
      options.set(text.option, values.back());
    } else {
      for (const std::string& value : values) options.add(text.option, value);
    }
  }
  return options;
}

/// CLI11's help; the paragraph about the command replaces its one-line summary.
std::string help_of(const CLI::App& app) {
  std::string text = app.help();
  if (!app.get_subcommands().empty()) {
    text = std::string(command_about(command_of(app).command)) + text.substr(text.find('\n'));
  }
  // CLI11 leaves two lines between groups.
  for (std::size_t gap = 0; (gap = text.find("\n\n\n")) != std::string::npos;) text.erase(gap, 1);
  return text;
}

/// The command line, split at "--": everything after it is a plain word, even with dashes.
struct Typed {
  std::vector<const char*> words;
  std::vector<std::string> plain;
  bool parted = false;
};

/// "help" and "help sim" mean "--help" and "sim --help".
Typed typed(int argc, const char* const* argv) {
  Typed result{{argv, argv + argc}, {}};
  std::vector<const char*>& words = result.words;
  if (words.size() > 1 && std::string_view(words[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  const auto mark = std::ranges::find(words, std::string_view("--"));
  if (mark != words.end()) {
    result.parted = true;
    result.plain.assign(mark + 1, words.end());
    words.erase(mark, words.end());
  }
  return result;
}

/// All other counts were checked above: only the last option can lack a value.
[[noreturn]] void refuse_missing_value(const CLI::App& app, const Typed& line) {
  const OptionText* const option = last_option(command_of(app), line.words);
  if (option == nullptr) throw InputError("arguments: a value is missing at the end; see --help");
  throw InputError(std::string(option->option.word()) + ": no value given; write " +
                   form_of(*option));
}

Invocation invocation_of(CLI::App& app, const Typed& line) {
  try {
    app.parse(static_cast<int>(line.words.size()), line.words.data());
  } catch (const CLI::CallForHelp&) {
    if (app.get_subcommands().empty() && line.words.size() > 1 && *line.words[1] != '-') {
      refuse_command({line.words[1]});
    }
    return {Command::show, {}, help_of(app)};
  } catch (const CLI::CallForVersion&) {
    return {Command::show, {}, std::string(version) + "\n"};
  } catch (const CLI::ArgumentMismatch&) {
    refuse_missing_value(app, line);
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string("arguments: ") + error.what() + "; see --help");
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty() || !app.remaining().empty()) refuse_command(app.remaining());
  const CommandText& command = command_of(app);
  if (line.parted && command.words.options.empty()) {
    throw InputError("arguments: \"--\" ends the options, but all words here are options; " +
                     std::string("leave it out"));
  }
  RawOptions options = options_of(*chosen[0], command);
  std::vector<std::string> words = plain_words(command, chosen[0]->remaining());
  words.insert(words.end(), line.plain.begin(), line.plain.end());
  take_words(command, words, options);
  return {command.command, std::move(options), {}};
}

}  // namespace

Invocation parse_command_line(int argc, const char* const* argv) {
  CLI::App app(std::string(program_about()), "mirador");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", version, "print the version");
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.footer(std::string(program_examples()));
  for (const CommandText& command : command_table()) add_command(app, command);
  Invocation invocation = invocation_of(app, typed(argc, argv));
  invocation.options.line.assign(argv, argv + argc);
  return invocation;
}

}  // namespace mirador::cli
