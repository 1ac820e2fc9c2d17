#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::Closest<mirador::Gaussian>);
MIRADOR_COMPILE_PROBLEM(mirador::Closest<mirador::Bernoulli>);
