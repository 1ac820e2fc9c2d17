#include "stopping_contract.hpp"

namespace mirador::testing_support {
namespace {

using Pairs = testing::Types<GaussianBest, GaussianBestWithMargin, ManyArms, BernoulliBest,
                             BoundedBestWithMargin, PoissonTopM, GaussianTopMWithMargin>;
using Levels = testing::Types<ExponentialThresholding, GaussianThresholdingWithMargin,
                              GaussianSigned, GaussianClosest, BernoulliClosest3>;
using UnknownVariance = testing::Types<NormalBest, NormalBestWithMargin, NormalSigned>;
using General = testing::Types<GaussianPolyhedral, GaussianHyperbola>;

INSTANTIATE_TYPED_TEST_SUITE_P(Pairs, StoppingContract, Pairs);
INSTANTIATE_TYPED_TEST_SUITE_P(Levels, StoppingContract, Levels);
INSTANTIATE_TYPED_TEST_SUITE_P(UnknownVariance, StoppingContract, UnknownVariance);
INSTANTIATE_TYPED_TEST_SUITE_P(General, StoppingContract, General);

}  // namespace
}  // namespace mirador::testing_support
