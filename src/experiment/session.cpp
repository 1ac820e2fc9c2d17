#include "mirador/experiment/session.hpp"

#include "../spec/every_problem.hpp"
#include "session_of.hpp"
#include "mirador/spec/catalog.hpp"

#define MIRADOR_ELSEWHERE(problem) extern MIRADOR_SESSION(problem)
MIRADOR_EVERY_PROBLEM(MIRADOR_ELSEWHERE);

namespace mirador {

std::unique_ptr<Session> make_session(const ExperimentSpec& spec) {
  validate(spec);
  return with_problem(spec.family, question_on_scale(spec), spec.arms.size(),
                      [&]<Problem P>(const P& problem) { return session_of<P>(problem, spec); });
}

}  // namespace mirador
