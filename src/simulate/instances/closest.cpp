#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::Closest<mirador::Gaussian>);
MIRADOR_SIMULATE_PROBLEM(mirador::Closest<mirador::Bernoulli>);
