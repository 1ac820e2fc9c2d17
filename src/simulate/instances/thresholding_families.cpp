#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Bernoulli>);
MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Poisson>);
MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Exponential>);
MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Bounded>);
MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Normal>);
