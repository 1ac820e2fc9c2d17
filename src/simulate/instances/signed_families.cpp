#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Bernoulli>);
MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Poisson>);
MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Exponential>);
MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Bounded>);
MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Normal>);
