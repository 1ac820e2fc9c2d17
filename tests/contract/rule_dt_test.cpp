#include "mirador/sampling/direct_tracking.hpp"
#include "rule_contract.hpp"

namespace mirador::testing_support {
namespace {

struct DirectTrackingCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 3000;
  static constexpr std::size_t many = 20;  // it solves for w* at every step
  static double least_pulls(double t, std::size_t arms) { return forced_floor(t, arms); }
  template <Problem P>
  static auto make(const P& problem) {
    return DirectTracking(problem);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Dt, RuleContract, WithEveryProblem<DirectTrackingCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(DtFamilies, RuleContract, WithEveryFamily<DirectTrackingCase>);

}  // namespace
}  // namespace mirador::testing_support
