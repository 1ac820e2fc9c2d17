#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Exponential);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Exponential>);
