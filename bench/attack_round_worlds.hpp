#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "mirador/random/stream.hpp"
#include "mirador/rounds/comparison.hpp"
#include "mirador/simd/functions.hpp"

/// Where the values of attacked rounds come from, and who plays.
namespace attack {

/// The random numbers of a round.
class Draws {
 public:
  Draws(mirador::RandomKey key, std::uint64_t round) : draws_(key, round) {}
  double uniform() { return draws_.uniform(used_++); }
  double normal() { return mirador::normal_quantile(uniform()); }
  bool chance(double probability) { return uniform() < probability; }
  double sign() { return chance(0.5) ? 1.0 : -1.0; }

 private:
  mirador::RoundDraws draws_;
  std::uint64_t used_ = 0;
};

/// The values of the next round, one for each arm; `past` may be used, as by an adversary who
/// chooses laws. Has the state of one run.
using Values =
    std::function<void(const mirador::Comparison& past, Draws& draws, std::span<double> values)>;

/// Makes the values of a run.
struct RoundWorld {
  std::string_view name;
  std::function<Values()> values;
};

/// Noise of mean or centre 0.
using Noise = double (*)(Draws&);
double normal_noise(Draws& draws);
double exponential_noise(Draws& draws);
/// Student with 3 degrees of freedom.
double student_noise(Draws& draws);
/// Normal, one in ten a hundred times as large.
double spiky_noise(Draws& draws);

/// Independent noise, with all arms equal.
Values equal_arms(Noise noise);
/// Real values: exact ties, except where the name says otherwise.
std::vector<RoundWorld> real_worlds();
/// Scores in [0, 1] with equal averages.
std::vector<RoundWorld> score_worlds();
/// `items` scores with equal totals in random order.
std::vector<RoundWorld> item_worlds(std::uint64_t items);
/// 1 with this probability, 0 otherwise.
Values coins(double chance);
/// Arm 0 is better by `lead` on average.
Values leading_normal(double lead);
Values leading_coins(double low, double lead);
/// On average 1/20 better, on exactly these items.
Values leading_items(std::uint64_t items);
/// What breaks an assumption. Averages are equal.
std::vector<RoundWorld> broken_worlds();
/// The same with scores in [0, 1].
std::vector<RoundWorld> broken_score_worlds();
/// The first of broken_worlds() as scores: 1 where the value is above 0.
std::vector<RoundWorld> broken_coin_worlds();
/// Three dice of equal means, each ahead of the next in 5 of 9 rounds: none is best.
extern const RoundWorld dice_in_a_circle;
/// Arm 0's values belong to the round before.
extern const RoundWorld slipped_world;

/// Chooses the arms of a round from earlier rounds, and which values go missing.
struct Adversary {
  std::string_view name;
  void (*choose)(const mirador::Comparison& past, std::vector<mirador::Arm>& members);
  /// Hides values as NaN; null: none.
  void (*hide)(const mirador::Comparison& past, std::span<double> values) = nullptr;
};

extern const Adversary everyone, only_winning_rivals, only_best_rival, victim_in_turn;
/// Decided before the round, by earlier ones.
extern const Adversary abandons_when_behind;
/// After seeing the values: proved for finite sets, broken otherwise.
extern const Adversary hides_victims_wins, hides_victims_best, hides_a_tenth_of_losses;
/// Members that are chosen after seeing the values.
extern const Adversary keeps_higher_rival;

}  // namespace attack
