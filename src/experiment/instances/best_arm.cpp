#include "instances.hpp"

MIRADOR_SESSION(mirador::BestArm<mirador::Gaussian>);
MIRADOR_SESSION(mirador::BestArm<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::BestArm<mirador::Poisson>);
MIRADOR_SESSION(mirador::BestArm<mirador::Exponential>);
MIRADOR_SESSION(mirador::BestArm<mirador::Bounded>);
MIRADOR_SESSION(mirador::BestArm<mirador::Normal>);
