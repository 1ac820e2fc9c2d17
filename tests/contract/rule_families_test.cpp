#include "rule_contract.hpp"

namespace mirador::testing_support {
namespace {

/// At least one problem of every family with one parameter.
using FamilyProblems = testing::Types<BernoulliBestArm, BoundedBestArm, PoissonThresholding,
                                      ExponentialSigned, BernoulliTopM, BernoulliClosest>;
INSTANTIATE_TYPED_TEST_SUITE_P(RulesOfFamilies, RuleContract, FamilyProblems);

}  // namespace
}  // namespace mirador::testing_support
