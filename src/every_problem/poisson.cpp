#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Poisson);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Poisson>);
