#include "rounds.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/difference.hpp"
#include "mirador/rounds/prospect.hpp"
#include "statistics.hpp"

/// Risks of comparisons in rounds, checked after every round.
namespace mirador::testing_support {
namespace {

constexpr double delta = 0.1;

/// Values of all arms of a round; no arm is better than another.
struct World {
  const char* name;
  std::function<double(Measurements&)> noise;
};

double heavy(Measurements& random) {  // Student's t with 3 degrees of freedom
  double squares = 0.0;
  for (int i = 0; i < 3; ++i) squares += std::pow(random.normal(), 2);
  return random.normal() / std::sqrt(squares / 3.0);
}

const std::vector<World> worlds = {
    {"normal", [](Measurements& random) { return random.normal(); }},
    {"exponential", [](Measurements& random) { return -std::log1p(-random.uniform()); }},
    {"heavy", heavy},
    {"spikes", [](Measurements& random) {
       return random.normal() + (random.uniform() < 0.05 ? 20.0 : 0.0);
     }}};

double score(const World& world, Measurements& random) {
  return std::clamp(0.3 + 0.2 * world.noise(random), 0.0, 1.0);
}

/// The number of runs in which arm 0, which ties with all others, is refuted.
std::uint64_t times_refuted(const World& world, const Law& law, std::size_t arms,
                            std::uint64_t runs) {
  Comparison comparison(arms, {.law = law, .delta = delta});
  const std::vector<Arm> members = all_arms(arms);
  std::vector<double> values(arms);
  Measurements random(61);
  std::uint64_t refuted_runs = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    comparison.start();
    for (int b = 0; b < 200 && comparison.in_play(0) && !comparison.verdict(); ++b) {
      for (double& value : values) {
        value = scores_of(law) ? score(world, random) : world.noise(random);
      }
      comparison.add(members, values);
    }
    refuted_runs += comparison.in_play(0) ? 0u : 1u;
  }
  return refuted_runs;
}

TEST(Rounds, OneOfEqualArmsIsRefutedAtMostAsOftenAsPromised) {
  for (const auto& [name, law] : endless_laws()) {
    if (name == "wide scores") continue;
    for (const World& world : worlds) {
      for (const std::size_t arms : {std::size_t{2}, std::size_t{5}}) {
        const std::uint64_t runs = arms == 2 ? 2000 : 300;
        const std::uint64_t times = times_refuted(world, law, arms, runs);
        EXPECT_GT(binomial_tail(times, runs, delta), refuted)
            << name << ", " << world.name << ", " << arms << " arms: " << times << " of " << runs;
        // The promise is not empty.
        if (arms == 2 && !scores_of(law)) {
          EXPECT_GT(times, runs / 100);
        }
      }
    }
  }
}

/// Two arms with the same total on a finite set of items, in random order.
TEST(Rounds, OneOfEqualArmsOnItemsIsRefutedAtMostAsOftenAsPromised) {
  constexpr std::uint64_t items = 100, runs = 3000;
  Measurements random(62);
  for (const bool rare : {false, true}) {
    std::uint64_t times = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      std::vector<double> differences(items);
      for (std::size_t b = 0; b < items; b += 2) {
        differences[b] = rare ? (b < 10 ? 1.0 : 0.0) : random.uniform();
        differences[b + 1] = -differences[b];
      }
      Comparison comparison(2, {.law = ScoreLaw{0.0, 1.0, items}, .delta = delta});
      for (std::size_t b = 0; b < items && !comparison.verdict(); ++b) {
        std::swap(differences[b], differences[b + random.below(items - b)]);
        const double d = differences[b];
        comparison.add(all_arms(2), std::vector<double>{std::max(d, 0.0), std::max(-d, 0.0)});
      }
      times += comparison.in_play(0) ? 0u : 1u;
    }
    EXPECT_GT(binomial_tail(times, runs, delta), refuted) << times;
    EXPECT_GT(times, runs / 100);  // the promise is not empty
  }
}

/// Arms with known means: what is said about differences and nearness after some of the rounds.
TEST(Rounds, IntervalsAndNearnessAreWrongAtMostAsOftenAsPromised) {
  constexpr std::uint64_t runs = 250;
  const std::vector<double> means = {0.3, 0.3, 0.0};
  for (const Compare compare : {Compare::mean, Compare::typical}) {
    const ComparisonTerms terms{.law = SymmetricLaw{compare}, .delta = delta};
    Measurements random(63);
    std::uint64_t missed = 0, too_near = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const RoundTable all = random.table(terms.law, means, 120, 0.0);
      RoundTable table(3);
      bool misses = false, nearer = false;
      for (std::size_t b = 0; b < all.rounds(); ++b) {
        table.add(all.members(b), all.values(b));
        if (b < 4 || b % 20 != 0) continue;
        const Interval ends = difference_interval(Bets(terms.law), table, {1, 2}, delta);
        misses |= ends.low > 0.3 || ends.high < 0.3;
        const Nearness nearness(terms, table);
        nearer |= nearness.within(2) < 0.3;
      }
      missed += misses ? 1u : 0u;
      too_near += nearer ? 1u : 0u;
    }
    EXPECT_GT(binomial_tail(missed, runs, delta), refuted) << missed;
    EXPECT_GT(binomial_tail(too_near, runs, 2.0 * delta), refuted) << too_near;
  }
}

}  // namespace
}  // namespace mirador::testing_support
