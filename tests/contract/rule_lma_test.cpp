#include "mirador/sampling/lma.hpp"
#include "rule_contract.hpp"

namespace mirador::testing_support {
namespace {

struct MirrorAscentCase {
  static constexpr bool spreads = true;
  static constexpr std::uint64_t settled = 50;
  static double least_pulls(double t, std::size_t arms) { return mixed_floor(t, arms); }
};

struct AdaHedgeCase : MirrorAscentCase {
  template <Problem P>
  static auto make(const P& problem) {
    return LazyMirrorAscent(problem, AdaHedge(problem.arms()));
  }
};

struct PaperCase : MirrorAscentCase {
  template <Problem P>
  static auto make(const P& problem) {
    return LazyMirrorAscent(problem,
                            ExponentialWeights(problem.arms(), {100.0, Decay::inverse_root}));
  }
};

struct ClippedConstantCase : MirrorAscentCase {
  template <Problem P>
  static auto make(const P& problem) {
    return LazyMirrorAscent(problem, ExponentialWeights(problem.arms(), {10.0, Decay::none}), 0.5);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Lma, RuleContract, WithEveryProblem<AdaHedgeCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(LmaScale, RuleContract, WithEveryProblem<PaperCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(LmacClip, RuleContract, WithEveryProblem<ClippedConstantCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(LmaFamilies, RuleContract, WithEveryFamily<AdaHedgeCase>);

}  // namespace
}  // namespace mirador::testing_support
