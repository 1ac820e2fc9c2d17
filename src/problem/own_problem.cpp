#include "mirador/problem/own_problem.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mirador/core/printable.hpp"

namespace mirador {
namespace {

/// Equal up to the rounding of a projection.
bool same_point(std::span<const double> x, std::span<const double> y) {
  double size = 0.0;
  for (const double mean : x) size = std::max(size, std::abs(mean));
  return std::ranges::equal(x, y,
                            [&](double s, double t) { return std::abs(s - t) <= 1e-12 * size; });
}

}  // namespace

bool OwnQuestion::contains(std::size_t answer, std::span<const double> means) const {
  const std::vector<double> ones(means.size(), 1.0);
  std::vector<double> lambda(means.size());
  for (std::size_t i = 0; i < answers().size(); ++i) {
    project(i, {ones, means}, lambda);
    if (same_point(means, lambda) != (i == answer)) return false;
  }
  return true;
}

void validate(const OwnQuestion& question, std::size_t arms) {
  const std::string of = "problem: " + question.name();
  if (question.arms() != arms) {
    throw InputError(of + " is about " + std::to_string(question.arms()) + " arms, and " +
                     std::to_string(arms) + " are given; give as many");
  }
  const auto answers = question.answers();
  const std::set<std::string> names(answers.begin(), answers.end());
  if (answers.size() < 2) {
    throw InputError(of + " has " + std::to_string(answers.size()) +
                     " answer(s); give at least two");
  }
  if (names.size() < answers.size() || names.contains("") ||
      !std::ranges::all_of(answers, is_printable)) {
    throw InputError(of + ": every answer needs a name of its own, in plain text on one line");
  }
}

}  // namespace mirador
