#include "mirador/experiment/session.hpp"

#include "mirador/spec/catalog.hpp"
#include "session_of.hpp"

namespace mirador {

std::unique_ptr<Session> make_session(const ExperimentSpec& spec) {
  validate(spec);
  return with_problem(spec.family, question_on_scale(spec), spec.arms.size(),
                      [&]<Problem P>(const P& problem) { return session_of<P>(problem, spec); });
}

}  // namespace mirador
