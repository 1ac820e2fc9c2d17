#include "attack_round_worlds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace attack {
namespace {

using mirador::Arm;
using mirador::Comparison;

/// Is some rival of arm 0 ahead of it so far?
bool is_behind(const Comparison& past) {
  for (Arm a = 1; a < past.arms(); ++a) {
    if (past.past(a, 0).sum > 0.0) return true;
  }
  return false;
}

Values unequal_scales() {
  return [](const Comparison& past, Draws& draws, std::span<double> values) {
    const double common = std::exp(3.0 * std::sin(0.1 * static_cast<double>(past.rounds())));
    double own = 1.0;
    for (double& value : values) value = common * own * draws.normal(), own *= 5.0;
  };
}

/// Another law in every round, heavy tails after light ones.
Values alternating_laws() {
  return [](const Comparison& past, Draws& draws, std::span<double> values) {
    const Noise noises[] = {normal_noise, student_noise, exponential_noise};
    const Noise noise = noises[past.rounds() % 3];
    for (double& value : values) value = noise(draws);
  };
}

/// Fair signs; the attacker chooses their size, large while arm 0 is behind.
Values chosen_sizes() {
  return [](const Comparison& past, Draws& draws, std::span<double> values) {
    const double size = is_behind(past) ? 10.0 : 0.1;
    values[0] = 0.0;
    for (double& value : values.subspan(1)) value = size * draws.sign();
  };
}

Values drifting_together() {
  return [level = 0.0](const Comparison&, Draws& draws, std::span<double> values) mutable {
    level = 0.99 * level + 10.0 * draws.normal();
    for (double& value : values) value = level + draws.normal();
  };
}

/// What the arms of a round share: correlation 0.9.
Values correlated() {
  return [](const Comparison&, Draws& draws, std::span<double> values) {
    const double common = 3.0 * draws.normal();
    for (double& value : values) value = common + draws.normal();
  };
}

/// The place in a round has an effect of its own, and the order is random.
Values random_order() {
  return [](const Comparison&, Draws& draws, std::span<double> values) {
    std::iota(values.begin(), values.end(), 0.0);
    for (std::size_t n = values.size(); n > 1; --n) {
      const auto other = static_cast<std::size_t>(draws.uniform() * static_cast<double>(n));
      std::swap(values[n - 1], values[other]);
    }
    for (double& value : values) value += draws.normal();
  };
}

/// The chance of a round is one of easy and hard, chosen by the attacker.
Values chosen_difficulty() {
  return [](const Comparison& past, Draws& draws, std::span<double> values) {
    const double chance = is_behind(past) ? 0.5 : 0.02;
    for (double& value : values) value = draws.chance(chance) ? 1.0 : 0.0;
  };
}

enum class Jackpot { of_rivals, of_the_best, chosen };

/// Rivals have 1 with probability 0.02 and otherwise 0, arm 0 has always 0.02; or the mirror image.
Values jackpots(Jackpot kind) {
  return [kind](const Comparison& past, Draws& draws, std::span<double> values) {
    const bool mirrored =
        kind == Jackpot::of_the_best || (kind == Jackpot::chosen && is_behind(past));
    for (double& value : values) value = draws.chance(0.02) ? 1.0 : 0.0;
    values[0] = 0.02;
    if (mirrored) {
      for (double& value : values) value = 1.0 - value;
    }
  };
}

/// Calls `score(item, values)` for the items in random order.
template <class Score>
Values items_in_random_order(std::uint64_t items, Score score) {
  std::vector<std::uint64_t> rest(items);
  std::iota(rest.begin(), rest.end(), std::uint64_t{0});
  return [rest, score](const Comparison&, Draws& draws, std::span<double> values) mutable {
    const auto place = static_cast<std::size_t>(draws.uniform() * static_cast<double>(rest.size()));
    score(rest[place], values);
    rest[place] = rest.back();
    rest.pop_back();
  };
}

/// Every arm is right on half of an even number of items, about independently of the others: arm a
/// where bit a of the item is 1. Where items are left over at the end, because bit a does not
/// repeat often enough, it is right on those with an odd number of bits.
auto score_as_coins(std::uint64_t items) {
  return [items](std::uint64_t item, std::span<double> values) {
    for (std::size_t a = 0; a < values.size(); ++a) {
      const bool left_over = item >= items - items % (std::uint64_t{2} << a);
      const bool is_right = left_over ? std::popcount(item) % 2 == 1 : (item >> a & 1) == 1;
      values[a] = is_right ? 1.0 : 0.0;
    }
  };
}

/// Four items decide.
void score_four(std::uint64_t item, std::span<double> values) {
  std::ranges::fill(values, 0.5);
  if (item < 4) values[0] = item < 2 ? 0.0 : 1.0;
}

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

void choose_all(const Comparison& past, std::vector<Arm>& members) {
  members.resize(past.arms());
  std::iota(members.begin(), members.end(), Arm{0});
}

/// Arm 0 with the rivals that are ahead of it; if there are none, with one rival in turn.
void choose_winning(const Comparison& past, std::vector<Arm>& members) {
  members.assign(1, 0);
  for (Arm a = 1; a < past.arms(); ++a) {
    if (past.in_play(a) && past.past(a, 0).sum > 0.0) members.push_back(a);
  }
  if (members.size() == 1) members.push_back(1 + past.rounds() % (past.arms() - 1));
}

/// Arm 0 with the rival that is most ahead of it.
void choose_best_rival(const Comparison& past, std::vector<Arm>& members) {
  Arm best = 1;
  for (Arm a = 2; a < past.arms(); ++a) {
    if (past.past(a, 0).sum > past.past(best, 0).sum) best = a;
  }
  members = {0, best};
}

/// The rivals play alone as long as they lose to arm 0; then all play.
void choose_rivals_first(const Comparison& past, std::vector<Arm>& members) {
  choose_all(past, members);
  if (!is_behind(past) && past.rounds() % 4 != 0) members.erase(members.begin());
}

void abandon_when_behind(const Comparison& past, std::span<double> values) {
  if (!is_behind(past) && past.rounds() % 3 != 0) values[1] = missing;
}

void hide_wins(const Comparison&, std::span<double> values) {
  for (double& rival : values.subspan(1)) {
    if (values[0] > rival) rival = missing;
  }
}

/// Arm 0 loses its value where it is ahead of some rival.
void hide_best(const Comparison&, std::span<double> values) {
  if (values[0] > *std::ranges::min_element(values)) values[0] = missing;
}

void hide_lower_rivals(const Comparison&, std::span<double> values) {
  const auto best = std::max_element(values.begin() + 1, values.end());
  for (auto rival = values.begin() + 1; rival != values.end(); ++rival) {
    if (rival != best) *rival = missing;
  }
}

/// Rival's values in the lowest tenth, of normal ones.
void hide_low(const Comparison&, std::span<double> values) {
  if (values[1] < -1.2816) values[1] = missing;
}

}  // namespace

double normal_noise(Draws& draws) { return draws.normal(); }
double exponential_noise(Draws& draws) { return -std::log(draws.uniform()) - 1.0; }
double student_noise(Draws& draws) {
  const double z = draws.normal(), x = draws.normal();
  return z / std::sqrt((x * x - 2.0 * std::log(draws.uniform())) / 3.0);
}
double spiky_noise(Draws& draws) { return (draws.chance(0.1) ? 100.0 : 1.0) * draws.normal(); }

Values equal_arms(Noise noise) {
  return [noise](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = noise(draws);
  };
}

Values leading_normal(double lead) {
  return [lead](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = draws.normal();
    values[0] += lead;
  };
}

Values coins(double chance) {
  return [chance](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = draws.chance(chance) ? 1.0 : 0.0;
  };
}

Values leading_coins(double low, double lead) {
  return [low, lead](const Comparison&, Draws& draws, std::span<double> values) {
    double chance = low + lead;
    for (double& value : values) value = draws.chance(chance) ? 1.0 : 0.0, chance = low;
  };
}

Values leading_items(std::uint64_t items) {
  return items_in_random_order(items, [](std::uint64_t item, std::span<double> values) {
    const double rival[] = {0.8, 0.0, 0.0, 1.0};
    std::ranges::fill(values, rival[item % 4]);
    values[0] = static_cast<double>(item % 2);
  });
}

std::vector<RoundWorld> real_worlds() {
  return {
      {"normal", [] { return equal_arms(normal_noise); }},
      {"arm 0 better by 1e-6 σ", [] { return leading_normal(1e-6); }},
      {"exponential", [] { return equal_arms(exponential_noise); }},
      {"Student, 3 degrees", [] { return equal_arms(student_noise); }},
      {"10 % spikes of 100 σ in every arm", [] { return equal_arms(spiky_noise); }},
      {"σ of 1, 5, 25, changing with time", unequal_scales},
      {"another law in every round", alternating_laws},
      {"fair signs of a size chosen from the past", chosen_sizes},
      {"common drift, AR(1)", drifting_together},
      {"correlation 0.9", correlated},
      {"effects of the place, random order", random_order},
  };
}

std::vector<RoundWorld> score_worlds() {
  return {
      {"coins, 0.5", [] { return coins(0.5); }},
      {"coins, 0.02", [] { return coins(0.02); }},
      {"coins, easy or hard as chosen from the past", chosen_difficulty},
      {"jackpots of the rivals", [] { return jackpots(Jackpot::of_rivals); }},
      {"jackpots of arm 0", [] { return jackpots(Jackpot::of_the_best); }},
      {"either, as chosen from the past", [] { return jackpots(Jackpot::chosen); }},
  };
}

std::vector<RoundWorld> item_worlds(std::uint64_t items) {
  const double small = 1.0 / static_cast<double>(items - 1);
  const auto one = [small](double most) {
    return [small, most](std::uint64_t item, std::span<double> values) {
      std::ranges::fill(values, item == 0 ? 1.0 - most : small * most);
      values[0] = item == 0 ? most : small * (1.0 - most);
    };
  };
  return {
      {"coins with equal totals",
       [=] { return items_in_random_order(items, score_as_coins(items)); }},
      {"four items differ", [=] { return items_in_random_order(items, score_four); }},
      {"one item outweighs the others, for arm 0",
       [=] { return items_in_random_order(items, one(1.0)); }},
      {"one item outweighs the others, against arm 0",
       [=] { return items_in_random_order(items, one(0.0)); }},
  };
}

const Adversary everyone{"all play", choose_all};
const Adversary only_winning_rivals{"arm 0 plays with rivals that are ahead of it", choose_winning};
const Adversary only_best_rival{"arm 0 plays with the rival most ahead", choose_best_rival};
const Adversary victim_in_turn{"arm 0 plays while behind, else in every fourth round",
                               choose_rivals_first};
const Adversary abandons_when_behind{"values abandoned beforehand while rivals lose", choose_all,
                                     abandon_when_behind};
const Adversary hides_victims_wins{"values lost after seeing them, where arm 0 wins", choose_all,
                                   hide_wins};
const Adversary hides_victims_best{"arm 0's value lost after seeing it, where it beats a rival",
                                   choose_all, hide_best};
const Adversary keeps_higher_rival{"of two rivals the one with the higher value plays", choose_all,
                                   hide_lower_rivals};
const Adversary hides_a_tenth_of_losses{"the rival's lowest tenth of values lost", choose_all,
                                        hide_low};

}  // namespace attack
