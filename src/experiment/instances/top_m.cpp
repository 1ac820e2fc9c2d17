#include "instances.hpp"

MIRADOR_SESSION(mirador::TopM<mirador::Gaussian>);
MIRADOR_SESSION(mirador::TopM<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::TopM<mirador::Poisson>);
MIRADOR_SESSION(mirador::TopM<mirador::Exponential>);
MIRADOR_SESSION(mirador::TopM<mirador::Bounded>);
MIRADOR_SESSION(mirador::TopM<mirador::Normal>);
