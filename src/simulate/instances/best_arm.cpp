#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::Gaussian>);
