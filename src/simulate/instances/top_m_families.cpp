#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Bernoulli>);
MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Poisson>);
MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Exponential>);
MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Bounded>);
MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Normal>);
