#include "rule_contract.hpp"

namespace mirador::testing_support {
namespace {

using GaussianProblems =
    testing::Types<HighestBestArm, LowestBestArm, HighestTopM, LowestTopM, ThresholdingCase,
                   SignedCase, ClosestCase, PolyhedralCase, ConesCase, HyperbolaCase>;
INSTANTIATE_TYPED_TEST_SUITE_P(Rules, RuleContract, GaussianProblems);

}  // namespace
}  // namespace mirador::testing_support
