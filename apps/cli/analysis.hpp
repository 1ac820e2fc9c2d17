#pragma once

#include <string>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/stopping/any_stopping.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador::cli {

/// What theory says about an instance.
struct Analysis {
  std::string answer;  ///< in words
  CharacteristicTime bound;

  /// The solver promises this relative gap for every problem.
  bool certified() const { return bound.gap <= 1e-6; }
};

/// Throws InputError with the reason when the means have no answer, when they have one by an
/// accident of rounding only (T* > 1e24), or when T* is no number that a double can hold.
Analysis analyse(const ProblemSpec& problem);

/// What the stopping rule promises for the problem.
Guarantee guarantee_of(const AnyStopping& stopping, const ProblemSpec& problem);

/// Says on standard error that the optimum is not certified.
void warn_uncertified(const Analysis& analysis);

}  // namespace mirador::cli
