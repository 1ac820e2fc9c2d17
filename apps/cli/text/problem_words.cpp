#include "text/problem_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"

namespace mirador::cli {

std::string question_text(const QuestionSpec& question, MarginKind kind) {
  const auto ranked = [](Direction direction) {
    return direction == Direction::lowest ? ", smallest mean is best" : "";
  };
  const std::string details = std::visit(
      overloaded{
          [&](const BestArmSpec& q) { return std::string(ranked(q.direction)); },
          [&](const TopMSpec& q) {
            return fmt::format(" with m = {}{}", q.top, ranked(q.direction));
          },
          [&](const PolyhedralSpec& q) { return fmt::format(" with {} sets", q.sets.size()); },
          [&](const OwnSpec& q) { return " (" + q.name + ")"; },
          [&](const auto& q) { return " at level " + exact(q.level); },
      },
      question);
  const double margin = margin_of(question);
  return std::string(name_of(question)) + details +
         (margin > 0.0 ? ", margin " + margin_text(margin, kind) : "");
}

std::string list_text(std::span<const double> values) {
  std::string list;
  for (std::size_t a = 0; a < std::min<std::size_t>(values.size(), 12); ++a) {
    list.append(a == 0 ? "" : " ").append(exact(values[a]));
  }
  return values.size() > 12 ? list + " ..." : list;
}

std::string family_text(const FamilySpec& family) {
  const std::string parameters = std::visit(
      overloaded{
          [](const GaussianSpec& f) { return ", sigma " + exact(f.sigma); },
          [](const BoundedSpec& f) { return " in [" + exact(f.lo) + "," + exact(f.hi) + "]"; },
          [](const NormalSpec& f) {
            return fmt::format(", {} {} (unknown to the rules)",
                               f.sigmas.size() == 1 ? "sigma" : "sigmas", list_text(f.sigmas));
          },
          [](const auto&) { return std::string(); },
      },
      family);
  return std::string(name_of(family)) + parameters;
}

std::string abbreviated(const std::string& text) {
  const std::size_t cut = text.rfind(' ', 120);
  return text.size() <= 120 || cut == std::string::npos ? text : text.substr(0, cut) + " ...";
}

}  // namespace mirador::cli
