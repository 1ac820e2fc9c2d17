#include "instances.hpp"

MIRADOR_SESSION(mirador::OwnProblem<mirador::Gaussian>);
MIRADOR_SESSION(mirador::OwnProblem<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::OwnProblem<mirador::Poisson>);
MIRADOR_SESSION(mirador::OwnProblem<mirador::Exponential>);
MIRADOR_SESSION(mirador::OwnProblem<mirador::Bounded>);
