#pragma once

#include "mirador/spec/catalog.hpp"

/// Every problem that can be chosen at run time: MIRADOR_EVERY_PROBLEM(DO) is
/// DO(mirador::BestArm<mirador::Gaussian>); ... Each problem is compiled in its own source file of
/// a layer, and declared `extern` where it is used.
#define MIRADOR_PROBLEMS_OF(DO, family)       \
  DO(mirador::BestArm<mirador::family>);      \
  DO(mirador::TopM<mirador::family>);         \
  DO(mirador::Thresholding<mirador::family>); \
  DO(mirador::Signed<mirador::family>)
#define MIRADOR_EVERY_PROBLEM(DO)                \
  MIRADOR_PROBLEMS_OF(DO, Gaussian);             \
  MIRADOR_PROBLEMS_OF(DO, Bernoulli);            \
  MIRADOR_PROBLEMS_OF(DO, Poisson);              \
  MIRADOR_PROBLEMS_OF(DO, Exponential);          \
  MIRADOR_PROBLEMS_OF(DO, Bounded);              \
  MIRADOR_PROBLEMS_OF(DO, Normal);               \
  DO(mirador::Closest<mirador::Gaussian>);       \
  DO(mirador::Closest<mirador::Bernoulli>);      \
  DO(mirador::Polyhedral);                       \
  DO(mirador::OwnProblem<mirador::Gaussian>);    \
  DO(mirador::OwnProblem<mirador::Bernoulli>);   \
  DO(mirador::OwnProblem<mirador::Poisson>);     \
  DO(mirador::OwnProblem<mirador::Exponential>); \
  DO(mirador::OwnProblem<mirador::Bounded>)
