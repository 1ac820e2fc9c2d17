#include "instances.hpp"

MIRADOR_SESSION(mirador::Closest<mirador::Gaussian>);
MIRADOR_SESSION(mirador::Closest<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::Polyhedral);
