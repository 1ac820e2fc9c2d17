#pragma once

#include <cstddef>
#include <string_view>

#include "mirador/spec/problem_spec.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador::cli {

/// Which stopping rule, for which arms and question, and what it promises them.
struct Promise {
  std::string_view stopping;
  const FamilySpec& family;
  const QuestionSpec& question;
  std::size_t arms;
  Guarantee guarantee;
};
/// A risk that nobody has proved must not look like one that is: says so on standard error.
void warn_unless_proved(const Promise& promise);

}  // namespace mirador::cli
