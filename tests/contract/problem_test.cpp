#include "problem_cases.hpp"
#include "problem_contract.hpp"
#include "problem_edges.hpp"
#include "problem_search.hpp"

namespace mirador::testing_support {
namespace {

// A new problem needs a case in support/problem_cases.hpp and its name here.
using Problems =
    testing::Types<HighestBestArm, LowestBestArm, HighestTopM, LowestTopM, ThresholdingCase,
                   SignedCase, ClosestCase, PolyhedralCase, ConesCase, HyperbolaCase>;
using OtherFamilies = testing::Types<BernoulliBestArm, BoundedBestArm, PoissonBestArm,
                                     ExponentialBestArm, BernoulliTopM, PoissonThresholding,
                                     ExponentialSigned, BernoulliClosest, PoissonClosest>;

INSTANTIATE_TYPED_TEST_SUITE_P(Every, ProblemContract, Problems);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, ProblemEdges, Problems);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, ProblemSearch, Problems);
INSTANTIATE_TYPED_TEST_SUITE_P(Families, ProblemContract, OtherFamilies);
INSTANTIATE_TYPED_TEST_SUITE_P(Families, ProblemEdges, OtherFamilies);
INSTANTIATE_TYPED_TEST_SUITE_P(Families, ProblemSearch, OtherFamilies);

}  // namespace
}  // namespace mirador::testing_support
