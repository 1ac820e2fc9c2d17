#include "analysis.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace

Analysis analyse(const ProblemSpec& spec) {
  Analysis analysis = with_problem(spec, [&]<Problem P>(const P& problem) {
    const typename P::Answer answer = answer_of(problem, spec);
    return Analysis{describe(spec.question, answer),
                    characteristic_time(problem, answer, spec.means)};
  });
  if (!usable(analysis.bound)) {
    throw InputError(
        "means: their differences, measured in sigma, are too small or too large to compute T*; "
        "rescale means and sigma");
  }
  return analysis;
}

void warn_uncertified(const Analysis& analysis) {
  write_message("gap: T* is certified only to a relative gap of " + exact(analysis.bound.gap) +
                ", not to 1e-6; take it as an upper estimate");
}

}  // namespace mirador::cli
