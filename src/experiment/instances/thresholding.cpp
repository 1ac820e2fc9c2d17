#include "instances.hpp"

MIRADOR_SESSION(mirador::Thresholding<mirador::Gaussian>);
MIRADOR_SESSION(mirador::Thresholding<mirador::Bernoulli>);
MIRADOR_SESSION(mirador::Thresholding<mirador::Poisson>);
MIRADOR_SESSION(mirador::Thresholding<mirador::Exponential>);
MIRADOR_SESSION(mirador::Thresholding<mirador::Bounded>);
MIRADOR_SESSION(mirador::Thresholding<mirador::Normal>);
