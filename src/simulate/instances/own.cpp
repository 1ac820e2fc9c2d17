#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::OwnProblem<mirador::Gaussian>);
MIRADOR_SIMULATE_PROBLEM(mirador::OwnProblem<mirador::Bernoulli>);
MIRADOR_SIMULATE_PROBLEM(mirador::OwnProblem<mirador::Poisson>);
MIRADOR_SIMULATE_PROBLEM(mirador::OwnProblem<mirador::Exponential>);
MIRADOR_SIMULATE_PROBLEM(mirador::OwnProblem<mirador::Bounded>);
