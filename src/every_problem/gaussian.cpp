#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Gaussian);
MIRADOR_COMPILE_PROBLEM(mirador::Closest<mirador::Gaussian>);
MIRADOR_COMPILE_PROBLEM(mirador::Polyhedral);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Gaussian>);
