#include "text/problem_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "mirador/core/text.hpp"

namespace mirador::cli {

std::string list_text(std::span<const double> values) {
  std::string list;
  for (std::size_t a = 0; a < std::min<std::size_t>(values.size(), 12); ++a) {
    list.append(a == 0 ? "" : " ").append(exact(values[a]));
  }
  return values.size() > 12 ? list + " ..." : list;
}

namespace {

/// The words for the fields of a family or a question; fields with default values are left out.
struct ValueWords {
  MarginKind margins = MarginKind::absolute;

  template <class Field>
  std::string operator()(const Field& field, double value) const {
    if (field.range != Range::difference) return fmt::format("{} {}", field.name, exact(value));
    return value > 0.0 ? fmt::format("{} {}", field.option(), margin_text(value, margins)) : "";
  }
  template <class Field>
  std::string operator()(const Field& field, std::size_t value) const {
    return fmt::format("{} {}", field.name, value);
  }
  template <class Field>
  std::string operator()(const Field& field, const std::vector<double>& values) const {
    return fmt::format("{}{} {}", field.name, values.size() == 1 ? "" : "s", list_text(values));
  }
  template <class Field>
  std::string operator()(const Field& field, const std::vector<Polyhedron>& sets) const {
    return fmt::format("{} {}", sets.size(), field.name);
  }
  template <class Field>
  std::string operator()(const Field&, const std::string& name) const {
    return name;
  }
  template <class Field>
  std::string operator()(const Field& field, Direction direction) const {
    return direction == Direction{} ? "" : std::string(field.help);
  }
  template <class Field>
  std::string operator()(const Field& field, Compare compare) const {
    return fmt::format("{} {}", field.name, word_of(compare));
  }
};

template <class Choice>
std::string text_of_choice(const Choice& choice, const ValueWords& words) {
  return std::visit(
      [&]<class Spec>(const Spec& spec) {
        std::string text(Spec::name);
        for_each_value(spec, [&](const auto& field, const auto& value) {
          const std::string said = words(field, value);
          if (!said.empty()) text += ", " + said;
          if (field.simulated) text += " (unknown to the rules)";
        });
        return text;
      },
      choice);
}

}  // namespace

std::string question_text(const QuestionSpec& question, MarginKind kind) {
  return text_of_choice(question, {kind});
}

std::string family_text(const FamilySpec& family) { return text_of_choice(family, {}); }

std::string law_text(const LawSpec& law) { return text_of_choice(law, {}); }

std::string abbreviated(const std::string& text) {
  const std::size_t cut = text.rfind(' ', 120);
  return text.size() <= 120 || cut == std::string::npos ? text : text.substr(0, cut) + " ...";
}

}  // namespace mirador::cli
