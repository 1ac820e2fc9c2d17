#include "attack_round_contests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mirador/rounds/difference.hpp"
#include "mirador/rounds/prospect.hpp"
#include "mirador/rounds/round_table.hpp"
#include "mirador/rounds/shifted_capital.hpp"

namespace attack {
namespace {

using namespace mirador;

double promise_of(const Contest& contest) {
  return contest.promised > 0.0 ? contest.promised : contest.terms.delta;
}

/// A comparison and its rounds so far.
class Play {
 public:
  Play(const Contest& contest, RandomKey key)
      : comparison_(contest.arms, contest.terms),
        contest_(contest),
        key_(key),
        next_(contest.world.values()),
        values_(contest.arms) {}

  bool goes_on() const { return comparison_.rounds() < contest_.rounds && !comparison_.verdict(); }
  void play_round() {
    Draws draws(key_, comparison_.rounds());
    contest_.adversary.choose(comparison_, members_);
    next_(comparison_, draws, values_);
    if (contest_.adversary.hide) contest_.adversary.hide(comparison_, values_);
    for (Arm a = 0; a < contest_.arms; ++a) {
      if (!comparison_.in_play(a)) values_[a] = std::numeric_limits<double>::quiet_NaN();
    }
    comparison_.add(members_, values_);
  }
  const Comparison& comparison() const { return comparison_; }
  const std::vector<Arm>& members() const { return members_; }
  const std::vector<double>& values() const { return values_; }

 private:
  Comparison comparison_;
  const Contest& contest_;
  RandomKey key_;
  Values next_;
  std::vector<Arm> members_;
  std::vector<double> values_;
};

/// Is the smallest risk at most `risk` for "the leader is best, or all that are not refuted are
/// within the margin", and a rival that is not within it has not been refuted at that risk?
class FalseCertainty {
 public:
  explicit FalseCertainty(std::size_t entrants) : highest_(entrants) {}

  bool operator()(const Comparison& now, double risk) {
    for (Arm a = 0; a < now.arms(); ++a) {
      highest_[a] = std::max(highest_[a], now.log_capital(a));
    }
    if (now.evidence() < -std::log(risk)) return false;
    if (now.leader() != 0) return true;
    const double refuted = -std::log(risk * capital_share(now.terms().goal));
    for (Arm a = 1; a < now.arms(); ++a) {
      if (highest_[a] < refuted) return true;
    }
    return false;
  }

 private:
  std::vector<double> highest_;  // log E so far
};

bool has(RoundEvent event, const Comparison& now, double promised) {
  if (event == RoundEvent::somebody_wins) return now.arms_in_play() == 1;
  if (event == RoundEvent::early_certainty) {
    return now.leader() != 0 && now.evidence() >= -std::log(promised);
  }
  if (event == RoundEvent::false_winner) {
    const auto& verdict = now.verdict();
    return verdict && verdict->kind == Goal::best && verdict->answer != 0 &&
           now.evidence() >= -std::log(promised);
  }
  if (!now.in_play(0)) return true;
  if (event == RoundEvent::best_leaves) return false;
  for (Arm a = 1; a < now.arms(); ++a) {
    if (now.in_play(a) && now.within_margin(a)) return true;
  }
  return false;
}

/// Plays a run until the event, the verdict, or the last round.
bool happens(const Contest& contest, RandomKey key) {
  Play play(contest, key);
  FalseCertainty is_certain(contest.arms);
  const double promised = promise_of(contest);
  while (play.goes_on()) {
    play.play_round();
    const bool error = contest.event == RoundEvent::false_certainty
                           ? is_certain(play.comparison(), promised)
                           : has(contest.event, play.comparison(), promised);
    if (error) return true;
  }
  return false;
}

/// Plays a run in which the interval of the difference of arms 0 and 1 is looked at after every
/// round.
bool misses(const Contest& contest, RandomKey key) {
  const Comparison nothing(contest.arms, contest.terms);  // these worlds do not look at the past
  const Bets bets(contest.terms.law);
  ShiftedCapital above(bets, -contest.truth), below(bets, contest.truth);
  const Values next = contest.world.values();
  std::vector<double> values(contest.arms);
  for (std::uint64_t round = 0; round < contest.rounds; ++round) {
    Draws draws(key, round);
    next(nothing, draws, values);
    const double difference = values[0] - values[1];
    const double highest = std::max(above.after(difference), below.after(-difference));
    if (highest >= 2.0 / promise_of(contest)) return true;
  }
  return false;
}

/// The capital against "Δ_ij is at most what it is".
struct PairCapital {
  Arm i, j;
  ShiftedCapital capital;
};

/// Plays a comparison; the intervals of all pairs are looked at after every round, with a risk for
/// all of them together.
bool misses_some_pair(const Contest& contest, RandomKey key) {
  const Bets bets(contest.terms.law);
  std::vector<PairCapital> pairs;
  for (Arm i = 0; i < contest.arms; ++i) {
    for (Arm j = 0; j < contest.arms; ++j) {
      const double ahead = i == 0 ? contest.truth : j == 0 ? -contest.truth : 0.0;
      if (i != j) pairs.push_back({i, j, ShiftedCapital(bets, -ahead)});
    }
  }
  const double level = 2.0 / risk_of_each_pair(promise_of(contest), contest.arms);
  Play play(contest, key);
  while (play.goes_on()) {
    play.play_round();
    for (auto& [i, j, capital] : pairs) {
      if (capital.after(play.values()[i] - play.values()[j]) >= level) return true;
    }
  }
  return false;
}

/// Plays a comparison, then looks at ε̂, which only falls: the last one is the smallest.
bool is_too_near(const Contest& contest, RandomKey key) {
  RoundTable table(contest.arms);
  Play play(contest, key);
  while (play.goes_on()) {
    play.play_round();
    table.add(play.members(), play.values());
  }
  if (!play.comparison().in_play(0)) return true;
  const Nearness nearness(contest.terms, table);
  for (Arm a = 1; a < contest.arms; ++a) {
    if (nearness.within(a) < contest.truth) return true;
  }
  return false;
}

}  // namespace

std::string name_of(const ComparisonTerms& terms) {
  static constexpr const char* compared[] = {"mean", "typical", "wins"};
  std::string name;
  if (const auto* scores = std::get_if<ScoreLaw>(&terms.law)) {
    name = scores->items == 0 ? "scores" : std::to_string(scores->items) + " items";
  } else {
    name = compared[static_cast<std::size_t>(std::get<SymmetricLaw>(terms.law).compare)];
  }
  if (terms.goal == Goal::equal) name += ", equal within ε";
  if (terms.goal == Goal::good_enough) name += ", good enough";
  return name;
}

std::string attack_name(const Contest& contest) {
  std::string name(contest.label);
  if (name.empty()) return std::string(contest.adversary.name);
  const bool shown = contest.adversary.name != everyone.name;
  return shown ? name + ", " + std::string(contest.adversary.name) : name;
}

bool errs(const Contest& contest, RandomKey key) {
  switch (contest.event) {
    case RoundEvent::interval_misses:
      return misses(contest, key);
    case RoundEvent::some_interval_misses:
      return misses_some_pair(contest, key);
    case RoundEvent::distance_too_small:
      return is_too_near(contest, key);
    default:
      return happens(contest, key);
  }
}

}  // namespace attack
