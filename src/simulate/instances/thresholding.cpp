#include "instances.hpp"

MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::Gaussian>);
