#include "arguments/spec_toml.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "arguments/command_table.hpp"
#include "arguments/guarded_toml.hpp"
#include "arguments/toml_text.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// A file that is read for a field; reports errors with their place.
struct Source {
  std::string_view field;
  std::filesystem::path path;

  [[noreturn]] void refuse(toml::source_position at, const std::string& why) const {
    throw InputError(std::string(field) + ": " + path.string() + ":" + std::to_string(at.line) +
                     ": " + why);
  }
  [[noreturn]] void refuse(const toml::node& node, const std::string& why) const {
    refuse(node.source().begin, why);
  }
};

/// The error message of toml++, without the name of its own setting.
std::string in_words(std::string_view description) {
  return std::string(description.substr(0, description.find(" (TOML_"))) + "; check the TOML";
}

bool breaks_assertion(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {
  } catch (const BrokenAssertion&) {
    return true;
  }
  return false;
}

/// The parser does not report the place: it is the first line whose inclusion breaks an assertion.
toml::source_index line_of_broken_assertion(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ends.push_back(i + 1);
  }
  const auto line = std::ranges::partition_point(
      ends, [&](std::size_t end) { return !breaks_assertion(text.substr(0, end)); });
  return static_cast<toml::source_index>(line - ends.begin() + 1);
}

toml::table parse_file(const Source& source) {
  const std::string text = read_toml_text(source.field, source.path);
  try {
    return toml::parse(text, source.path.string());
  } catch (const toml::parse_error& error) {
    source.refuse(error.source().begin, in_words(error.description()));
  } catch (const BrokenAssertion&) {
    source.refuse({line_of_broken_assertion(text), 1},
                  "a key or a value is missing or malformed; check the TOML");
  }
}

std::vector<double> reals_in(const Source& source, const toml::node& node, const char* what) {
  const toml::array* array = node.as_array();
  if (array == nullptr) source.refuse(node, std::string(what) + " must be an array of numbers");
  std::vector<double> values;
  for (const toml::node& item : *array) {
    if (!item.is_number()) {
      source.refuse(item, std::string(what) + " must contain only numbers, as in [1, -0.5]");
    }
    // An integer without an equal double has no value as a double.
    const std::optional<double> value = item.value<double>();
    if (!value) {
      source.refuse(item,
                    std::string(what) + ": " + std::to_string(item.as_integer()->get()) +
                        " has more digits than a double can hold; write it with a decimal point");
    }
    values.push_back(*value);
  }
  return values;
}

const toml::node& required(const Source& source, const toml::table& set, const char* key) {
  if (const toml::node* node = set.get(key)) return *node;
  source.refuse(set, std::string("a [[set]] without ") + key + "; it needs name, rows and bounds");
}

std::string name_in(const Source& source, const toml::node& node) {
  if (!node.is_string()) source.refuse(node, "name must be a text in quotes");
  std::string name = *node.value<std::string>();
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (name.empty() || std::ranges::any_of(name, is_control)) {
    source.refuse(node, "name " + in_quotes(name) +
                            " is empty or contains control characters; write a name on one line");
  }
  return name;
}

SetTable read_set(const Source& source, const toml::table& table) {
  static constexpr std::array<std::string_view, 3> keys = {"name", "rows", "bounds"};
  for (const auto& [key, node] : table) {
    if (std::ranges::find(keys, key.str()) == keys.end()) {
      source.refuse(node, unknown_name("set", key.str(), keys));
    }
  }
  SetTable set;
  set.file = source.path.string();
  set.name = name_in(source, required(source, table, "name"));
  const toml::node& rows = required(source, table, "rows");
  const toml::array* array = rows.as_array();
  if (array == nullptr) source.refuse(rows, "rows must be an array of rows, as in [[1, -1]]");
  for (const toml::node& row : *array) set.rows.push_back(reals_in(source, row, "a row"));
  set.bounds = reals_in(source, required(source, table, "bounds"), "bounds");
  if (set.rows.size() != set.bounds.size()) {
    source.refuse(table, "set " + in_quotes(set.name) + " has " + std::to_string(set.rows.size()) +
                             " row(s) and " + std::to_string(set.bounds.size()) +
                             " bound(s); give one bound per row");
  }
  return set;
}

std::vector<SetTable> read_sets(const Source& source, const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr) source.refuse(node, "write the sets as [[set]], in double brackets");
  if (array->empty()) source.refuse(node, "the list of sets is empty; give at least two [[set]]");
  std::vector<SetTable> sets;
  std::set<std::string> names;
  for (const toml::node& item : *array) {
    const toml::table* table = item.as_table();
    if (table == nullptr) source.refuse(item, "write the sets as [[set]] tables");
    sets.push_back(read_set(source, *table));
    if (!names.insert(sets.back().name).second) {
      source.refuse(*table, "two sets are named " + in_quotes(sets.back().name) + "; rename one");
    }
  }
  return sets;
}

/// A TOML value as it would be typed on the command line; nothing if it cannot be typed.
std::optional<std::string> typed_form(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* real = node.as_floating_point()) return exact(real->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

std::string typed_list(const Source& source, std::string_view key, const toml::node& node) {
  const toml::array* array = node.as_array();
  std::string list;
  if (array == nullptr) {
    if (const auto value = typed_form(node)) return *value;
    source.refuse(node, std::string(key) + " must be a number, a text or an array of them");
  }
  for (const toml::node& item : *array) {
    const auto value = typed_form(item);
    if (!value) source.refuse(item, std::string(key) + " must contain only numbers or texts");
    if (value->find(',') != std::string::npos) {
      source.refuse(item,
                    std::string(key) + ": " + in_quotes(*value) +
                        " contains a comma, which separates the items of a list; leave it out");
    }
    list.append(list.empty() ? "" : ",").append(*value);
  }
  return list;
}

/// Whether the option describes a problem, an experiment or a simulation.
bool belongs_in_spec(Option option) {
  return option != Option::spec && option != Option::store &&
         (takes(Command::bound, option) || takes(Command::sim, option) ||
          takes(Command::create, option));
}

void read_option(const Source& source, std::string_view key, const toml::node& node,
                 RawOptions& options) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '_', '-');
  const std::optional<Option> option = find_option(name);
  if (!option || !belongs_in_spec(*option)) {
    const std::string nearest = option ? "" : nearest_name(name, option_names());
    source.refuse(node, "unknown key " + in_quotes(key) + "; " +
                            (nearest.empty() ? "keys are the names of the options, see --help"
                                             : "did you mean " + nearest + "?"));
  }
  if (options.has(*option)) {
    source.refuse(node, in_quotes(key) + " is given twice, with - and with _; keep one");
  }
  const std::string origin = source.path.string() + ":" + std::to_string(node.source().begin.line);
  if (text_of(*option).value.empty()) {
    if (!node.is_boolean()) source.refuse(node, std::string(key) + " must be true or false");
    if (*node.value<bool>()) options.set(*option, "true", origin);
    return;
  }
  options.set(*option, typed_list(source, key, node), origin);
}

}  // namespace

RawOptions read_spec_file(const std::filesystem::path& path) {
  const Source source{"spec", path};
  RawOptions options;
  const toml::table table = parse_file(source);
  for (const auto& [key, node] : table) {
    if (key.str() == "set") {
      options.set_tables = read_sets({"sets", path}, node);
    } else {
      read_option(source, key.str(), node, options);
    }
  }
  if (options.has(Option::sets)) {
    if (!options.set_tables.empty()) {
      source.refuse(*table.get("sets"),
                    "there are both a sets key and [[set]] tables; keep one of them");
    }
    options.set(Option::sets, (path.parent_path() / *options.get(Option::sets)).string());
  }
  return options;
}

std::vector<SetTable> read_sets_file(const std::filesystem::path& path) {
  const Source source{"sets", path};
  const toml::table table = parse_file(source);
  for (const auto& [key, node] : table) {
    if (key.str() != "set") {
      source.refuse(node,
                    "unknown key " + in_quotes(key.str()) + "; a sets file holds [[set]] only");
    }
  }
  const toml::node* sets = table.get("set");
  if (sets == nullptr) {
    source.refuse(toml::source_position{1, 1}, "no [[set]] in it; give at least two");
  }
  return read_sets(source, *sets);
}

}  // namespace mirador::cli
