#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/top_two.hpp"
#include "mirador/sampling/uniform.hpp"
#include "rule_contract.hpp"

namespace mirador::testing_support {
namespace {

struct FrankWolfeCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 50;
  static double least_pulls(double t, std::size_t arms) { return forced_floor(t, arms); }
  template <Problem P>
  static auto make(const P& problem) {
    return FrankWolfe(problem);
  }
};

/// Requires only the first pull of every arm, and where F is linear asks for a single arm.
struct UnforcedFrankWolfeCase {
  static constexpr bool spreads = false;
  static constexpr std::uint64_t settled = 50;
  static double least_pulls(double, std::size_t) { return 1.0; }
  template <Problem P>
  static auto make(const P& problem) {
    return FrankWolfe(problem, Forcing::none);
  }
};

struct UniformCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 50;
  // 6.5 standard deviations below the mean.
  static double least_pulls(double t, std::size_t arms) {
    const double p = 1.0 / static_cast<double>(arms);
    return t * p - 6.5 * std::sqrt(t * p * (1.0 - p)) - 1.0;
  }
  template <Problem P>
  static auto make(const P& problem) {
    return UniformSampling(problem);
  }
};

struct RoundRobinCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 50;
  static double least_pulls(double t, std::size_t arms) {
    return std::floor(t / static_cast<double>(arms));
  }
  template <Problem P>
  static auto make(const P& problem) {
    return RoundRobin(problem);
  }
};

/// Without forcing; it explores at a rate of log t.
struct TopTwoCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 50;
  static double least_pulls(double t, std::size_t) { return std::log(t) - 2.0; }
  static TopTwoThompson make(const BestArm<Gaussian>& problem) { return TopTwoThompson(problem); }
};

using TopTwoProblems =
    testing::Types<Pair<TopTwoCase, HighestBestArm>, Pair<TopTwoCase, LowestBestArm>>;

INSTANTIATE_TYPED_TEST_SUITE_P(Fw, RuleContract, WithEveryProblem<FrankWolfeCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(FwUnforced, RuleContract, WithEveryProblem<UnforcedFrankWolfeCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(FwFamilies, RuleContract, WithEveryFamily<FrankWolfeCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Unif, RuleContract, WithEveryProblem<UniformCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Rr, RuleContract, WithEveryProblem<RoundRobinCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Ttts, RuleContract, TopTwoProblems);

}  // namespace
}  // namespace mirador::testing_support
