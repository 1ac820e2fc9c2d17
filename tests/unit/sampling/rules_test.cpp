#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/sampling/direct_tracking.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/lma.hpp"
#include "mirador/sampling/top_two.hpp"
#include "play.hpp"
#include "points.hpp"

/// The rules compared with direct implementations of their definitions, on the paper's instance.
namespace mirador::testing_support {
namespace {

using Question = BestArm<Gaussian>;
const Question problem(Gaussian(1.0), 4);
const Vector means = {1.0, 0.85, 0.8, 0.75};

/// The sub-gradient of the best-arm F, by hand.
Vector plain_gradient(std::span<const double> w, std::span<const double> m) {
  const auto best = static_cast<Arm>(std::max_element(m.begin(), m.end()) - m.begin());
  double value = std::numeric_limits<double>::infinity();
  Vector gradient;
  for (Arm a = 0; a < m.size(); ++a) {
    if (a == best) continue;
    const double theta = (w[best] * m[best] + w[a] * m[a]) / (w[best] + w[a]);
    Vector g(m.size(), 0.0);
    g[best] = 0.5 * (m[best] - theta) * (m[best] - theta);
    g[a] = 0.5 * (m[a] - theta) * (m[a] - theta);
    if (dot(w, g) >= value) continue;
    value = dot(w, g);
    gradient = g;
  }
  return gradient;
}

Vector softmax(const Vector& gains, double rate) {
  const double largest = *std::max_element(gains.begin(), gains.end());
  Vector weights(gains.size());
  double total = 0.0;
  for (Arm a = 0; a < gains.size(); ++a) {
    weights[a] = gains[a] == largest ? 1.0 : std::exp(rate * (gains[a] - largest));
    total += weights[a];
  }
  for (double& weight : weights) weight /= total;
  return weights;
}

/// Follows the rule for 1500 rounds next to G = Σ clip(g) and w̃(t+1) = softmax(rate(t+1, G, g) G),
/// where `rate` may have its own state.
template <class Learner, class Rate>
void expect_mirror_weights(Learner learner, double clip, Rate&& rate) {
  Play play(problem, means, LazyMirrorAscent(problem, learner, clip), {13, 4});
  Vector gains(4, 0.0), weights(4, 0.25);
  for (std::uint64_t t = 1; t <= 1500; ++t) {
    play.step();
    if (t < 4) continue;
    Vector gain = plain_gradient(weights, play.standing().means());
    for (double& g : gain) g = std::min(g, clip * std::sqrt(static_cast<double>(t)));
    const double next_rate = rate(t + 1, gain, weights);
    for (Arm a = 0; a < 4; ++a) gains[a] += gain[a];
    weights = softmax(gains, next_rate);
    for (Arm a = 0; a < 4; ++a) ASSERT_NEAR(play.rule().weights()[a], weights[a], 1e-8) << t;
  }
}

TEST(LazyMirrorAscent, IsAlgorithmOneOfThePaper) {
  for (const double scale : {1.0, 0.01}) {
    for (const double clip : {1e-3, 0.1, std::numeric_limits<double>::infinity()}) {
      expect_mirror_weights(ExponentialWeights(4, {1.0 / scale, Decay::inverse_root}), clip,
                            [&](std::uint64_t t, const Vector&, const Vector&) {
                              return 1.0 / (scale * std::sqrt(static_cast<double>(t)));
                            });
    }
  }
}

TEST(LazyMirrorAscent, AdaHedgeIsItsDefinition) {
  double gap = 0.0;
  Vector totals(4, 0.0);
  expect_mirror_weights(AdaHedge(4), std::numeric_limits<double>::infinity(),
                        [&](std::uint64_t, const Vector& gain, const Vector& weights) {
                          const double before = *std::max_element(totals.begin(), totals.end());
                          for (Arm a = 0; a < 4; ++a) totals[a] += gain[a];
                          const double after = *std::max_element(totals.begin(), totals.end());
                          double mixed = after - before;
                          if (gap > 0.0) {
                            const double eta = std::log(4.0) / gap;
                            double sum = 0.0;
                            for (Arm a = 0; a < 4; ++a) sum += weights[a] * std::exp(eta * gain[a]);
                            mixed = std::log(sum) / eta;
                          }
                          gap += std::max(0.0, mixed - dot(gain, weights));
                          return gap > 0.0 ? std::log(4.0) / gap
                                           : std::numeric_limits<double>::infinity();
                        });
}

/// The least pulled arm if it has fewer than √t - K/2 pulls, else the rule's own choice.
Arm forced_or(const Standing<Question>& standing, Arm wanted) {
  const auto counts = standing.counts();
  const auto least = std::min_element(counts.begin(), counts.end());
  const double floor = std::sqrt(static_cast<double>(standing.total())) - 2.0;
  return *least < floor ? static_cast<Arm>(least - counts.begin()) : wanted;
}

TEST(FrankWolfe, IsBestChallengerWithForcing) {
  Play play(problem, means, FrankWolfe(problem), {13, 5});
  play.steps(4);
  for (int i = 0; i < 2000; ++i) {
    const Vector g = plain_gradient(play.standing().counts(), play.standing().means());
    const auto wanted = std::max_element(g.begin(), g.end()) - g.begin();
    const Arm expected = forced_or(play.standing(), static_cast<Arm>(wanted));
    // After equal counts the two gradients agree up to rounding, and either arm is correct.
    if (play.ask() != expected) {
      ASSERT_NEAR(g[play.ask()], g[expected], 1e-12 * g[expected]);
    }
    play.step();
  }
}

TEST(FrankWolfe, FollowsTheLeaderWithoutForcing) {
  // Two arms above 0: an unlucky first measurement of the better arm, then the other at its mean.
  const Signed<Gaussian> question(Gaussian(1.0), {2, 0.0});
  Standing standing(question);
  standing.add(0, 0.2);
  standing.add(1, 0.1);
  const FrankWolfe free(question, Forcing::none), forced(question);
  bool explored = false;
  for (int n = 0; n < 1000; ++n) {
    EXPECT_EQ(free.next(standing), 0u);
    explored |= forced.next(standing) == 1;
    standing.add(0, 0.2);
  }
  EXPECT_TRUE(explored);
}

TEST(TopTwoThompson, KeepsPullingALeaderThatIsCertain) {
  // F = 1000: the probability of an upset underflows, and the closest alternative is used.
  const Question two(Gaussian(1.0), 2);
  TopTwoThompson rule(two);
  rule.start({1, 0});
  Standing standing(two);
  for (int n = 0; n < 1000; ++n) {
    standing.add(0, 3.0);
    standing.add(1, 1.0);
  }
  ASSERT_NEAR(standing.closest().value(), 1000.0, 1e-6);
  int leader_pulls = 0;
  for (int n = 0; n < 2000; ++n) {
    const Arm arm = next_arm(rule, standing);
    leader_pulls += arm == 0;
    standing.add(arm, arm == 0 ? 3.0 : 1.0);
  }
  // Equal except for their means: neither may starve.
  EXPECT_GT(leader_pulls, 500);
  EXPECT_LT(leader_pulls, 1500);
}

TEST(DirectTracking, FollowsTheOptimalWeightsWithForcing) {
  Play play(problem, means, DirectTracking(problem), {13, 6});
  play.steps(4);
  for (int i = 0; i < 2000; ++i) {
    const auto& standing = play.standing();
    const auto optimum =
        characteristic_time(problem, problem.best(standing.means()), standing.means());
    const auto lag = [&](Arm a) {
      return static_cast<double>(standing.total()) * optimum.weights[a] - standing.counts()[a];
    };
    Arm wanted = 0;
    for (Arm a = 1; a < 4; ++a) wanted = lag(a) > lag(wanted) ? a : wanted;
    const Arm expected = forced_or(standing, wanted);
    // Two arms that lag equally up to 1e-9 of the pulls are equally correct.
    if (play.ask() != expected) {
      ASSERT_NEAR(lag(play.ask()), lag(expected), 1e-9 * static_cast<double>(standing.total()));
    }
    play.step();
  }
}

}  // namespace
}  // namespace mirador::testing_support
