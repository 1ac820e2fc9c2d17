#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Bernoulli>);
MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Poisson>);
MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Exponential>);
MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Bounded>);
MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Normal>);
