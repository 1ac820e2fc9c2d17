#include "compile_problem.hpp"

MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::Bernoulli>);
MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::Poisson>);
MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::Exponential>);
MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::Bounded>);
MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::Normal>);
