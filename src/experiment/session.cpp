#include "mirador/experiment/session.hpp"

#include "mirador/core/error.hpp"
#include "mirador/spec/catalog.hpp"
#include "rounds_session.hpp"
#include "session_of.hpp"

namespace mirador {

WholeRounds Session::observe_rounds(std::span<const std::vector<double>>) const {
  throw InputError(
      "batch: the experiment has no rounds; observe single values, or begin one with --rounds");
}

std::unique_ptr<Session> make_session(const ExperimentSpec& spec) {
  validate(spec);
  if (spec.rounds) return rounds_session(spec);
  return with_problem(spec.family, question_on_scale(spec), spec.arms.size(),
                      [&]<Problem P>(const P& problem) { return session_of<P>(problem, spec); });
}

}  // namespace mirador
