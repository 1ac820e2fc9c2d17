#include "mirador/stopping/mixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "mirador/random/reward_stream.hpp"
#include "mirador/stopping/roll_call.hpp"
#include "mirador/stopping/watch.hpp"
#include "points.hpp"
#include "simulate/lanes/best_arm_judge.hpp"
#include "simulate/lanes/thresholding_judge.hpp"

/// Mixture stopping side by side compared with the reference, trajectory by trajectory.
namespace mirador::testing_support {
namespace {

constexpr int most_arms = 16;

lanes::GaussianTerms terms_of(const Gaussian& family) { return {family.sigma()}; }
lanes::BernoulliTerms terms_of(const Bernoulli&) { return {}; }

/// `called`: the means at the last roll call, by default the current ones.
lanes::Measured measured(const ArmStats& stats, const double* called = nullptr) {
  return {static_cast<int>(stats.arms()), stats.counts().data(), stats.sums().data(),
          called != nullptr ? called : stats.means().data()};
}

template <class F, class G>
bool settled(const Standing<BestArm<F>>& standing, lanes::Need need, G& guard,
             const double* called = nullptr) {
  const bool highest = standing.problem().ranking().direction == Direction::highest;
  return lanes::best_arm_settled(
      terms_of(standing.problem().family()), measured(standing.stats(), called),
      static_cast<int>(standing.closest().answer()), highest, need, guard);
}
template <class F, class G>
bool settled(const Standing<Thresholding<F>>& standing, lanes::Need need, G& guard,
             const double* called = nullptr) {
  return lanes::thresholding_settled(terms_of(standing.problem().family()),
                                     measured(standing.stats(), called), standing.problem().level(),
                                     need, guard);
}

template <class F, class G>
bool guarded(const Standing<BestArm<F>>& standing, Arm arm, const G& guard) {
  return static_cast<int>(standing.answer()) == guard.answer &&
         guard.holds(measured(standing.stats()), static_cast<int>(arm));
}
template <class F, class G>
bool guarded(const Standing<Thresholding<F>>& standing, Arm arm, const G& guard) {
  return guard.holds(measured(standing.stats()), static_cast<int>(arm));
}

/// The steps of a SIMD simulation after every measurement.
template <class G>
class LaneWatch {
 public:
  LaneWatch(G guard, int arms) : guard_(guard), arms_(arms) { guard_.forget(arms); }

  /// Does the replication stop now, after `arm` was measured?
  template <Problem P>
  bool stops(const Standing<P>& standing, Arm arm, lanes::Need need) {
    if (static_cast<double>(standing.total()) >= roll_call_) {
      called_.assign(standing.means().begin(), standing.means().end());
      roll_call_ = next_roll_call(static_cast<double>(standing.total()));
      guard_.dismiss(arms_);
    }
    if (trusting && guarded(standing, arm, guard_)) return false;
    if (standing.closest().value() < need.level) {
      guard_.dismiss(arms_);
      return false;
    }
    ++calls;
    if (!trusting) guard_.dismiss(arms_);
    return settled(standing, need, guard_, called_.data());
  }

  bool trusting = true;  ///< false: judges after every measurement
  int calls = 0;

 private:
  G guard_;
  int arms_;
  std::vector<double> called_;
  double roll_call_ = 0.0;
};

template <Problem P>
struct Case {
  P problem;
  World world;
  std::vector<double> deltas;
};

/// Plays one trajectory, arms drawn at random with random weights, and records when each watch
/// stops at every δ: the reference, SIMD, and on request SIMD without guards.
class Trial {
 public:
  int mismatches = 0, calls = 0;
  double steps = 0.0;

  template <Problem P>
  void run(const Case<P>& c, std::uint64_t seed, bool without_guard, Edition counts) {
    const auto arms = static_cast<int>(c.problem.arms());
    Standing<P> standing(c.problem);
    Watch<P, MixtureStopping> reference(c.problem, MixtureStopping(counts), c.deltas);
    using Guard = lanes::Guard<most_arms>;
    LaneWatch<Guard> watch(Guard{}, arms), anew(Guard{}, arms);
    anew.trusting = false;
    RewardStream<typename P::FamilyType> rewards(c.problem.family(), c.world);
    rewards.start({seed, 7});
    Random random(seed);
    std::discrete_distribution<std::size_t> draw = weights(random, c.problem.arms());
    std::size_t met = 0;
    for (int t = 0; t < 200'000 && met < c.deltas.size(); ++t) {
      const Arm arm = t < arms ? static_cast<Arm>(t) : draw(random);
      standing.add(arm, rewards.next(arm));
      if (!standing.ready()) continue;
      reference.update(standing, arm);
      const lanes::Need need = {MixtureStopping{}.required(standing, c.deltas[met]),
                                counts == Edition::second};
      const bool stops = watch.stops(standing, arm, need);
      if (stops != (reference.met() > met)) note(standing, seed, "the reference", stops);
      if (without_guard && anew.stops(standing, arm, need) != stops) {
        note(standing, seed, "no guard", stops);
      }
      // One risk per measurement: the next one is evaluated with the next measurement.
      met = reference.met();
    }
    calls += watch.calls;
    steps += static_cast<double>(standing.total());
  }

 private:
  static std::discrete_distribution<std::size_t> weights(Random& random, std::size_t arms) {
    std::uniform_real_distribution<double> weight(0.3, 1.0);
    std::vector<double> weights(arms);
    for (double& w : weights) w = weight(random);
    return {weights.begin(), weights.end()};
  }
  template <Problem P>
  void note(const Standing<P>& standing, std::uint64_t seed, const char* against, bool stops) {
    ++mismatches;
    ADD_FAILURE() << "against " << against << ", seed " << seed << ", after " << standing.total()
                  << " pulls: lanes " << (stops ? "stop" : "go on") << ", evidence "
                  << MixtureStopping{}.evidence(standing);
  }
};

template <Problem P>
void expect_same_stops(const Case<P>& c, int runs) {
  Trial trial;
  for (int run = 0; run < runs; ++run) {
    trial.run(c, static_cast<std::uint64_t>(run) + 1, run % 8 == 0,
              run % 4 == 1 ? Edition::first : Edition::second);
    if (trial.mismatches > 5) break;
  }
  // The guards must make judging rare.
  EXPECT_LT(trial.calls, 0.06 * trial.steps + 60.0 * runs);
}

template <class F>
void expect_same_stops_of_best_arms(F family, const std::vector<double>& means, int runs) {
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    const BestArm<F> problem(family, means.size(), {direction});
    expect_same_stops(Case<BestArm<F>>{problem, {means}, {0.01}}, runs);
    expect_same_stops(Case<BestArm<F>>{problem, {means}, {0.3}}, runs);
    expect_same_stops(Case<BestArm<F>>{problem, {means}, {1e-6}}, runs / 2);
  }
}
template <class F>
void expect_same_stops_of_thresholding(F family, double level, const std::vector<double>& means,
                                       int runs) {
  const Thresholding<F> problem(family, {means.size(), level});
  for (const double delta : {0.3, 0.01, 1e-6}) {
    expect_same_stops(Case<Thresholding<F>>{problem, {means}, {delta}}, runs);
  }
}

TEST(LaneMixture, StopsWhereTheReferenceDoesWithGaussianArms) {
  expect_same_stops_of_best_arms(Gaussian(1.0), {0.5, 0.0}, 40);
  expect_same_stops_of_best_arms(Gaussian(0.5), {-1.0, -0.6, 0.0, 0.45}, 40);
  expect_same_stops_of_best_arms(Gaussian(2.0), {3, 1, 1, 1, 1, 1, 0, 0, 0, -1}, 24);
  expect_same_stops_of_best_arms(Gaussian(1.0), {0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 5}, 16);
}
TEST(LaneMixture, StopsWhereTheReferenceDoesWithBernoulliArms) {
  expect_same_stops_of_best_arms(Bernoulli(), {0.7, 0.4}, 24);
  expect_same_stops_of_best_arms(Bernoulli(), {0.1, 0.3, 0.4, 0.6}, 24);
  expect_same_stops_of_best_arms(Bernoulli(), {0.01, 0.5, 0.99}, 24);
  expect_same_stops_of_best_arms(Bernoulli(), {0, .3, .3, .5, .5, .5, .5, .6, .6, 0.9}, 16);
}
TEST(LaneMixture, StopsWhereTheReferenceDoesInThresholding) {
  expect_same_stops_of_thresholding(Gaussian(1.5), 0.3, {0.0, 0.6, 0.9, -0.4}, 40);
  expect_same_stops_of_thresholding(Gaussian(1.0), -1.0, {0, 1, -2, -2, -2, 1, 1, 1, 1, 1}, 40);
  expect_same_stops_of_thresholding(Bernoulli(), 0.5, {0.35, 0.7}, 40);
  expect_same_stops_of_thresholding(Bernoulli(), 0.1, {0.3, 0.02, 0.05, 0.99}, 40);
}

double distance(double a, double b) { return a == b ? 0.0 : std::abs(a - b) / (1.0 + std::abs(b)); }

TEST(LaneMixture, TermsAreThoseOfTheFamilies) {
  Random random(3);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const Gaussian gaussian(0.7);
  const Bernoulli bernoulli;
  double off = 0.0, off_binary = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    const double pulls = std::floor(std::exp(12.0 * uniform(random)));
    const double mean = uniform(random),
                 near = mean + 4.0 * (uniform(random) - 0.5) / std::sqrt(pulls);
    const double null = i % 3 == 0 ? uniform(random) : std::clamp(near, 1e-9, 1.0 - 1e-9);
    const ArmData real = {pulls, pulls * mean}, binary = {pulls, std::floor(pulls * mean + 0.5)};
    const auto one = terms_of(gaussian);
    off = std::max({off,
                    distance(one.log_mixture_above(pulls, real.sum, null),
                             gaussian.log_mixture_above(real, null)),
                    distance(one.log_mixture_below(pulls, real.sum, null),
                             gaussian.log_mixture_below(real, null))});
    const auto two = terms_of(bernoulli);
    off_binary = std::max({off_binary,
                           distance(two.log_mixture_above(pulls, binary.sum, null),
                                    bernoulli.log_mixture_above(binary, null)),
                           distance(two.log_mixture_below(pulls, binary.sum, null),
                                    bernoulli.log_mixture_below(binary, null))});
  }
  EXPECT_LT(off, 1e-12);
  EXPECT_LT(off_binary, 1e-12);
}

TEST(LaneMixture, TermsAreThoseOfTheFamiliesAtTheEnds) {
  const lanes::BernoulliTerms terms;
  const Bernoulli bernoulli;
  for (const double pulls : {1.0, 2.0, 7.0, 1000.0, 1e6}) {
    for (const double sum : {0.0, 1.0, pulls - 1.0, pulls}) {
      for (const double null : {0.0, 1e-300, 1e-100, 1e-9, 0.5, 1.0 - 1e-9, 1.0 - 1e-16, 1.0}) {
        const ArmData data = {pulls, sum};
        EXPECT_LT(distance(terms.log_mixture_above(pulls, sum, null),
                           bernoulli.log_mixture_above(data, null)),
                  1e-12)
            << pulls << " " << sum << " " << null;
        EXPECT_LT(distance(terms.log_mixture_below(pulls, sum, null),
                           bernoulli.log_mixture_below(data, null)),
                  1e-12)
            << pulls << " " << sum << " " << null;
      }
    }
  }
}

/// Every combination of sums, judged once: data with F below any least value too.
template <Problem P>
void expect_same_judgement(const P& problem, const std::vector<double>& pulls,
                           const std::vector<std::vector<double>>& rewards) {
  for (const auto& one : rewards) {
    for (const auto& two : rewards) {
      for (const double n : pulls) {
        Standing<P> standing(problem);
        for (int i = 0; i < static_cast<int>(n); ++i) {
          standing.add(0, one[static_cast<std::size_t>(i) % one.size()]);
          standing.add(1, two[static_cast<std::size_t>(i) % two.size()]);
        }
        for (const double need : {0.5, 3.0, 20.0}) {
          if (standing.closest().value() < need) continue;
          lanes::Guard<2> guard;
          guard.forget(2);
          Sentry sentry(2);
          const double delta = std::exp(MixtureStopping{}.required(standing, 1.0) - need);
          EXPECT_EQ(settled(standing, {need, true}, guard),
                    MixtureStopping{}.met(standing, delta, sentry))
              << n << " " << one[0] << " " << two[0] << " need " << need;
        }
      }
    }
  }
}

TEST(LaneMixture, JudgesExtremeDataAsTheReference) {
  const std::vector<double> pulls = {1, 2, 5, 40, 300};
  const std::vector<std::vector<double>> binary = {{0}, {1}, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1}};
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    expect_same_judgement(BestArm<Bernoulli>(Bernoulli(), 2, {direction}), pulls, binary);
    expect_same_judgement(BestArm<Gaussian>(Gaussian(1.0), 2, {direction}), pulls,
                          {{-1e8}, {-3}, {0}, {1e-8}, {0.5, 1}, {1e8}});
  }
  for (const double level : {1e-9, 0.125, 0.5, 1.0 - 1e-9}) {
    expect_same_judgement(Thresholding<Bernoulli>(Bernoulli(), {2, level}), pulls, binary);
  }
  expect_same_judgement(Thresholding<Gaussian>(Gaussian(1.0), {2, 0.5}), pulls,
                        {{-1e8}, {-3}, {0}, {0.5}, {0.5, 1}, {1e8}});
}

TEST(LaneMixture, GuardsInMemoryElsewhereAreTheSame) {
  const BestArm<Gaussian> problem(Gaussian(1.0), 4);
  Standing<BestArm<Gaussian>> standing(problem);
  RewardStream<Gaussian> rewards(problem.family(), {{0.5, 0.1, 0.0, 0.0}});
  rewards.start({5, 0});
  std::vector<double> low(4), high(4), caps(4), proved(4);
  lanes::WideGuard wide;
  wide.low = low.data(), wide.high = high.data(), wide.caps = caps.data();
  wide.proved = proved.data();
  lanes::Guard<most_arms> guard;
  wide.forget(4);
  guard.forget(4);
  for (Arm a = 0; !standing.ready() || !settled(standing, {4.0, true}, guard); a = (a + 1) % 4) {
    if (standing.ready()) {
      EXPECT_FALSE(settled(standing, {4.0, true}, wide));
      for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(guard.low[k], low[k]);
      for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(guard.caps[k], caps[k]);
    }
    standing.add(a, rewards.next(a));
  }
  EXPECT_TRUE(settled(standing, {4.0, true}, wide));
}

}  // namespace
}  // namespace mirador::testing_support
