#include "family_cases.hpp"
#include "family_contract.hpp"

namespace mirador::testing_support {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Every, FamilyContract, EveryFamily, FamilyName);

}  // namespace
}  // namespace mirador::testing_support
