#include "mixture_contract.hpp"

namespace mirador::testing_support {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Gaussian, MixtureContract, GaussianCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Bernoulli, MixtureContract, BernoulliCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Bounded, MixtureContract, BoundedCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Poisson, MixtureContract, PoissonCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Exponential, MixtureContract, ExponentialCase);

}  // namespace
}  // namespace mirador::testing_support
