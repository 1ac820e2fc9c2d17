#include "mirador/rounds/bets.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "rounds.hpp"

namespace mirador::testing_support {
namespace {

constexpr std::uint64_t items = 40;

std::vector<double> gains_of(const Bets& bets, const PairPast& past, double difference) {
  std::vector<double> gains(bets.size());
  bets.gains(past, difference, gains);
  return gains;
}

std::vector<double> shifted_gains_of(const Bets& bets, const PairPast& past, double difference,
                                     double shift) {
  std::vector<double> gains(bets.size());
  bets.shifted_gains(past, difference, shift, gains);
  return gains;
}

/// Calls with every law and random pasts of 0 to 30 rounds.
template <class Check>
void for_random_pasts(Check&& check) {
  for (const auto& [name, law] : every_law(items)) {
    SCOPED_TRACE(name);
    Measurements random(7);
    const Bets bets(law);
    for (int repetition = 0; repetition < 60; ++repetition) {
      check(law, bets, random.past(law, random.below(31)), random);
    }
  }
}

TEST(Bets, WeightsSumToOneAndHalveInTheTail) {
  for (const auto& [name, law] : every_law(items)) {
    SCOPED_TRACE(name);
    const Bets bets(law);
    EXPECT_LE(bets.size(), 29u);
    EXPECT_NEAR(std::accumulate(bets.weights().begin(), bets.weights().end(), 0.0), 1.0, 1e-14);
    for (const double weight : bets.weights()) EXPECT_GT(weight, 0.0);
  }
}

TEST(Bets, NoBetEverLosesEverything) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        const double range = scores_of(law) ? bets.limit() : 1e100;
        for (const double difference : {random.difference(law), 0.0, range, -range}) {
          for (const double gain : gains_of(bets, past, difference)) EXPECT_GT(1.0 + gain, 0.0);
          for (const double shift : {0.0, 0.1, -0.1, -3.0, 5.0}) {
            for (const double gain : shifted_gains_of(bets, past, difference, shift)) {
              EXPECT_GT(1.0 + gain, 0.0) << shift;
            }
          }
        }
        for (const double gain : shifted_gains_of(bets, past, missing, 0.0))
          EXPECT_GT(1.0 + gain, 0.0);
      });
}

TEST(Bets, RiseWithTheDifference) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        double low = random.difference(law), high = random.difference(law);
        if (low > high) std::swap(low, high);
        const auto below = gains_of(bets, past, low), above = gains_of(bets, past, high);
        const auto below_shifted = shifted_gains_of(bets, past, low, 0.2);
        const auto above_shifted = shifted_gains_of(bets, past, high, 0.2);
        for (std::size_t q = 0; q < bets.size(); ++q) {
          EXPECT_LE(below[q], above[q]);
          EXPECT_LE(below_shifted[q], above_shifted[q]);
        }
      });
}

TEST(Bets, RiseWithTheShift) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        const double difference = random.difference(law);
        double low = 4.0 * random.uniform() - 2.0, high = 4.0 * random.uniform() - 2.0;
        if (low > high) std::swap(low, high);
        if (bets.excluded(past, high)) return;  // then the capital is infinite, whatever the bets
        const auto below = shifted_gains_of(bets, past, difference, low);
        const auto above = shifted_gains_of(bets, past, difference, high);
        for (std::size_t q = 0; q < bets.size(); ++q) EXPECT_LE(below[q], above[q] + 1e-15);
      });
}

TEST(Bets, AreOddUnlessTheSetIsFinite) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        const double difference = random.difference(law);
        const bool finite = scores_of(law) != nullptr && scores_of(law)->items > 0;
        EXPECT_EQ(bets.is_odd(), !finite);
        if (finite) return;
        const auto forth = gains_of(bets, past, difference);
        const auto back = gains_of(bets, past.reversed(), -difference);
        for (std::size_t q = 0; q < bets.size(); ++q) EXPECT_EQ(forth[q], -back[q]);
      });
}

TEST(Bets, AValueEqualToItsRivalBetsNothing) {
  for_random_pasts([](const Law&, const Bets& bets, const PairPast& past, Measurements&) {
    if (!bets.is_odd()) return;
    for (const double gain : gains_of(bets, past, 0.0)) EXPECT_EQ(gain, 0.0);
  });
}

TEST(Bets, ZeroShiftIsTheUnshiftedBetOnScoresAndWins) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        const auto* symmetric = std::get_if<SymmetricLaw>(&law);
        if (symmetric != nullptr && symmetric->compare != Compare::wins) return;
        const double difference = random.difference(law);
        EXPECT_EQ(shifted_gains_of(bets, past, difference, 0.0), gains_of(bets, past, difference));
      });
}

// The null of symmetric laws, exactly: mixtures of pairs ±x, of which -x is at least as likely.
TEST(Bets, SymmetricPairsHaveMeanAtMostOne) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        if (scores_of(law)) return;
        const double x = std::exp(6.0 * random.normal());
        const double ahead = 0.5 * random.uniform();
        const auto up = gains_of(bets, past, x), down = gains_of(bets, past, -x);
        for (std::size_t q = 0; q < bets.size(); ++q) {
          EXPECT_EQ(0.5 * up[q] + 0.5 * down[q], 0.0);
          EXPECT_LE(ahead * up[q] + (1.0 - ahead) * down[q], 0.0);
        }
        // Symmetric about -shift: the pair is -shift ± x.
        const double shift = random.normal();
        const auto above = shifted_gains_of(bets, past, -shift + x, shift);
        const auto below = shifted_gains_of(bets, past, -shift - x, shift);
        for (std::size_t q = 0; q < bets.size(); ++q) {
          EXPECT_NEAR(0.5 * above[q] + 0.5 * below[q], 0.0, 1e-9);
        }
      });
}

// The null of scores, exactly: laws on two points, of which all laws of mean -shift are mixtures.
TEST(Bets, ScoresOfMeanZeroHaveMeanAtMostOne) {
  for_random_pasts(
      [](const Law& law, const Bets& bets, const PairPast& past, Measurements& random) {
        if (!scores_of(law) || scores_of(law)->items > 0) return;
        const double range = bets.limit();
        const double shift = (2.0 * random.uniform() - 1.0) * range;
        const double low = -range + (range - shift) * random.uniform();
        const double high = -shift + (range + shift) * random.uniform();
        const double p = (-shift - low) / (high - low);  // of the high point
        const auto up = shifted_gains_of(bets, past, high, shift);
        const auto down = shifted_gains_of(bets, past, low, shift);
        for (std::size_t q = 0; q < bets.size(); ++q) {
          EXPECT_NEAR(p * up[q] + (1.0 - p) * down[q], 0.0, 1e-12);
        }
      });
}

/// The remaining items of a population of 3 to 7 differences, some of which were drawn.
struct Population {
  std::vector<double> differences;
  std::size_t drawn;
};

Population random_population(Measurements& random) {
  Population population;
  population.differences.resize(3 + random.below(5));
  for (double& d : population.differences) {
    d = 0.25 * static_cast<double>(random.below(9)) - 1.0;
  }
  population.drawn = random.below(population.differences.size());
  return population;
}

// The null of a finite set, exactly: the next item is one of the rest, each as likely.
TEST(Bets, TheNextItemHasMeanAtMostOne) {
  Measurements random(11);
  for (int repetition = 0; repetition < 500; ++repetition) {
    const auto [differences, drawn] = random_population(random);
    const std::size_t n = differences.size();
    const Bets bets(ScoreLaw{0.0, 1.0, n});
    const double total = std::accumulate(differences.begin(), differences.end(), 0.0);
    const double shift = -total / static_cast<double>(n);  // the null holds, and just so
    PairPast past;
    for (std::size_t b = 0; b < drawn; ++b) {
      // A missing value is at most as bad as the null supposes.
      if (random.uniform() < 0.2) {
        ++past.unknown;
      } else {
        past.add(differences[b]);
      }
    }
    EXPECT_FALSE(bets.excluded(past, shift));
    std::vector<double> mean(bets.size());
    for (std::size_t b = drawn; b < n; ++b) {
      const auto gains = shifted_gains_of(bets, past, differences[b], shift);
      for (std::size_t q = 0; q < mean.size(); ++q) mean[q] += gains[q];
    }
    for (const double sum : mean) EXPECT_LE(sum, 1e-11);
    if (past.unknown == 0) {
      for (const double sum : mean) EXPECT_NEAR(sum, 0.0, 1e-11);
    }
  }
}

TEST(Bets, AMissingItemCountsAsTheWorst) {
  const Bets bets(ScoreLaw{0.0, 1.0, items});
  PairPast past;
  past.add(0.5);
  EXPECT_EQ(gains_of(bets, past, missing), gains_of(bets, past, -1.0));
  EXPECT_EQ(shifted_gains_of(bets, past, missing, 0.1), shifted_gains_of(bets, past, -1.0, 0.1));
  for (const auto& [name, law] : endless_laws()) {
    SCOPED_TRACE(name);
    const Bets others(law);
    for (const double gain : gains_of(others, past, missing)) EXPECT_EQ(gain, 0.0);
    for (const double gain : shifted_gains_of(others, past, missing, 0.1)) EXPECT_EQ(gain, 0.0);
  }
}

TEST(Bets, AFiniteSetExcludesWhatItsRestCannotReach) {
  const Bets bets(ScoreLaw{0.0, 1.0, 4});
  PairPast past;
  past.add(1.0);
  past.add(1.0);
  EXPECT_FALSE(bets.excluded(past, 0.0));  // -1 and -1 would make a tie
  EXPECT_TRUE(bets.excluded(past, 0.01));
  PairPast with_missing = past;
  ++with_missing.unknown;
  EXPECT_FALSE(bets.excluded(with_missing, 0.0));
  past.add(-0.5);
  EXPECT_TRUE(bets.excluded(past, 0.0));
  EXPECT_FALSE(bets.is_tied(past));
  past.add(-1.5);
  EXPECT_TRUE(bets.is_tied(past));
}

TEST(PairPast, ReversedChangesTheSignOfTheSum) {
  PairPast past;
  past.add(1.5);
  past.add(-0.25);
  ++past.unknown;
  const PairPast back = past.reversed();
  EXPECT_EQ(back.sum, -1.25);
  EXPECT_EQ(back.sum_absolute, 1.75);
  EXPECT_EQ(back.sum_squares, past.sum_squares);
  EXPECT_EQ(back.rounds, 2u);
  EXPECT_EQ(back.unknown, 1u);
  EXPECT_EQ(past.mean(), 0.625);
}

TEST(Bets, HugeValuesAreOrdinaryBets) {
  const Bets bets(SymmetricLaw{Compare::typical});
  PairPast past, small;
  past.add(0x1p340);  // about 2e102
  small.add(1.0);
  EXPECT_EQ(gains_of(bets, past, 0x3p340), gains_of(bets, small, 3.0));
  for (const double gain : shifted_gains_of(bets, small, 1e300, 1e300)) EXPECT_LT(gain, 1.0);
}

}  // namespace
}  // namespace mirador::testing_support
