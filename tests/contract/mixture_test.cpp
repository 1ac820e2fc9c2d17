#include "mixture_contract.hpp"

namespace mirador::testing_support {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Every, MixtureContract, EveryFamily, FamilyName);

}  // namespace
}  // namespace mirador::testing_support
