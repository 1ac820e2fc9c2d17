#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Bounded);
MIRADOR_COMPILE_PROBLEM(mirador::OwnProblem<mirador::Bounded>);
