#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/law.hpp"
#include "mirador/spec/family_spec.hpp"
#include "mirador/spec/field.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador {

/// Comparisons in rounds as pure data; field.hpp says how each part describes itself.

template <>
struct ChoiceWords<Compare> {
  static constexpr std::array<std::string_view, 3> names = {"mean", "typical", "wins"};
};

struct SymmetricSpec {
  Compare compare = Compare::mean;

  static constexpr std::string_view name = "symmetric";
  static constexpr std::string_view help =
      "any numbers whose differences within a round vary alike to both sides";
  static constexpr auto fields() {
    return std::tuple(field(&SymmetricSpec::compare, "compare", "WHAT",
                            "compare means, typical rounds, or wins: mean, typical or wins"));
  }
};

/// What the values of a round may be: the families of `--rounds`.
using LawSpec = std::variant<SymmetricSpec, BoundedSpec, BernoulliSpec>;

/// The design of a comparison in rounds.
struct RoundsSpec {
  LawSpec law = SymmetricSpec{};
  /// The number of items of a finite set; empty if the rounds are a sample.
  std::optional<std::uint64_t> items = std::nullopt;
  std::vector<std::string> item_names = {};  ///< their names, if they have any
  /// The number of arms in a round; empty: all in play.
  std::optional<std::size_t> round_size = std::nullopt;
  /// Stop when an arm is proved within this of the best; 0: find the best.
  double good_enough = 0.0;
};

/// The families of --rounds.
std::span<const std::string_view> law_names();
std::string_view name_of(const LawSpec& law);

/// The name of an item, from 1; null if the items have only numbers.
const std::string* name_of_item(const RoundsSpec& rounds, std::uint64_t item);

/// Throws InputError unless the parts fit: limits that make sense, items only for scores within
/// limits and then no round size, one of margin and good-enough, a round of at least two arms.
void validate(const RoundsSpec& rounds, double margin, std::size_t arms);

/// The comparison of the design; margin and good-enough on the scale of the values.
ComparisonTerms terms_of(const RoundsSpec& rounds, double margin, double delta);

/// What a verdict of the design rests on.
Guarantee guarantee_of(const RoundsSpec& rounds);

/// The largest finite set of items.
inline constexpr std::uint64_t most_items = 10'000'000;

}  // namespace mirador
