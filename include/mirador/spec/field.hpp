#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "mirador/problem/terms.hpp"

namespace mirador {

/// How a spec describes itself. Everything that can be chosen (a family, a question, a sampling
/// rule, a stopping rule) is a struct with
///   - static constexpr std::string_view name, help: its name, and one line about it
///   - static constexpr auto fields(): a tuple of Field, the values that can be set
/// and the structs of one kind are the alternatives of a variant. JSON, TOML files, options, help
/// texts, fingerprints of checkpoints and the Python package all read this description.

/// The values allowed for a field beyond its type.
enum class Range {
  finite,      ///< any finite number
  positive,    ///< above 0
  difference,  ///< above 0, or 0 for none; on the log scale a share such as 2 %
  place,       ///< an integer from 1 to the number of arms minus 1
};

/// When a field is required.
enum class Needed {
  never,
  live,  ///< in a live experiment; a simulation has a default
  always,
};

/// One value of a spec.
template <class Owner, class Type>
struct Field {
  using Value = Type;

  Type Owner::*member;
  std::string_view name;   ///< key in JSON and TOML, option, keyword in Python, parameter of a rule
  std::string_view value;  ///< placeholder of the value in a help text
  std::string_view help;
  Range range = Range::finite;
  Needed needed = Needed::never;
  /// For a choice of two words: a flag that selects the second, instead of an option with the name.
  std::string_view flag = {};
  /// Describes the simulated world, which is unknown in an experiment.
  bool simulated = false;

  constexpr std::string_view option() const { return flag.empty() ? name : flag; }

  constexpr Field within(Range which) const {
    return changed([&](Field& f) { f.range = which; });
  }
  constexpr Field required(Needed when = Needed::always) const {
    return changed([&](Field& f) { f.needed = when; });
  }
  constexpr Field chosen_by(std::string_view word) const {
    return changed([&](Field& f) { f.flag = word; });
  }
  constexpr Field of_simulations() const {
    return changed([](Field& f) { f.simulated = true; });
  }

 private:
  template <class Change>
  constexpr Field changed(Change&& change) const {
    Field field = *this;
    change(field);
    return field;
  }
};

template <class Owner, class Type>
constexpr Field<Owner, Type> field(Type Owner::*member, std::string_view name,
                                   std::string_view value, std::string_view help) {
  return {member, name, value, help};
}

/// The words for the values of an enumeration, in order.
template <class Choice>
struct ChoiceWords;
template <>
struct ChoiceWords<Direction> {
  static constexpr std::array<std::string_view, 2> names = {"highest", "lowest"};
};

template <class Choice>
constexpr std::string_view word_of(Choice choice) {
  return ChoiceWords<Choice>::names[static_cast<std::size_t>(choice)];
}

/// The value of a word; empty if it is none of them.
template <class Choice>
constexpr std::optional<Choice> choice_of(std::string_view word) {
  const auto& words = ChoiceWords<Choice>::names;
  const auto place = std::ranges::find(words, word);
  if (place == words.end()) return std::nullopt;
  return static_cast<Choice>(place - words.begin());
}

/// Calls `visit(field)` for every field of a spec type.
template <class Spec, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Spec::fields());
}

/// Calls `visit(field, value)` for every field of a spec.
template <class Spec, class Visit>
constexpr void for_each_value(Spec& spec, Visit&& visit) {
  for_each_field<std::remove_const_t<Spec>>(
      [&](const auto& field) { visit(field, spec.*(field.member)); });
}

/// The alternatives of a variant of specs.
template <class Variant>
struct Choices;
template <class... Specs>
struct Choices<std::variant<Specs...>> {
  static constexpr std::array<std::string_view, sizeof...(Specs)> names = {Specs::name...};

  /// Calls `visit.template operator()<Spec>()` for each.
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
    (visit.template operator()<Specs>(), ...);
  }
  /// The alternative with that name and its defaults; empty if there is none.
  static std::optional<std::variant<Specs...>> make(std::string_view name) {
    std::optional<std::variant<Specs...>> made;
    ((name == Specs::name ? void(made.emplace(Specs{})) : void()), ...);
    return made;
  }
};

}  // namespace mirador
