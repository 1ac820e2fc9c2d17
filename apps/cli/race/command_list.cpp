#include "race/command_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/core/utf8.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "text/table.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr std::size_t most_commands = 1000;

/// The values of a parameter {name}.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
};

/// One value per parameter.
using Setting = std::vector<std::pair<std::string, std::string>>;

std::string placeholder(const std::string& name) { return "{" + name + "}"; }

/// The items between the commas; \\, is a comma and \\\\ a backslash.
std::vector<std::string> unescaped_items(std::string_view list) {
  std::vector<std::string> items(1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool escape =
        list[i] == '\\' && i + 1 < list.size() && (list[i + 1] == ',' || list[i + 1] == '\\');
    if (escape) {
      items.back() += list[++i];
    } else if (list[i] == ',') {
      items.emplace_back();
    } else {
      items.back() += list[i];
    }
  }
  return items;
}

/// The number of decimals of a number as typed: 2.5e-3 has 4.
std::size_t decimals_of(const std::string& number) {
  const std::size_t point = number.find('.'),
                    e = std::min(number.find_first_of("eE"), number.size());
  const std::size_t digits = point >= e ? 0 : e - point - 1;
  const double power = e == number.size() ? 0.0 : parse_real("exponent", number.substr(e + 1));
  const double decimals = static_cast<double>(digits) - std::clamp(power, -30.0, 30.0);
  return static_cast<std::size_t>(std::max(0.0, decimals));
}

/// The numbers MIN, MIN + STEP, ... up to MAX, with as many decimals as they were typed with.
std::vector<std::string> scanned(const std::string& from, const std::string& to,
                                 const std::string* step) {
  const std::string field = "parameter-scan";
  const double low = parse_real(field, from), high = parse_real(field, to);
  const double by = step == nullptr ? 1.0 : parse_real("parameter-step-size", *step);
  if (step == nullptr && decimals_of(from) + decimals_of(to) > 0) {
    throw InputError(field + ": " + in_quotes(from + " " + to) +
                     " are not whole numbers; give the step with -D, as in -D 0.1");
  }
  if (!(by > 0.0)) {
    throw InputError("parameter-step-size: " + in_quotes(*step) +
                     " is not a step; give a number above 0");
  }
  if (low > high) {
    throw InputError(field + ": " + in_quotes(from) + " is above " + in_quotes(to) +
                     "; give the smaller one first");
  }
  const double steps = std::floor((high - low) / by * (1.0 + 1e-12) + 1e-9);
  if (!(steps < static_cast<double>(most_commands))) {
    throw InputError(fmt::format("{}: {:.6g} values from {} to {}; give a larger step with -D",
                                 field, steps + 1.0, from, to));
  }
  const std::size_t decimals =
      std::max(decimals_of(from), step == nullptr ? std::size_t{0} : decimals_of(*step));
  std::vector<std::string> values;
  for (double i = 0.0; i <= steps; ++i) {
    values.push_back(fmt::format("{:.{}f}", low + i * by, decimals));
  }
  return values;
}

std::vector<Parameter> read_parameters(const RawOptions& options) {
  std::vector<Parameter> parameters;
  const std::vector<std::string>& lists = options.all(Option::parameter_list);
  for (std::size_t i = 0; i + 1 < lists.size(); i += 2) {
    parameters.push_back({lists[i], unescaped_items(lists[i + 1])});
  }
  const std::vector<std::string>& scans = options.all(Option::parameter_scan);
  const std::string* const step = options.get(Option::parameter_step);
  if (step != nullptr && scans.empty()) {
    throw InputError("parameter-step-size: there is no --parameter-scan; leave it out");
  }
  for (std::size_t i = 0; i + 2 < scans.size(); i += 3) {
    parameters.push_back({scans[i], scanned(scans[i + 1], scans[i + 2], step)});
  }
  return parameters;
}

/// All combinations; the values of the first parameter vary fastest.
std::vector<Setting> combinations(const std::vector<Parameter>& parameters) {
  std::vector<Setting> settings(1);
  for (const Parameter& parameter : parameters) {
    const std::size_t count = settings.size() * parameter.values.size();
    if (count > most_commands) {
      throw InputError(fmt::format("parameter-list: {} combinations; a race takes at most {}",
                                   count, most_commands));
    }
    std::vector<Setting> longer;
    for (const std::string& value : parameter.values) {
      for (Setting setting : settings) {
        setting.emplace_back(parameter.name, value);
        longer.push_back(std::move(setting));
      }
    }
    settings = std::move(longer);
  }
  return settings;
}

/// Replaces placeholders in one pass from left to right: a placeholder inside a value is plain
/// text.
std::string filled_in(std::string_view text, const Setting& setting) {
  std::string filled;
  while (!text.empty()) {
    const auto here = std::ranges::find_if(
        setting, [&](const auto& part) { return text.starts_with(placeholder(part.first)); });
    const bool found = here != setting.end();
    filled += found ? here->second : std::string(1, text.front());
    text.remove_prefix(found ? placeholder(here->first).size() : 1);
  }
  return filled;
}

/// A command as typed, with its placeholders.
struct Template {
  std::string line, prepare, conclude, setup, cleanup;
  std::string name = {};  ///< empty: the command line is the name
};

/// What runs beside the command: given once for all commands, or once for each.
std::string beside(const RawOptions& options, Option option, std::size_t place,
                   std::size_t commands) {
  const std::vector<std::string>& lines = options.all(option);
  if (lines.size() > 1 && lines.size() != commands) {
    throw InputError(
        fmt::format("{}: given {} times for {} commands; give it once, or once for each",
                    option.word(), lines.size(), commands));
  }
  return lines.empty() ? "" : lines[std::min(place, lines.size() - 1)];
}

/// The commands as typed; one that is not typed, the reference, is in front of them.
std::vector<Template> read_templates(const RawOptions& options, const std::string* reference) {
  std::vector<std::string> lines = options.all(Option::command);
  const std::vector<std::string>& names = options.all(Option::name);
  if (names.size() > lines.size()) {
    throw InputError(fmt::format("name: {} names for {} commands; give at most one for each",
                                 names.size(), lines.size()));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (showable(lines[i]).empty()) {
      throw InputError(fmt::format("command: number {} is empty; give what to run", i + 1));
    }
  }
  if (reference != nullptr) lines.insert(lines.begin(), *reference);
  std::vector<Template> templates;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    templates.push_back({lines[i], beside(options, Option::prepare, i, lines.size()),
                         beside(options, Option::conclude, i, lines.size()),
                         beside(options, Option::setup, i, lines.size()),
                         beside(options, Option::cleanup, i, lines.size())});
    const std::size_t typed = reference == nullptr ? i : i - 1;  // wraps around: has no name
    if (typed < names.size()) templates.back().name = names[typed];
  }
  return templates;
}

/// A parameter that no command uses is a typing error.
void require_use(const std::vector<Parameter>& parameters, const std::vector<Template>& templates) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& name = parameters[i].name;
    const bool used = std::ranges::any_of(templates, [&](const Template& t) {
      const std::string all = t.line + t.prepare + t.conclude + t.setup + t.cleanup;
      return all.find(placeholder(name)) != std::string::npos;
    });
    if (!used) {
      throw InputError("parameter-list: no command mentions " + in_quotes(placeholder(name)) +
                       "; write it where the values go");
    }
    const bool twice =
        std::any_of(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Parameter& other) { return other.name == name; });
    if (twice) {
      throw InputError("parameter-list: " + in_quotes(name) + " is given twice; give it once");
    }
  }
}

/// The name for a setting of the command. A given name that does not mention the parameters gets
/// their values added.
std::string name_for(const Template& from, const Setting& setting) {
  if (from.name.empty()) return showable(filled_in(from.line, setting));
  std::string name = filled_in(from.name, setting);
  for (const auto& [parameter, value] : setting) {
    const bool mentioned = from.name.find(placeholder(parameter)) != std::string::npos;
    const bool matters = from.line.find(placeholder(parameter)) != std::string::npos;
    if (!mentioned && matters) name += fmt::format(" {}={}", parameter, value);
  }
  return showable(name);
}

race::Command command_from(const Template& from, const Setting& setting) {
  return {.line = filled_in(from.line, setting),
          .name = name_for(from, setting),
          .parameters = setting,
          .prepare = filled_in(from.prepare, setting),
          .conclude = filled_in(from.conclude, setting),
          .setup = filled_in(from.setup, setting),
          .cleanup = filled_in(from.cleanup, setting)};
}

/// Null if there is none.
const std::string* read_reference(const RawOptions& options) {
  const auto* const reference = options.get(Option::reference);
  if (reference == nullptr && options.has(Option::reference_name)) {
    throw InputError("reference-name: there is no --reference; give one, or leave the name out");
  }
  if (reference != nullptr && showable(*reference).empty()) {
    throw InputError("reference: the command is empty; give what to run");
  }
  return reference;
}

/// Is the command one of those typed, with the values of the parameters?
bool is_typed(const RawOptions& options, const std::vector<Setting>& settings,
              const std::string& command) {
  return std::ranges::any_of(settings, [&](const Setting& setting) {
    return std::ranges::any_of(options.all(Option::command), [&](const std::string& line) {
      return filled_in(line, setting) == command;
    });
  });
}

/// Makes equal names different: "x", "x (2)", "x (3)".
void tell_apart(std::vector<race::Command>& commands) {
  std::set<std::string> taken;
  for (race::Command& command : commands) {
    std::string name = command.name;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{} ({})", command.name, i);
    command.name = name;
  }
}

/// Names must be printable, and differ as printed.
void refuse_bad_names(const std::vector<std::string>& names) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  for (const std::string& name : names) {
    if (showable(name).empty()) {
      throw InputError("name: " + in_quotes(name) + " is empty; give a name for the command");
    }
    if (blanks.find(name.front()) != blanks.npos || blanks.find(name.back()) != blanks.npos) {
      throw InputError("name: " + in_quotes(name) +
                       " begins or ends with a space; leave the space out");
    }
  }
  for (const std::string& name : names) {
    const std::string shown = showable(name);
    if (std::ranges::count(names, shown, showable) > 1) {
      throw InputError("name: " + in_quotes(shown) + " is given twice; give every command its own");
    }
  }
}

}  // namespace

std::string showable(std::string_view command) {
  std::string text;
  while (!command.empty()) {
    const std::optional<Character> character = valid_character(command);
    const std::string_view front = command.substr(0, character ? character->length : 1);
    const bool good = is_printable(front);
    text += good ? front : front.size() == 1 && character ? " " : "?";
    command.remove_prefix(good ? front.size() : 1);
  }
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
  constexpr std::size_t longest = longest_arm_name - 10;  // leaves room for a number after it
  for (std::size_t most = longest; text.size() > longest; most -= 5) text = shortened(text, most);
  return text;
}

Contestants read_commands(const RawOptions& options) {
  const std::vector<Parameter> parameters = read_parameters(options);
  const std::vector<Setting> settings = combinations(parameters);
  const std::string* const reference = read_reference(options);
  const bool apart = reference != nullptr && !is_typed(options, settings, *reference);
  const std::vector<Template> templates = read_templates(options, apart ? reference : nullptr);
  require_use(parameters, templates);
  std::vector<std::string> names = options.all(Option::name);
  if (const auto* const name = options.get(Option::reference_name)) names.push_back(*name);
  refuse_bad_names(names);
  Contestants all;
  if (apart) all.commands.push_back(command_from(templates.front(), {}));
  for (const Setting& setting : settings) {
    for (std::size_t i = apart ? 1 : 0; i < templates.size(); ++i) {
      all.commands.push_back(command_from(templates[i], setting));
    }
  }
  if (reference != nullptr) {
    const auto place = std::ranges::find(all.commands, *reference, &race::Command::line);
    all.reference = static_cast<std::size_t>(place - all.commands.begin());
    if (const auto* const name = options.get(Option::reference_name)) place->name = *name;
  }
  tell_apart(all.commands);
  return all;
}

}  // namespace mirador::cli
