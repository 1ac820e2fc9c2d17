#pragma once

#include <span>
#include <string>

#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"

namespace mirador::cli {

/// The descriptions of problems in text output.

/// "top-m, top 2, lowest, margin 0.1".
std::string question_text(const QuestionSpec& question, MarginKind kind = MarginKind::absolute);

/// "gaussian, sigma 1".
std::string family_text(const FamilySpec& family);

/// "symmetric, compare mean".
std::string law_text(const LawSpec& law);

/// At most twelve numbers, separated by spaces.
std::string list_text(std::span<const double> values);

/// At most 120 characters of a text, cut at a space.
std::string abbreviated(const std::string& text);

}  // namespace mirador::cli
