#pragma once

#include <cstddef>
#include <string_view>

#include "mirador/spec/problem_spec.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador::cli {

/// A stopping rule, the problem it is used for, and its guarantee there.
struct Promise {
  std::string_view stopping;
  const FamilySpec& family;
  const QuestionSpec& question;
  std::size_t arms;
  Guarantee guarantee;
};
/// Warns on standard error if the guarantee is not proved.
void warn_unless_proved(const Promise& promise);

}  // namespace mirador::cli
