#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mirador/core/minimise.hpp"
#include "mirador/problem/polyhedral.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/stopping/mixture.hpp"
#include "mirador/stopping/watch.hpp"
#include "points.hpp"

/// Claims proved by mixture stopping stay proved.
namespace mirador::testing_support::lasting {
namespace {

using Times = std::vector<std::uint64_t>;  // when each risk is met, 0 if it is not
const MixtureStopping remembering, at_once(Edition::first);

/// Measurements of randomly drawn arms, after one of each.
template <Problem P>
class Course {
 public:
  Course(const P& problem, const World& world, std::uint64_t seed)
      : standing_(problem), rewards_(problem.family(), world), random_(seed) {
    rewards_.start({seed, 3});
  }
  /// Returns the arm that was measured.
  Arm step() {
    const std::uint64_t t = standing_.total();
    const std::size_t arms = standing_.arms();
    const Arm arm =
        t < 2 * arms ? t % arms : std::uniform_int_distribution<Arm>(0, arms - 1)(random_);
    standing_.add(arm, rewards_.next(arm));
    return arm;
  }
  const Standing<P>& standing() const { return standing_; }

 private:
  Standing<P> standing_;
  RewardStream<typename P::FamilyType> rewards_;
  Random random_;
};

template <Problem P>
Times times(const P& problem, const World& world, std::uint64_t seed, const Vector& deltas,
            const MixtureStopping& rule) {
  Course<P> course(problem, world, seed);
  Watch<P, MixtureStopping> watch(problem, rule, deltas);
  Times out;
  while (!watch.done() && course.standing().total() < 20'000) {
    const Arm arm = course.step();
    if (!course.standing().ready()) continue;
    watch.update(course.standing(), arm, [&](auto) { out.push_back(course.standing().total()); });
  }
  out.resize(deltas.size(), 0);
  return out;
}

/// Gaussian arms, three of them, the first the best: the second is proved worse, comes closer
/// again, and then the third is proved worse.
TEST(Lasting, AProofOutlastsTheEvidence) {
  const double delta = 0.1;
  const BestArm problem(Gaussian(1.0), 3);
  Standing standing(problem);
  Watch mindful(problem, remembering, std::vector{delta}),
      forgetting(problem, at_once, std::vector{delta});
  const auto feed = [&](Arm arm, double value, int times_over) {
    for (int i = 0; i < times_over; ++i) {
      standing.add(arm, value);
      if (!standing.ready()) continue;
      mindful.update(standing, arm);
      forgetting.update(standing, arm);
    }
  };
  for (int i = 0; i < 30; ++i) feed(0, 1.0, 1), feed(1, 0.0, 1), feed(2, 0.4, 1);
  Sentry sentry(3);
  ASSERT_FALSE(remembering.met(standing, delta, sentry));
  ASSERT_TRUE(sentry.proofs().has(1, Proofs::refuted));
  feed(1, 1.6, 10);
  Sentry later(3);
  ASSERT_FALSE(remembering.met(standing, delta, later));
  ASSERT_FALSE(later.proofs().has(1, Proofs::refuted));
  ASSERT_FALSE(mindful.done());
  feed(2, -0.6, 15);
  EXPECT_TRUE(mindful.done());
  EXPECT_FALSE(forgetting.done());
  EXPECT_LT(remembering.evidence(standing), remembering.required(standing, delta));
  feed(1, -1.0, 15);
  EXPECT_TRUE(forgetting.done());
}

/// A direct implementation of the definition, for the highest of Gaussian arms.
class ByHand {
 public:
  explicit ByHand(double delta) : need_(-std::log(delta)) {}

  /// Is the risk met now?
  bool met(const Standing<BestArm<Gaussian>>& standing) {
    if (called_.empty() || standing.total() >= roll_call_) {
      called_.assign(standing.means().begin(), standing.means().end());
      for (roll_call_ = 1; roll_call_ <= standing.total();) roll_call_ *= 2;
      proved_.resize(called_.size(), false);
    }
    if (standing.closest().value() < need_) return false;
    for (;;) {
      Arm next = standing.arms();
      for (Arm a = 0; a < standing.arms(); ++a) {
        if (a == standing.closest().answer() || proved_[a]) continue;
        if (next == standing.arms() || called_[a] < called_[next]) next = a;
      }
      if (next == standing.arms()) return true;
      if (against(standing, next) < need_) return false;
      proved_[next] = true;
    }
  }

 private:
  static double against(const Standing<BestArm<Gaussian>>& standing, Arm j) {
    const Gaussian& family = standing.problem().family();
    const auto at = [&](double theta) {
      double sum = 0.0;
      for (Arm i = 0; i < standing.arms(); ++i) {
        if (i != j) sum += std::exp(family.log_mixture_above(standing.stats()[i], theta));
      }
      return family.log_mixture_below(standing.stats()[j], theta) +
             std::log(sum / static_cast<double>(standing.arms() - 1));
    };
    const auto [low, high] = std::ranges::minmax(standing.means());
    return minimise(at, low, high, {.fine = 1e-9}).value;
  }

  double need_;
  Vector called_;
  std::vector<bool> proved_;
  std::uint64_t roll_call_ = 0;
};

TEST(Lasting, StopsAsTheDefinitionSays) {
  const BestArm problem(Gaussian(1.0), 5);
  const World world{{1.0, 0.5, 0.45, 0.4, 0.4}};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    for (const double delta : {0.3, 0.05}) {
      Course course(problem, world, seed);
      Watch watch(problem, remembering, std::vector{delta});
      ByHand by_hand(delta);
      while (!watch.done()) {
        const Arm arm = course.step();
        if (!course.standing().ready()) continue;
        watch.update(course.standing(), arm);
        ASSERT_EQ(by_hand.met(course.standing()), watch.done())
            << "seed " << seed << ", after " << course.standing().total();
      }
    }
  }
}

/// Several risks at once are met when each would be met alone, and never later than without memory.
/// Returns how often a risk was met earlier than that.
template <Problem P>
int expect_nested(const P& problem, const World& world, std::uint64_t runs) {
  const Vector deltas = {0.5, 0.2, 0.15, 0.15, 0.1, 0.01};
  int earlier = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const Times together = times(problem, world, seed, deltas, remembering);
    const Times before = times(problem, world, seed, deltas, at_once);
    EXPECT_TRUE(std::ranges::is_sorted(together));
    for (std::size_t i = 0; i < deltas.size(); ++i) {
      EXPECT_EQ(times(problem, world, seed, {deltas[i]}, remembering)[0], together[i])
          << "seed " << seed << ", risk " << deltas[i];
      if (before[i] == 0) continue;
      EXPECT_TRUE(together[i] > 0 && together[i] <= before[i]) << "seed " << seed;
      if (together[i] < before[i]) ++earlier;
    }
  }
  return earlier;
}

TEST(Lasting, RisksAreMetAsIfAlone) {
  const World five{{1.0, 0.5, 0.45, 0.4, 0.4}};
  EXPECT_GT(expect_nested(BestArm(Gaussian(1.0), 5), five, 20), 0);
  EXPECT_GT(expect_nested(BestArm(Bernoulli(), 4, Direction::lowest), {{.2, .6, .55, .5}}, 10), 0);
  EXPECT_GT(expect_nested(TopM<Gaussian>(Gaussian(1.0), {5, 2}), {{1.0, 0.9, 0.3, 0.2, 0.0}}, 10),
            0);
  EXPECT_GT(expect_nested(Thresholding<Gaussian>(Gaussian(1.0), {4, 0.5}), {{1, 0.9, 0.1, 0}}, 10),
            0);
  EXPECT_GT(
      expect_nested(BestArm<Normal>(Normal(), 4), {{1.2, 0.5, 0.45, 0.4}, Vector(4, 1.0)}, 12), 0);
}
TEST(Lasting, RisksAreMetAsIfAloneWithAMargin) {
  const World near{{1.0, 0.95, 0.3, 0.2}};
  const Ranking ranking{Direction::highest, 0.5};
  EXPECT_GT(expect_nested(BestArm(Gaussian(0.5), 4, ranking), near, 40), 0);
  EXPECT_GT(expect_nested(TopM<Gaussian>(Gaussian(0.5), {4, 2, ranking}), near, 10), 0);
  EXPECT_GT(expect_nested(Thresholding<Gaussian>(Gaussian(0.5), {4, 0.6, 0.5}), near, 10), 0);
}
TEST(Lasting, RisksAreMetAsIfAloneWithListedAnswers) {
  const Polyhedral problem(Gaussian(1.0), 3,
                           {{"1", {1, -1, 0, 1, 0, -1}, {0, 0}},
                            {"2", {-1, 1, 0, 0, 1, -1}, {0, 0}},
                            {"3", {-1, 0, 1, 0, -1, 1}, {0, 0}}});
  EXPECT_GT(expect_nested(problem, {{1.0, 0.4, 0.35}}, 8), 0);
}

/// The rule before 0.8: evidence for all claims at once.
TEST(Lasting, CanBeSwitchedOff) {
  const BestArm problem(Gaussian(1.0), 5);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Course course(problem, {{1.0, 0.5, 0.45, 0.4, 0.4}}, seed);
    Watch watch(problem, at_once, std::vector{0.1});
    while (!watch.done()) {
      const Arm arm = course.step();
      if (!course.standing().ready()) continue;
      watch.update(course.standing(), arm);
      const double missing =
          at_once.required(course.standing(), 0.1) - at_once.evidence(course.standing());
      if (std::abs(missing) > 1e-5) {
        ASSERT_EQ(watch.done(), missing < 0.0);
      }
    }
  }
}

/// Roles include earlier proofs.
TEST(Lasting, RolesRestOnProofsOfBefore) {
  const BestArm problem(Gaussian(1.0), 3, {Direction::highest, 0.5});
  Standing standing(problem);
  for (Arm a = 0; a < 3; ++a) {
    for (int i = 0; i < 4000; ++i) standing.add(a, (a == 2 ? 0.0 : 1.0 - 0.02 * double(a)) + i % 2);
  }
  const auto second = [&](const MixtureStopping& rule, Sentry& sentry) {
    std::vector<Role> roles(3, Role::shares);
    EXPECT_TRUE(rule.met(standing, 0.05, sentry));
    rule.assign_roles(standing, 0.05, sentry, roles);
    return roles[1];
  };
  Sentry fresh(3), proved(3), ignored(3);
  proved.proofs().add(0 * 3 + 1, Proofs::ahead);
  ignored.proofs().add(0 * 3 + 1, Proofs::ahead);
  EXPECT_EQ(second(remembering, fresh), Role::shares);
  EXPECT_EQ(second(remembering, proved), Role::ruled_out);
  EXPECT_EQ(second(at_once, ignored), Role::shares);
}

}  // namespace
}  // namespace mirador::testing_support::lasting
