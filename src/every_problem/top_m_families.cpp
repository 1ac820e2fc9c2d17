#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::Poisson>);
MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::Exponential>);
MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::Bounded>);
MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::Normal>);
