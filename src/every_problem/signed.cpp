#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::Gaussian>);
