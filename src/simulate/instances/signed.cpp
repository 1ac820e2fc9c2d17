#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::Gaussian>);
