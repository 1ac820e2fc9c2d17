#pragma once

#include <cstdint>
#include <variant>

namespace mirador {

/// What is compared within a round of values without limits (docs/theory.md, section 13).
enum class Compare {
  mean,     ///< the centre, followed by gentle bets: experiments about averages
  typical,  ///< also what most rounds say, whatever a few wild values do: times of commands
  wins,     ///< only who is ahead: P(D > 0) against P(D < 0)
};

/// Real values. Given the past, the difference of two arms in a round is as likely above its centre
/// by x as below it by x. Variances may be unknown, differ, and change from round to round.
struct SymmetricLaw {
  Compare compare = Compare::mean;

  bool operator==(const SymmetricLaw&) const = default;
};

/// Scores in [lo, hi] of any law; what is compared is the average.
struct ScoreLaw {
  double lo = 0.0, hi = 1.0;
  /// The size of a finite set of items, measured in random order without repetition, and the
  /// question is about exactly these; 0 if the rounds are a sample of something larger.
  std::uint64_t items = 0;

  bool operator==(const ScoreLaw&) const = default;
};

/// What is assumed of the differences within a round.
using Law = std::variant<SymmetricLaw, ScoreLaw>;

}  // namespace mirador
