#include "mirador/spec/rounds_spec.hpp"

#include <algorithm>
#include <cmath>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {
namespace {

void validate_limits(const BoundedSpec& bounded) {
  const double range = bounded.hi - bounded.lo;
  if (range > 0.0 && std::isfinite(range)) return;
  throw InputError("lo: " + exact(bounded.lo) + " is not below hi (" + exact(bounded.hi) +
                   "); give the smallest and the largest value");
}

void validate_items(const RoundsSpec& rounds) {
  if (!rounds.items) return;
  if (std::holds_alternative<SymmetricSpec>(rounds.law)) {
    throw InputError(
        "items: a finite set needs values within limits; give --family bounded with --lo and --hi, "
        "or --family bernoulli, or leave --items out");
  }
  if (*rounds.items < 2 || *rounds.items > most_items) {
    throw InputError("items: " + std::to_string(*rounds.items) + " given; give from 2 to " +
                     std::to_string(most_items));
  }
  if (!rounds.item_names.empty() && rounds.item_names.size() != *rounds.items) {
    throw InputError("items: " + std::to_string(rounds.item_names.size()) + " names for " +
                     std::to_string(*rounds.items) + " items; give one for each");
  }
  if (rounds.round_size) {
    throw InputError(
        "round-size: with --items every arm in play is measured on every item; leave one of "
        "them out");
  }
}

/// As `validate_question` does for independent sampling.
void validate_differences(const RoundsSpec& rounds, const BestArmSpec& question) {
  if (std::holds_alternative<SymmetricSpec>(rounds.law)) return;
  const auto* bounded = std::get_if<BoundedSpec>(&rounds.law);
  const double widest = bounded != nullptr ? bounded->hi - bounded->lo : 1.0;
  const double margin = std::max(question.margin, question.good_enough);
  if (margin < widest) return;
  throw InputError((question.margin > 0.0 ? "margin: " : "good-enough: ") + exact(margin) +
                   " leaves no difference that matters; give one below " + exact(widest));
}

}  // namespace

std::span<const std::string_view> law_names() { return Choices<LawSpec>::names; }

std::string_view name_of(const LawSpec& law) { return Choices<LawSpec>::names[law.index()]; }

const std::string* name_of_item(const RoundsSpec& rounds, std::uint64_t item) {
  return rounds.item_names.empty() ? nullptr : &rounds.item_names[item - 1];
}

void validate(const RoundsSpec& rounds, const BestArmSpec& question, std::size_t arms) {
  if (const auto* bounded = std::get_if<BoundedSpec>(&rounds.law)) validate_limits(*bounded);
  validate_items(rounds);
  Ranking(question.direction, question.margin, question.good_enough);  // throws
  validate_differences(rounds, question);
  if (rounds.round_size && (*rounds.round_size < 2 || *rounds.round_size > arms)) {
    throw InputError("round-size: " + std::to_string(*rounds.round_size) + " given for " +
                     std::to_string(arms) + " arms; give from 2 to " + std::to_string(arms));
  }
}

ComparisonTerms terms_of(const RoundsSpec& rounds, const BestArmSpec& question, double delta) {
  ComparisonTerms terms{.law = SymmetricLaw{}, .delta = delta, .goal = Goal::best, .margin = 0.0};
  if (const auto* symmetric = std::get_if<SymmetricSpec>(&rounds.law)) {
    terms.law = SymmetricLaw{symmetric->compare};
  } else {
    ScoreLaw law{0.0, 1.0, rounds.items.value_or(0)};
    if (const auto* bounded = std::get_if<BoundedSpec>(&rounds.law)) {
      law.lo = bounded->lo;
      law.hi = bounded->hi;
    }
    terms.law = law;
  }
  if (question.margin > 0.0) terms.goal = Goal::equal, terms.margin = question.margin;
  if (question.good_enough > 0.0) {
    terms.goal = Goal::good_enough, terms.margin = question.good_enough;
  }
  return terms;
}

Guarantee guarantee_of(const RoundsSpec& rounds) {
  const auto* symmetric = std::get_if<SymmetricSpec>(&rounds.law);
  if (symmetric == nullptr) {
    return {Status::proved,
            rounds.items
                ? "about exactly these items in random order, if answers do not depend on when "
                  "they are given"
                : "about averages of any shape, if rows come in random order and no arm's luck "
                  "carries over"};
  }
  if (symmetric->compare == Compare::wins) {
    return {Status::proved,
            "about who is ahead in more rounds, if one arm is ahead of every other and no arm's "
            "luck carries over"};
  }
  return {Status::proved,
          "if differences within a round vary alike to both sides and no arm's luck carries over"};
}

}  // namespace mirador
