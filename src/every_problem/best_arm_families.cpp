#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::Poisson>);
MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::Exponential>);
MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::Bounded>);
MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::Normal>);
