#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Bernoulli);
MIRADOR_COMPILE_PROBLEM(mirador::Closest<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Bernoulli>);
