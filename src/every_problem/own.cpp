#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Gaussian>);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Poisson>);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Exponential>);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Bounded>);
