#include "command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

constexpr std::array<std::string_view, 2> commands = {"bound", "sim"};

constexpr const char* about =
    "Find out which of K noisy options is the right answer, with an error\n"
    "probability of at most delta and as few measurements as possible.\n";

constexpr const char* after_help =
    "mirador COMMAND --help explains a command. Example:\n"
    "  mirador sim --means 1,0.85,0.8,0.75 --rules lma,bc,unif";

constexpr const char* bound_about =
    "How many measurements any method needs at least: the characteristic time T*,\n"
    "the optimal proportions w*, and the lower bound T* kl(delta,1-delta).\n";

constexpr const char* bound_examples =
    "Examples:\n"
    "  mirador bound --means 1,0.85,0.8,0.75\n"
    "  mirador bound --problem thresholding --level 0.5 --means 0.2,0.4,0.9\n"
    "  mirador bound --spec problem.toml --format json\n"
    "where problem.toml holds\n"
    "  problem = \"top-m\"\n"
    "  top = 2\n"
    "  means = [1, 0.9, 0.5, 0.2]";

constexpr const char* sets_example =
    "\n\nA sets file, for --problem polyhedral: an answer is the set of means with\n"
    "rows * means > bounds.\n"
    "  [[set]]\n"
    "  name = \"first\"\n"
    "  rows = [[1, -1, 0], [1, 0, -1]]\n"
    "  bounds = [0, 0]";

constexpr const char* sim_about =
    "Race sampling rules on simulated measurements: how many each needs until it\n"
    "stops, how often it is wrong, and how far it is from the lower bound.\n";

constexpr const char* sim_examples =
    "Rules:\n"
    "  lma       lazy mirror ascent; lma:L=0.01 fixes its scale, lma:M=5 clips\n"
    "  lmac      the same with a constant rate; lmac:eta=10\n"
    "  bc, fw    best challenger (one Frank-Wolfe step)\n"
    "  dt        direct tracking of the optimal proportions\n"
    "  ttts      top-two Thompson sampling (best-arm only)\n"
    "  unif, rr  an arm at random; round robin\n"
    "\n"
    "Ctrl-C prints what is finished. Examples:\n"
    "  mirador sim --means 1,0.85,0.8,0.75\n"
    "  mirador sim --means 0.5,0.3,0.1 --rules lma,lma:L=0.01,bc --runs 200\n"
    "  mirador sim --problem top-m --top 2 --means 1,0.9,0.5,0.2 --format json";

void add_option(CLI::App& command, const OptionText& option) {
  const std::string name = "--" + std::string(option.name);
  const std::string help(option.help);
  CLI::Option* added = option.value.empty()
                           ? command.add_flag(name, help)
                           : command.add_option(name, help)->type_name(std::string(option.value));
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  added->group(option.scope == Scope::later     ? ""
               : option.scope == Scope::problem ? "The problem"
                                                : "Options");
}

CLI::App* add_command(CLI::App& app, std::string_view name, const char* summary, Command kind) {
  CLI::App* command = app.add_subcommand(std::string(name), summary);
  for (const OptionText& option : option_table()) {
    if (option.scope != Scope::sim || kind == Command::sim) add_option(*command, option);
  }
  command->set_help_flag("-h,--help", "this text")->group("Options");
  command->allow_extras();
  return command;
}

/// The part of "--name=value" that is the name, without dashes.
std::string_view bare_name(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return word.substr(0, word.find('='));
}

[[noreturn]] void refuse_word(std::string_view command, const std::string& word) {
  if (!word.starts_with('-')) {
    throw InputError("arguments: unexpected " + in_quotes(word) + "; " + std::string(command) +
                     " takes options only, and lists have commas and no spaces, as in 1,0.5");
  }
  const std::string_view name = bare_name(word);
  if (find_option(name)) {
    throw InputError(std::string(name) + ": " + in_quotes(word) + " is not an option of " +
                     std::string(command) + "; leave it out" +
                     (word.starts_with("--") ? ", or use mirador sim" : ", or write two dashes"));
  }
  const std::string nearest = nearest_name(name, option_names());
  throw InputError("options: unknown option " + in_quotes(word) + "; " +
                   (nearest.empty() ? "see mirador " + std::string(command) + " --help"
                                    : "did you mean --" + nearest + "?"));
}

[[noreturn]] void refuse_command(const std::vector<std::string>& words) {
  if (words.empty()) throw InputError("command: none given; use bound or sim, or see --help");
  if (words[0].starts_with('-')) {
    throw InputError("command: " + in_quotes(words[0]) +
                     " stands before the command; begin with mirador bound or mirador sim");
  }
  throw InputError(unknown_name("command", words[0], commands));
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

Request request_of(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return {Command::show, {}, app.help()};
  } catch (const CLI::CallForVersion&) {
    return {Command::show, {}, "mirador " MIRADOR_VERSION "\n"};
  } catch (const CLI::ArgumentMismatch&) {
    // With all the counts above, only an option at the very end can lack its value.
    const std::string name(bare_name(argv[argc - 1]));
    throw InputError(name + ": no value given; write a value after --" + name);
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string("arguments: ") + error.what() + "; see --help");
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty() || !app.remaining().empty()) refuse_command(app.remaining());
  RawOptions options = options_of(*chosen[0]);
  const std::vector<std::string> extras = chosen[0]->remaining();
  if (!extras.empty()) refuse_word(chosen[0]->get_name(), extras[0]);
  return {chosen[0]->get_name() == "sim" ? Command::sim : Command::bound, std::move(options), {}};
}

}  // namespace

Request parse_command_line(int argc, const char* const* argv) {
  CLI::App app(about, "mirador");
  app.get_formatter()->column_width(25);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("OPTIONS", "options");
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", "mirador " MIRADOR_VERSION, "the version");
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.footer(after_help);
  CLI::App* bound = add_command(app, "bound", "the fewest measurements possible", Command::bound);
  CLI::App* sim = add_command(app, "sim", "race sampling rules in simulation", Command::sim);
  for (CLI::App* command : {bound, sim}) command->group("Commands");
  bound->footer(std::string(bound_examples) + sets_example);
  sim->footer(sim_examples);
  Request request = request_of(app, argc, argv);
  if (request.command == Command::show && !app.get_subcommands().empty()) {
    // In the list of commands a command has one line; in its own help it has a paragraph.
    const std::string_view name = app.get_subcommands()[0]->get_name();
    request.text = std::string(name == "sim" ? sim_about : bound_about) +
                   request.text.substr(request.text.find('\n'));
  }
  const std::size_t gap = request.text.find("\n\n\n");  // CLI11 leaves two between groups
  if (gap != std::string::npos) request.text.erase(gap, 1);
  return request;
}

}  // namespace mirador::cli
