#include "mirador/spec/catalog.hpp"
#include "stopping_contract.hpp"

namespace mirador::testing_support {
namespace {

template <class P>
constexpr bool gaussian = std::same_as<typename P::FamilyType, Gaussian>;

struct MixtureCase {
  static constexpr bool patient = false;
  static auto make() { return MixtureStopping(); }
  template <class P>
  static Status status() {
    return Status::proved;
  }
};
struct HeuristicCase {
  static constexpr bool patient = false;
  static auto make() { return HeuristicStopping(); }
  template <class P>
  static Status status() {
    return Status::heuristic;
  }
};
struct KaufmannKoolenCase {
  static constexpr bool patient = true;
  static auto make() { return KaufmannKoolenStopping(); }
  template <class P>
  static Status status() {
    return OneParameterFamily<typename P::FamilyType> ? Status::proved : Status::heuristic;
  }
};
struct MenardCase {
  static constexpr bool patient = true;
  static auto make() { return MenardStopping(); }
  template <class P>
  static Status status() {
    return gaussian<P> ? Status::proved : Status::heuristic;
  }
};
struct NamedMixture : MixtureCase {
  static auto make() { return make_stopping(parse_stopping("mixture")); }
};
struct NamedHeuristic : HeuristicCase {
  static auto make() { return make_stopping(parse_stopping("heuristic")); }
};
struct NamedKaufmannKoolen : KaufmannKoolenCase {
  static auto make() { return make_stopping(parse_stopping("kaufmann-koolen")); }
};
struct NamedMenard : MenardCase {
  static auto make() { return make_stopping(parse_stopping("menard")); }
};

template <class RuleCase, class... ProblemCases>
using OnProblems = testing::Types<StoppingPair<RuleCase, ProblemCases>...>;

/// For the GLR rules, by the cases in which they differ.
template <class RuleCase>
using OnSomeProblems = OnProblems<RuleCase, GaussianBest, GaussianBestWithMargin, BernoulliBest,
                                  NormalBest, GaussianThresholdingWithMargin, PoissonTopM>;

using MixturePairs =
    OnProblems<MixtureCase, GaussianBest, GaussianBestWithMargin, ManyArms, BernoulliBest,
               BoundedBestWithMargin, PoissonTopM, GaussianTopMWithMargin>;
using MixtureLevels =
    OnProblems<MixtureCase, ExponentialThresholding, GaussianThresholdingWithMargin, GaussianSigned,
               GaussianClosest, BernoulliClosest3>;
using MixtureUnknownVariance =
    OnProblems<MixtureCase, NormalBest, NormalBestWithMargin, NormalSigned>;
using MixtureGeneral = OnProblems<MixtureCase, GaussianPolyhedral, GaussianHyperbola>;

INSTANTIATE_TYPED_TEST_SUITE_P(MixturePairs, StoppingContract, MixturePairs);
INSTANTIATE_TYPED_TEST_SUITE_P(MixtureLevels, StoppingContract, MixtureLevels);
INSTANTIATE_TYPED_TEST_SUITE_P(UnknownVariance, StoppingContract, MixtureUnknownVariance);
INSTANTIATE_TYPED_TEST_SUITE_P(MixtureGeneral, StoppingContract, MixtureGeneral);
INSTANTIATE_TYPED_TEST_SUITE_P(Heuristic, StoppingContract, OnSomeProblems<HeuristicCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(KaufmannKoolen, StoppingContract,
                               OnSomeProblems<KaufmannKoolenCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Menard, StoppingContract, OnSomeProblems<MenardCase>);

using Named = testing::Types<
    StoppingPair<NamedMixture, GaussianBest>, StoppingPair<NamedMixture, GaussianBestWithMargin>,
    StoppingPair<NamedHeuristic, GaussianBest>, StoppingPair<NamedKaufmannKoolen, GaussianBest>,
    StoppingPair<NamedMenard, GaussianBest>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ByName, StoppingContract, Named);

}  // namespace
}  // namespace mirador::testing_support
