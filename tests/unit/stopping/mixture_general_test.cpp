#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "hyperbola.hpp"
#include "mirador/mirador.hpp"
#include "standings.hpp"

/// Mixture stopping for problems without special claims.
namespace mirador::testing_support {
namespace {

/// Σ_a log of the two-sided mixture ½(M⁺ + M⁻) at the nulls λ.
template <Problem P>
double two_sided(const Standing<P>& standing, const Vector& lambda) {
  const Gaussian& family = standing.problem().family();
  double sum = 0.0;
  for (Arm a = 0; a < lambda.size(); ++a) {
    const double up = family.log_mixture_above(standing.stats()[a], lambda[a]);
    const double down = family.log_mixture_below(standing.stats()[a], lambda[a]);
    sum += std::max(up, down) + std::log1p(std::exp(-std::abs(up - down))) - std::log(2.0);
  }
  return sum;
}

/// The minimum over the set of an answer, by a refined grid around the means.
template <Problem P>
double smallest_in(const Standing<P>& standing, const typename P::Answer& answer) {
  Vector centre(standing.means().begin(), standing.means().end());
  double smallest = INFINITY, reach = 5.0;
  for (int round = 0; round < 6; ++round, reach *= 0.1) {
    const Vector from = centre;
    for (int i = -40; i <= 40; ++i) {
      for (int j = -40; j <= 40; ++j) {
        const Vector lambda = {from[0] + reach * i / 40.0, from[1] + reach * j / 40.0};
        if (!standing.problem().contains(answer, lambda)) continue;
        const double value = two_sided(standing, lambda);
        if (value < smallest) smallest = value, centre = lambda;
      }
    }
  }
  return smallest;
}

template <Problem P>
void expect_lower_bound(const P& problem, const std::vector<typename P::Answer>& all,
                        double looseness) {
  Random random(71);
  Standing standing(problem);
  for (int trial = 0; trial < 8; ++trial) {
    standing.clear();
    simulate_into(standing, {normal_vector(random, 2)}, random_pulls(random, 2), random());
    const double evidence = MixtureStopping().evidence(standing);
    double smallest = INFINITY;
    for (const auto& answer : all) {
      if (answer == standing.closest().answer()) continue;
      smallest = std::min(smallest, smallest_in(standing, answer));
    }
    EXPECT_LE(evidence, smallest + 1e-6);
    if (smallest > 0.0) {
      EXPECT_GE(evidence, smallest - looseness);
    }
    // Stopping early below the required level never changes the side on which the evidence lies.
    for (const double delta : {0.5, 0.1, 1e-3}) {
      Sentry sentry(2);
      EXPECT_EQ(MixtureStopping().met(standing, delta, sentry), evidence >= -std::log(delta));
    }
  }
}

TEST(MixtureGeneral, PolyhedralIsATightLowerBound) {
  const Polyhedral problem(Gaussian(0.7), 2,
                           {{"high", {0.5, 0.5}, {1.0}},
                            {"low, first over second", {-0.5, -0.5, 1.0, -1.0}, {-0.5, 0.0}},
                            {"low, second over first", {-0.5, -0.5, -1.0, 1.0}, {-0.5, 0.0}}});
  expect_lower_bound(problem, {0, 1, 2}, 0.05);
}

TEST(MixtureGeneral, HyperbolaIsALowerBound) {
  expect_lower_bound(Hyperbola(Gaussian(0.7)), {Region::box, Region::above_hyperbola}, INFINITY);
}

/// "Which of two arms is better?" as a new type, for which there is no special code.
class Unnamed {
 public:
  using FamilyType = Bernoulli;
  using Answer = Arm;
  using Scratch = NoScratch;

  const Bernoulli& family() const { return known_.family(); }
  std::size_t arms() const { return 2; }
  void candidate(Point at, Answer& answer, Scratch& scratch) const {
    known_.candidate(at, answer, scratch);
  }
  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch& scratch) const {
    return known_.project(candidate, at, lambda, scratch);
  }
  bool contains(Answer answer, std::span<const double> means) const {
    return known_.contains(answer, means);
  }

 private:
  BestArm<Bernoulli> known_{Bernoulli(), 2};
};

/// log of ∫ p^s (1-p)^f under Beta(½,½).
double log_marginal(ArmData data) {
  const double s = data.sum, f = data.pulls - data.sum;
  return std::log(boost::math::beta(s + 0.5, f + 0.5) / boost::math::beta(0.5, 0.5));
}

TEST(MixtureGeneral, UniversalInferenceForOtherFamilies) {
  const Unnamed problem;
  Random random(72);
  Standing standing(problem);
  for (int trial = 0; trial < 20; ++trial) {
    standing.clear();
    simulate_into(standing, {uniform_vector(random, 2, 0.05, 0.95)}, random_pulls(random, 2),
                  random());
    const auto log_likelihood = [&](Arm a, double p) {
      const ArmData data = standing.stats()[a];
      return data.sum * std::log(p) + (data.pulls - data.sum) * std::log1p(-p);
    };
    const double null = -smallest_on_grid(
        [&](double p) { return -log_likelihood(0, p) - log_likelihood(1, p); }, 0.0, 1.0);
    const double expected =
        log_marginal(standing.stats()[0]) + log_marginal(standing.stats()[1]) - null;
    EXPECT_NEAR(MixtureStopping().evidence(standing), expected, 1e-6 * (1.0 + std::abs(expected)));
    EXPECT_EQ(MixtureStopping().required(standing, 0.1), -std::log(0.1));
  }
  const Plan plan{.rules = {parse_rule("rr")}, .runs = 200, .max_samples = 20000, .threads = 1};
  const auto result = simulate_problem<Unnamed>(problem, {.world = {{0.8, 0.3}}}, plan);
  EXPECT_EQ(result[0].summaries[1].undecided(), 0u);
  EXPECT_LE(result[0].summaries[1].errors(), 14u);  // 200 at 1 %: P(15 or more) < 1e-8
}

/// If no mixture is known the rule says so and never stops.
TEST(MixtureGeneral, UnknownVarianceInAProblemOfOnesOwn) {
  struct Own : Unnamed {
    using FamilyType = Normal;
    const Normal& family() const { return normal; }
    Normal normal;
    BestArm<Normal> known{Normal(), 2};
    void candidate(Point at, Answer& answer, Scratch& scratch) const {
      known.candidate(at, answer, scratch);
    }
    Projection project(Answer candidate, Point at, std::span<double> lambda,
                       Scratch& scratch) const {
      return known.project(candidate, at, lambda, scratch);
    }
    bool contains(Answer answer, std::span<const double> means) const {
      return known.contains(answer, means);
    }
  };
  const Own problem;
  Standing standing(problem);
  simulate_into(standing, {{9.0, 0.0}, {1.0, 1.0}}, {50, 50}, 73);
  EXPECT_EQ(MixtureStopping().evidence(standing), -INFINITY);
  EXPECT_EQ(MixtureStopping().guarantee(problem).status, Status::heuristic);
}

}  // namespace
}  // namespace mirador::testing_support
