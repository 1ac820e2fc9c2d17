#include "mirador/experiment/session.hpp"

#include "instances/instances.hpp"
#include "mirador/spec/catalog.hpp"

#define MIRADOR_EXTERN(family)                                    \
  extern MIRADOR_SESSION(mirador::BestArm<mirador::family>);      \
  extern MIRADOR_SESSION(mirador::TopM<mirador::family>);         \
  extern MIRADOR_SESSION(mirador::Thresholding<mirador::family>); \
  extern MIRADOR_SESSION(mirador::Signed<mirador::family>)
MIRADOR_EXTERN(Gaussian);
MIRADOR_EXTERN(Bernoulli);
MIRADOR_EXTERN(Poisson);
MIRADOR_EXTERN(Exponential);
MIRADOR_EXTERN(Bounded);
MIRADOR_EXTERN(Normal);
extern MIRADOR_SESSION(mirador::Closest<mirador::Gaussian>);
extern MIRADOR_SESSION(mirador::Closest<mirador::Bernoulli>);
extern MIRADOR_SESSION(mirador::Polyhedral);

namespace mirador {

std::unique_ptr<Session> make_session(const ExperimentSpec& spec) {
  validate(spec);
  return with_problem(spec.family, spec.question, spec.arms.size(),
                      [&]<Problem P>(const P& problem) { return session_of<P>(problem, spec); });
}

}  // namespace mirador
