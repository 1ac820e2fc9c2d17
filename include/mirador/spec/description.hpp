#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mirador/spec/field.hpp"

namespace mirador {

/// The type of a field at run time.
enum class FieldKind { real, whole, reals, choice, sets, text };

constexpr std::string_view to_string(FieldKind kind) {
  constexpr std::array<std::string_view, 6> names = {"real",   "whole", "reals",
                                                     "choice", "sets",  "text"};
  return names[static_cast<std::size_t>(kind)];
}

template <class Type>
constexpr FieldKind kind_of() {
  if constexpr (std::is_enum_v<Type>) return FieldKind::choice;
  if constexpr (std::is_same_v<Type, std::size_t>) return FieldKind::whole;
  if constexpr (std::is_same_v<Type, std::vector<double>>) return FieldKind::reals;
  if constexpr (std::is_same_v<Type, std::vector<Polyhedron>>) return FieldKind::sets;
  if constexpr (std::is_same_v<Type, std::string>) return FieldKind::text;
  return FieldKind::real;  // double, or optional<double>
}

/// A description at run time: for help texts, options and keywords.
struct FieldText {
  std::string_view name, keyword, option, value, help;
  FieldKind kind;
  Range range;
  Needed needed;
  bool flag, simulated;
  std::optional<double> usual = {};  ///< the default of a number, or of each number of a list
  std::vector<std::string_view> words = {};  ///< of a choice
};
struct SpecText {
  std::string_view name, help;
  std::vector<FieldText> fields;
  std::vector<std::string_view> families = {};  ///< the families a question fits; empty: all
};

template <class Spec>
SpecText text_of_spec() {
  SpecText text{Spec::name, Spec::help, {}};
  if constexpr (requires { Spec::families; }) {
    text.families.assign(Spec::families.begin(), Spec::families.end());
  }
  for_each_field<Spec>([&](const auto& f) {
    using Type = typename std::remove_cvref_t<decltype(f)>::Value;
    text.fields.push_back({f.name, f.keyword(), f.option(), f.value, f.help, kind_of<Type>(),
                           f.range, f.needed, !f.flag.empty(), f.simulated});
    std::optional<double>& usual = text.fields.back().usual;
    if constexpr (std::is_same_v<Type, double>) usual = Spec{}.*(f.member);
    if constexpr (std::is_same_v<Type, std::vector<double>>) usual = (Spec{}.*(f.member)).front();
    if constexpr (std::is_enum_v<Type>) {
      const auto& words = ChoiceWords<Type>::names;
      text.fields.back().words.assign(words.begin(), words.end());
    }
  });
  return text;
}

/// The specs that can be named in a text; user-defined parts can only be given by a program.
template <class Variant>
std::vector<SpecText> texts_of() {
  std::vector<SpecText> texts;
  Choices<Variant>::for_each([&]<class Spec>() {
    if (Spec::name != "own") texts.push_back(text_of_spec<Spec>());
  });
  return texts;
}

}  // namespace mirador
