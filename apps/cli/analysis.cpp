#include "analysis.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/spec/catalog.hpp"
#include "output.hpp"

namespace mirador::cli {
namespace {

bool usable(const CharacteristicTime& bound) {
  return std::isfinite(bound.time) && bound.time > 0.0 && std::isfinite(bound.gap) &&
         std::all_of(bound.weights.begin(), bound.weights.end(),
                     [](double w) { return std::isfinite(w); });
}

/// The numbers that T* depends on, for a message.
std::string scale_of(const ProblemSpec& spec) {
  const auto [least, most] = std::minmax_element(spec.means.begin(), spec.means.end());
  std::string text = "from " + exact(*least) + " to " + exact(*most) + " with sigma " +
                     exact(std::get<GaussianSpec>(spec.family).sigma);
  std::visit(
      [&](const auto& question) {
        if constexpr (requires { question.level; }) text += " and level " + exact(question.level);
      },
      spec.question);
  return text;
}

/// Whether rounding in means of this size hides the differences that matter, which are of the order
/// of σ/√T*.
bool lost_in_rounding(const ProblemSpec& spec, double time) {
  double largest = 0.0;
  for (const double mean : spec.means) largest = std::max(largest, std::abs(mean));
  return largest * 1e-13 * std::sqrt(time) > std::get<GaussianSpec>(spec.family).sigma;
}

/// Beyond this many samples a difference of means is an accident of rounding.
constexpr double longest_time = 1e24;

}  // namespace

Analysis analyse(const ProblemSpec& spec) {
  Analysis analysis = with_problem(spec, [&]<Problem P>(const P& problem) {
    const typename P::Answer answer = answer_of(problem, spec);
    return Analysis{describe(spec.question, answer),
                    characteristic_time(problem, answer, spec.means)};
  });
  if (!usable(analysis.bound)) {
    throw InputError("means: " + scale_of(spec) +
                     ": their differences, measured in sigma, are too small or too large to "
                     "compute T*; rescale them");
  }
  if (analysis.bound.time > longest_time) {
    throw InputError("means: " + scale_of(spec) + ": T* = " + exact(analysis.bound.time) +
                     ": the means tie but for rounding; separate them");
  }
  if (lost_in_rounding(spec, analysis.bound.time)) {
    throw InputError("means: " + scale_of(spec) +
                     ": their differences are lost in rounding; subtract a constant from all");
  }
  return analysis;
}

Guarantee guarantee_of(const AnyStopping& stopping, const ProblemSpec& spec) {
  return with_problem(spec,
                      [&]<Problem P>(const P& problem) { return stopping.guarantee(problem); });
}

void warn_uncertified(const Analysis& analysis) {
  write_message("gap: T* is certified only to a relative gap of " + exact(analysis.bound.gap) +
                ", not to 1e-6; take it as an upper estimate");
}

}  // namespace mirador::cli
