#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::Gaussian>);
