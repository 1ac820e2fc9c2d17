#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/glr.hpp"
#include "stopping_contract.hpp"

namespace mirador::testing_support {
namespace {

struct HeuristicCase {
  static constexpr Status status = Status::heuristic;
  static auto make() { return HeuristicStopping(); }
};
struct MenardCase {
  static constexpr Status status = Status::proved;
  static auto make() { return MenardStopping(); }
};
struct NamedHeuristicCase : HeuristicCase {
  static auto make() { return parse_stopping("heuristic"); }
};
struct NamedMenardCase : MenardCase {
  static auto make() { return parse_stopping("menard"); }
};

using StoppingRules =
    testing::Types<HeuristicCase, MenardCase, NamedHeuristicCase, NamedMenardCase>;

INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoppingContract, StoppingRules);

}  // namespace
}  // namespace mirador::testing_support
