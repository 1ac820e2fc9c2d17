#include "family_cases.hpp"
#include "family_contract.hpp"

namespace mirador::testing_support {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Gaussian, FamilyContract, GaussianCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Bernoulli, FamilyContract, BernoulliCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Bounded, FamilyContract, BoundedCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Poisson, FamilyContract, PoissonCase);
INSTANTIATE_TYPED_TEST_SUITE_P(Exponential, FamilyContract, ExponentialCase);

}  // namespace
}  // namespace mirador::testing_support
