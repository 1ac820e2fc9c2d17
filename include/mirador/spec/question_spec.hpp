#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mirador/problem/own_question.hpp"
#include "mirador/problem/terms.hpp"
#include "mirador/spec/field.hpp"

namespace mirador {

/// Questions about the means as pure data; field.hpp says how each describes itself. A question
/// with a list `families` fits only these.

namespace detail {

template <class Question>
constexpr auto direction_field() {
  return field(&Question::direction, "direction", "", "the smallest mean is best")
      .chosen_by("lowest");
}
template <class Question>
constexpr auto margin_field() {
  return field(&Question::margin, "margin", "E", "a difference below E does not matter")
      .within(Range::difference);
}
template <class Question>
constexpr auto level_field() {
  return field(&Question::level, "level", "X", "level to compare the means with").required();
}

}  // namespace detail

struct BestArmSpec {
  Direction direction = Direction::highest;
  double margin = 0.0;
  double good_enough = 0.0;

  static constexpr std::string_view name = "best-arm", help = "which arm has the best mean";
  static constexpr auto fields() {
    return std::tuple(detail::direction_field<BestArmSpec>(), detail::margin_field<BestArmSpec>(),
                      field(&BestArmSpec::good_enough, "good_enough", "E",
                            "stop when an arm is proved within E of the best")
                          .within(Range::difference)
                          .as_option("good-enough")
                          .left_out_by_default());
  }
};

struct TopMSpec {
  std::size_t top = 1;
  Direction direction = Direction::highest;
  double margin = 0.0;

  static constexpr std::string_view name = "top-m", help = "which M arms have the best means";
  static constexpr auto fields() {
    return std::tuple(
        field(&TopMSpec::top, "top", "M", "number of arms to find").within(Range::place).required(),
        detail::direction_field<TopMSpec>(), detail::margin_field<TopMSpec>());
  }
};

struct ThresholdingSpec {
  double level = 0.0;
  double margin = 0.0;

  static constexpr std::string_view name = "thresholding";
  static constexpr std::string_view help = "which arms have means above a level";
  static constexpr auto fields() {
    return std::tuple(detail::level_field<ThresholdingSpec>(),
                      detail::margin_field<ThresholdingSpec>());
  }
};

struct SignedSpec {
  double level = 0.0;

  static constexpr std::string_view name = "signed";
  static constexpr std::string_view help = "are all means above a level, or all below";
  static constexpr auto fields() { return std::tuple(detail::level_field<SignedSpec>()); }
};

struct ClosestSpec {
  double level = 0.0;

  static constexpr std::string_view name = "closest";
  static constexpr std::string_view help =
      "which mean is closest to a level, of means that increase";
  static constexpr std::array<std::string_view, 2> families = {"gaussian", "bernoulli"};
  static constexpr auto fields() { return std::tuple(detail::level_field<ClosestSpec>()); }
};

struct PolyhedralSpec {
  std::vector<Polyhedron> sets;

  static constexpr std::string_view name = "polyhedral";
  static constexpr std::string_view help = "in which of these polyhedra do the means lie";
  static constexpr std::array<std::string_view, 1> families = {"gaussian"};
  static constexpr auto fields() {
    return std::tuple(
        field(&PolyhedralSpec::sets, "sets", "FILE", "TOML file with the answer sets").required());
  }
};

/// A user-defined question. A spec read from text has only its name, and cannot be used before a
/// program that has the question supplies it (see OwnParts).
struct OwnSpec {
  std::string own;
  std::shared_ptr<const OwnQuestion> question = nullptr;

  static constexpr std::string_view name = "own", help = "a question of your own";
  static constexpr std::array<std::string_view, 5> families = {"gaussian", "bernoulli", "poisson",
                                                               "exponential", "bounded"};
  static constexpr auto fields() {
    return std::tuple(field(&OwnSpec::own, "own", "NAME", "its name").required());
  }
};

using QuestionSpec = std::variant<BestArmSpec, TopMSpec, ThresholdingSpec, SignedSpec, ClosestSpec,
                                  PolyhedralSpec, OwnSpec>;

/// Does the question fit arms of the family?
template <class Question>
constexpr bool fits(std::string_view family) {
  if constexpr (requires { Question::families; }) {
    for (const std::string_view name : Question::families) {
      if (name == family) return true;
    }
    return false;
  }
  return true;
}

}  // namespace mirador
