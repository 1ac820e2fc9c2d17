#include "arguments/problem_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "arguments/spec_toml.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/scale.hpp"
#include "mirador/spec/description.hpp"
#include "terminal/input.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// How a family or a question is chosen.
struct Chooser {
  Option option;
  std::string_view usual;  ///< the default
  std::size_t arms = 0;
  bool live = false;  ///< for an experiment: fields that only simulations use are left out
};

bool is_given(const RawOptions& options, Option option) {
  return options.has(option) || (option == Option::sets && !options.set_tables.empty());
}

/// The choices that have the field, of those that are wanted.
std::vector<std::string_view> users_of(std::string_view option, const std::vector<SpecText>& specs,
                                       auto&& wanted) {
  std::vector<std::string_view> names;
  for (const SpecText& spec : specs) {
    if (std::ranges::any_of(spec.fields, [&](const FieldText& field) {
          return field.option == option && wanted(field);
        })) {
      names.push_back(spec.name);
    }
  }
  return names;
}

Polyhedron flattened(const SetTable& set, std::size_t arms) {
  Polyhedron polyhedron{set.name, {}, set.bounds};
  for (std::size_t k = 0; k < set.rows.size(); ++k) {
    if (set.rows[k].size() != arms) {
      throw InputError("sets: set " + in_quotes(set.name) + ": row " + std::to_string(k + 1) +
                       " has " + std::to_string(set.rows[k].size()) + " number(s); give " +
                       std::to_string(arms) + ", one for every arm");
    }
    polyhedron.rows.insert(polyhedron.rows.end(), set.rows[k].begin(), set.rows[k].end());
  }
  return polyhedron;
}

std::vector<Polyhedron> read_sets(const RawOptions& options, std::size_t arms) {
  const std::vector<SetTable> tables =
      options.set_tables.empty() ? read_sets_file(*options.get(Option::sets)) : options.set_tables;
  std::vector<Polyhedron> sets;
  for (const SetTable& table : tables) sets.push_back(flattened(table, arms));
  return sets;
}

/// A difference that does not matter: of --margin or --good-enough.
double read_margin(const RawOptions& options, Option option) {
  const std::string field(option.word());
  const std::string& typed = *options.get(option);
  const auto [margin, percentage] = parse_margin(field, typed);
  if (percentage && options.value_or(Option::scale, "") != to_string(Scale::log)) {
    throw InputError(field + ": " + in_quotes(typed) +
                     " is a percentage, which only an experiment on the log scale (new --scale "
                     "log) can use; give a difference such as 0.5");
  }
  if (margin > 0.0) return margin;
  throw InputError(field + ": " + in_quotes(typed) +
                   " is not a difference that could matter; give a number above 0, or leave it "
                   "out");
}

/// Reads a family or a question from the options: its name, and its fields by their description.
template <class Choice>
class Reader {
 public:
  Reader(const RawOptions& options, Chooser chooser) : options_(options), chooser_(chooser) {}

  Choice read(std::span<const std::string_view> names) {
    name_ = options_.value_or(chooser_.option, chooser_.usual);
    require_available(chooser_.option.word(), name_, names);
    refuse_unfit();
    Choice choice = *Choices<Choice>::make(name_);
    std::visit([&](auto& spec) { for_each_value(spec, *this); }, choice);
    return choice;
  }

  template <class Field, class Value>
  void operator()(const Field& field, Value& value) const {
    const Option option(field.option());
    if (is_given(options_, option)) {
      take(field, option, value);
    } else if (field.needed == Needed::always || (chooser_.live && field.needed == Needed::live)) {
      refuse_missing(field);
    }
  }

 private:
  bool used(const FieldText& field) const { return !(chooser_.live && field.simulated); }

  /// Refuses options that the chosen family or question does not use.
  void refuse_unfit() const {
    for (const SpecText& spec : specs_) {
      for (const FieldText& field : spec.fields) {
        if (!is_given(options_, Option(field.option))) continue;
        const auto names =
            users_of(field.option, specs_, [&](const FieldText& f) { return used(f); });
        if (std::ranges::count(names, name_) > 0) continue;
        throw InputError(std::string(field.option) + ": " + std::string(name_) +
                         " does not use it; leave it out, or use --" +
                         std::string(chooser_.option.word()) + " " + one_of(names));
      }
    }
  }

  template <class Field>
  [[noreturn]] void refuse_missing(const Field& field) const {
    const std::string word(field.option());
    throw InputError(word + ": " + std::string(name_) + " needs it; give --" + word + " " +
                     std::string(field.value) +
                     (field.needed == Needed::live
                          ? ", or use --" + std::string(chooser_.option.word()) + " " +
                                std::string(chooser_.usual)
                          : ""));
  }

  /// Refuses a list where one number is needed; names the choice that takes a list.
  void refuse_list(std::string_view word, std::string_view typed) const {
    if (typed.find(',') == std::string_view::npos) return;
    const auto lists =
        users_of(word, specs_, [](const FieldText& f) { return f.kind == FieldKind::reals; });
    if (lists.empty()) return;
    throw InputError(std::string(word) + ": " + in_quotes(typed) + " is a list, and " +
                     std::string(name_) + " takes one number; give one, or use --" +
                     std::string(chooser_.option.word()) + " " + one_of(lists));
  }

  template <class Field>
  void take(const Field& field, Option option, double& value) const {
    const std::string& typed = *options_.get(option);
    refuse_list(option.word(), typed);
    value = field.range == Range::difference ? read_margin(options_, option)
                                             : parse_real(option.word(), typed);
  }
  template <class Field>
  void take(const Field&, Option option, std::vector<double>& value) const {
    value = parse_reals(option.word(), *options_.get(option));
  }
  template <class Field>
  void take(const Field&, Option option, std::size_t& value) const {
    const WholeRange places = {1, std::max<std::size_t>(chooser_.arms, 2) - 1};
    value = parse_whole(option.word(), *options_.get(option), places);
  }
  template <class Field>
  void take(const Field&, Option, std::vector<Polyhedron>& value) const {
    value = read_sets(options_, chooser_.arms);
  }
  template <class Field>
  void take(const Field&, Option option, std::string& value) const {
    value = *options_.get(option);
  }
  /// A flag chooses the second of two values, a word the value of its name.
  template <class Field, class Choice2>
  requires std::is_enum_v<Choice2>
  void take(const Field& field, Option option, Choice2& value) const {
    value = field.flag.empty() ? parse_choice<Choice2>(option.word(), *options_.get(option))
                               : static_cast<Choice2>(1);
  }

  const RawOptions& options_;
  Chooser chooser_;
  std::vector<SpecText> specs_ = texts_of<Choice>();
  std::string_view name_;
};

/// Whether the text is a number of items and not a file.
bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The lines of a file of items; empty lines do not count.
std::vector<std::string> read_item_names(const std::string& file) {
  std::istringstream lines(read_file("items", file, {"a file with one item per line", 1u << 28}));
  std::vector<std::string> names;
  std::map<std::string, std::size_t> line_of;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const auto [first, is_new] = line_of.try_emplace(line, number);
    if (!is_new) {
      throw InputError(
          fmt::format("items: {}:{}: {} is given in line {} already and would count twice; give "
                      "every item once",
                      file, number, in_quotes(line), first->second));
    }
    names.push_back(line);
  }
  return names;
}

void read_items(const RawOptions& options, RoundsSpec& rounds) {
  const std::string& typed = *options.get(Option::items);
  if (is_number(typed)) {
    rounds.items = parse_whole("items", typed, {2, most_items});
  } else {
    rounds.item_names = read_item_names(typed);
    rounds.items = rounds.item_names.size();
  }
}

void refuse_without_rounds(const RawOptions& options) {
  for (const Option option : {Option::compare, Option::items, Option::round_size}) {
    if (!options.has(option)) continue;
    throw InputError(std::string(option.word()) +
                     ": only a comparison in rounds uses it; give --rounds too, or leave it out");
  }
}

}  // namespace

std::optional<RoundsSpec> read_rounds(const RawOptions& options) {
  if (!options.has(Option::rounds)) {
    refuse_without_rounds(options);
    return std::nullopt;
  }
  RoundsSpec rounds = read_table_law(options);
  if (options.has(Option::items)) read_items(options, rounds);
  if (const auto* size = options.get(Option::round_size)) {
    rounds.round_size = parse_whole("round-size", *size, {2, 1u << 24});
  }
  return rounds;
}

RoundsSpec read_table_law(const RawOptions& options) {
  RoundsSpec rounds;
  rounds.law =
      Reader<LawSpec>(options, {Option::family, SymmetricSpec::name, 0, true}).read(law_names());
  return rounds;
}

RawOptions with_spec_file(RawOptions options) {
  if (options.has(Option::spec)) options.complete_from(read_spec_file(*options.get(Option::spec)));
  return options;
}

QuestionSpec read_question(const RawOptions& options, std::size_t arms) {
  return Reader<QuestionSpec>(options, {Option::problem, BestArmSpec::name, arms})
      .read(question_names());
}

FamilySpec read_family(const RawOptions& options) {
  return Reader<FamilySpec>(options, {Option::family, GaussianSpec::name}).read(family_names());
}

FamilySpec read_live_family(const RawOptions& options) {
  return Reader<FamilySpec>(options, {Option::family, NormalSpec::name, 0, true})
      .read(family_names());
}

StoppingSpec read_stopping(const RawOptions& options) {
  const std::string_view name = options.value_or(Option::stopping, stopping_names().front());
  require_available("stopping", name, stopping_names());
  return parse_stopping(name);
}

std::vector<double> read_means(const RawOptions& options) {
  if (!options.has(Option::means)) {
    throw InputError("means: none given; give the mean of every arm, as in --means 1,0.85,0.8");
  }
  return parse_reals("means", *options.get(Option::means));
}

ProblemSpec read_problem(const RawOptions& options) {
  ProblemSpec spec;
  spec.family = read_family(options);
  spec.means = read_means(options);
  spec.question = read_question(options, spec.means.size());
  validate(spec);
  return spec;
}

}  // namespace mirador::cli
