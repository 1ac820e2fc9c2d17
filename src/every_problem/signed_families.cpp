#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Poisson>);
MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Exponential>);
MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Bounded>);
MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Normal>);
