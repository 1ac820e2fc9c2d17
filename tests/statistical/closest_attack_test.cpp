#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "mirador/problem/closest.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/stopping/mixture.hpp"
#include "mirador/stopping/watch.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// Three arms just below, on and just above the level, the middle one measured rarely: the answer
/// moves between all three, and evidence that is rebuilt for every answer can mislead for each of
/// them. The larger the risk, the fewer runs are needed to see that.
class Attack {
 public:
  static constexpr double risk = 0.5;

  explicit Attack(double gap)
      : problem_(Gaussian(1.0), {3, 0.0}),
        standing_(problem_),
        watch_(problem_, MixtureStopping(), std::vector<double>{risk}),
        rewards_(problem_.family(), World{{-gap, 0.0, gap}}) {}

  /// Does a run end with a wrong verdict?
  bool misleads(std::uint64_t run, int pulls) {
    standing_.clear();
    watch_.start();
    rewards_.start({71, run});
    for (int t = 0; t < pulls && !watch_.done(); ++t) {
      const Arm arm = t % 50 == 1 ? 1 : t % 2 == 0 ? 0 : 2;  // the middle one rarely
      standing_.add(arm, rewards_.next(arm));
      if (standing_.ready()) watch_.update(standing_, arm);
    }
    return watch_.done() && standing_.closest().answer() != 1;
  }

 private:
  using P = Closest<Gaussian>;
  P problem_;
  Standing<P> standing_;
  Watch<P, MixtureStopping> watch_;
  RewardStream<Gaussian> rewards_;
};

TEST(ClosestAttack, KeepsTheRiskWhenTheRightArmIsMeasuredRarely) {
  Attack attack(0.001);
  constexpr std::uint64_t runs = 1500;
  std::uint64_t errors = 0;
  for (std::uint64_t run = 0; run < runs; ++run) errors += attack.misleads(run, 3000) ? 1 : 0;
  EXPECT_GT(binomial_tail(errors, runs, Attack::risk), refuted) << errors << " errors";
  EXPECT_GT(errors, 0u);  // so that the bound is tested
}

}  // namespace
}  // namespace mirador::testing_support
