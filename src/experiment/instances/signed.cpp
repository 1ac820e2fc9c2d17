#include "instances.hpp"

MIRADOR_SESSION(mirador::Signed<mirador::Gaussian>);
MIRADOR_SESSION(mirador::Signed<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::Signed<mirador::Poisson>);
MIRADOR_SESSION(mirador::Signed<mirador::Exponential>);
MIRADOR_SESSION(mirador::Signed<mirador::Bounded>);
MIRADOR_SESSION(mirador::Signed<mirador::Normal>);
