#include "mirador/rounds/prospect.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mirador/core/error.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/random/futures.hpp"
#include "mirador/rounds/nearest.hpp"
#include "mirador/rounds/shifted_capital.hpp"

namespace mirador {

Nearness::Nearness(const ComparisonTerms& terms, const RoundTable& table)
    : terms_(terms),
      table_(table),
      bets_(terms.law),
      share_of_capital_(capital_share(terms.goal)),
      share_of_shift_(terms.goal == Goal::best ? 1.0 : 1.0 - share_of_capital_) {
  Comparison comparison(table.arms(), terms);
  capitals_.reserve(table.rounds() * table.arms());
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    comparison.add(table.members(b), table.values(b), RoundLook::none);
    for (Arm a = 0; a < table.arms(); ++a) {
      capitals_.push_back(std::exp(comparison.log_capital(a)));
    }
  }
  for (Arm a = 0; a < table.arms(); ++a) {
    if (comparison.in_play(a)) in_play_.push_back(a);
  }
}

bool Nearness::is_within(Arm i, Arm j, double margin) const {
  ShiftedCapital shifted(bets_, margin);
  const double share = share_of_shift_ / static_cast<double>(table_.arms() - 1);
  for (std::size_t b = 0; b < table_.rounds(); ++b) {
    const double on_shift = shifted.after(table_.values(b)[i] - table_.values(b)[j]);
    const double against_j = capitals_[b * table_.arms() + j];
    if ((share_of_capital_ * against_j + share * on_shift) * terms_.delta >= 1.0) return true;
  }
  return false;
}

double Nearness::least_margin(Arm i, Arm j, double at_least) const {
  if (at_least >= bets_.limit()) return at_least;
  const auto holds = [&](double margin) { return is_within(i, j, margin); };
  if (holds(at_least)) return at_least;
  double largest = 0.0;
  for (const double d : differences_of(table_, {i, j})) largest = std::max(largest, std::abs(d));
  const double scale = largest > 0.0 ? largest : 1.0;
  const bool limited = bets_.limit() < infinity;
  const double end = limited ? bets_.limit() : std::min(at_least + std::ldexp(scale, 40), 1e300);
  const Search search{.start = at_least, .step = 1e-3 * scale, .limit = end, .fine = 1e-13 * scale};
  const double found = nearest_that_holds(search, holds);
  return found == end && !limited ? infinity : found;
}

double Nearness::within(Arm i) const {
  double margin = 0.0;
  for (const Arm j : in_play_) {
    if (j != i) margin = std::max(margin, least_margin(i, j, margin));
  }
  return margin;
}

namespace {

/// How clearly one arm of a pair leads: θ, the mean of D over its standard deviation, as the bets
/// see it, and the number of rounds it was estimated from.
struct PairLead {
  double theta = 0.0;
  double rounds = 0.0;
};

constexpr double clearest = 1e3;

/// The estimate of mean over deviation, without its bias upwards (Hedges 1981).
double theta_of(double mean, double mean_square, double n) {
  const double deviation = std::sqrt(std::max(mean_square - mean * mean, 0.0));
  const double theta =
      std::abs(mean) < clearest * deviation ? mean / deviation : std::copysign(clearest, mean);
  return mean == 0.0 ? 0.0 : theta * (1.0 - 3.0 / (4.0 * n - 5.0));
}

/// log(1 + θ²) / 2 = θ²/2 - θ⁴/4 + ..., at most log 2: what a round can tell at best.
double growth_of(double theta) {
  return std::min(0.5 * std::log1p(theta * theta), std::numbers::ln2);
}

/// The lead of i over j if every difference were larger by a shift.
class Differences {
 public:
  Differences(const Law& law, const RoundTable& table, ArmPair pair);
  PairLead lead(double shift) const;

 private:
  /// Of the mean of ψ((D + shift) / scale).
  double of_means(double shift, double (*psi)(double)) const;
  double of_wins(double shift) const;
  double theta(double shift) const;

  Law law_;
  std::vector<double> differences_;
  double scale_ = 0.0;  // the mean of |D|
};

Differences::Differences(const Law& law, const RoundTable& table, ArmPair pair)
    : law_(law), differences_(differences_of(table, pair)) {
  std::erase_if(differences_, [](double d) { return std::isnan(d); });
  for (const double d : differences_) {
    scale_ += std::abs(d) / static_cast<double>(differences_.size());
  }
}

double Differences::of_means(double shift, double (*psi)(double)) const {
  if (scale_ == 0.0) return shift > 0.0 ? clearest : 0.0;
  double sum = 0.0, squares = 0.0;
  for (const double d : differences_) {
    const double x = psi((d + shift) / scale_);
    sum += x;
    squares += x * x;
  }
  const double n = static_cast<double>(differences_.size());
  return theta_of(sum / n, squares / n, n);
}

/// As clear as the relative entropy of the share of wins to a half, as often as a round is not
/// tied.
double Differences::of_wins(double shift) const {
  double ahead = 0.5, behind = 0.5;  // half a win more for each
  for (const double d : differences_) {
    ahead += d + shift > 0.0 ? 1.0 : 0.0;
    behind += d + shift < 0.0 ? 1.0 : 0.0;
  }
  const double p = ahead / (ahead + behind), q = 1.0 - p;
  const double entropy = std::max(0.0, std::numbers::ln2 + p * std::log(p) + q * std::log(q));
  const double rounds = static_cast<double>(differences_.size());
  const double growth = entropy * std::min(1.0, (ahead + behind) / rounds);
  return std::copysign(std::sqrt(std::expm1(2.0 * growth)), p - q);
}

double Differences::theta(double shift) const {
  const auto* symmetric = std::get_if<SymmetricLaw>(&law_);
  if (symmetric != nullptr && symmetric->compare == Compare::wins) return of_wins(shift);
  const double by_mean = of_means(shift, [](double x) { return x; });
  if (symmetric == nullptr || symmetric->compare == Compare::mean) return by_mean;
  const double typical = of_means(shift, [](double x) { return std::tanh(2.0 * x); });
  return std::abs(typical) > std::abs(by_mean) ? typical : by_mean;
}

PairLead Differences::lead(double shift) const {
  const double n = static_cast<double>(differences_.size());
  return {n < 2.0 ? 0.0 : theta(shift), n};
}

/// What a mixture of bets makes of the evidence x of the best bet: about as many of them are worth
/// something as θ has likely values on their scale.
double mixed(double x) { return x - 0.5 * std::log1p(44.0 * x); }

/// The x of which a mixture makes this evidence.
double before_mixing(double evidence) {
  double low = 0.5, high = std::max(evidence, 0.0) + 20.0;  // rises from 1/2 on
  for (int step = 0; step < 40; ++step) {
    const double middle = 0.5 * (low + high);
    (mixed(middle) < evidence ? low : high) = middle;
  }
  return high;
}

/// A claim about a pair that evidence may prove.
struct Claim {
  PairLead lead;
  double need = infinity;  ///< what the evidence of the best bet must reach

  /// `missing` is what the evidence of now lacks.
  static Claim of(PairLead lead, double missing) {
    if (missing <= 0.0) return {lead, 0.0};
    return {lead, before_mixing(mixed(lead.rounds * growth_of(lead.theta)) + missing)};
  }
};

/// What is known of a rival of the leader.
struct Rival {
  Arm arm;
  Claim leaves;        ///< "j is not the best"
  Claim within, back;  ///< "the leader is within the margin of j", and the reverse for `equal`
  OfFutures moves;     ///< of θ, in standard deviations
};

/// The futures of a comparison (docs/theory.md, section 7): as those of independent arms, for the
/// lead of the leader over every rival.
class RoundFutures {
 public:
  RoundFutures(const Comparison& comparison, const RoundTable& table, std::size_t round_size);

  /// Whether every pair with the leader has the two rounds that a deviation needs.
  bool ready() const;
  /// More measurements until the verdict, some of the way to a future.
  double rest(std::size_t future, double way) const;
  /// The way on which the verdict is hardest to reach.
  double hardest_way(std::size_t future) const;

 private:
  /// θ of a claim some of the way to a future, after that many rounds.
  static double theta(const Rival& rival, const Claim& claim, std::size_t future, double way,
                      double rounds);
  /// The rival that is best there; null if the leader is.
  const Rival* best(std::size_t future, double way) const;
  double until_left(const Rival& rival, const Rival* best, std::size_t future, double way) const;
  double until_within(const Rival& rival, std::size_t future, double way) const;

  const Comparison& comparison_;
  std::size_t round_size_;
  double rounds_left_ = infinity;  // of a finite set of items
  std::vector<Rival> rivals_;
};

RoundFutures::RoundFutures(const Comparison& comparison, const RoundTable& table,
                           std::size_t round_size)
    : comparison_(comparison), round_size_(round_size) {
  const ComparisonTerms& terms = comparison.terms();
  const double share = capital_share(terms.goal), required = comparison.required();
  const double to_prove =
      required + std::log(static_cast<double>(comparison.arms() - 1) / (1.0 - share));
  const Arm i = comparison.leader();
  const OfFutures own = chances_of(i);
  const auto within = [&](ArmPair pair, const Differences& differences) {
    const bool proved = comparison.within_margin_of(pair.i, pair.j);
    return Claim::of(differences.lead(terms.margin),
                     proved ? 0.0 : to_prove - comparison.log_margin_wealth(pair.i, pair.j));
  };
  for (Arm j = 0; j < comparison.arms(); ++j) {
    if (j == i || !comparison.in_play(j)) continue;
    const Differences forth(terms.law, table, {i, j});
    const double to_leave = required - std::log(share) - comparison.log_capital(j);
    Rival rival{j, Claim::of(forth.lead(0.0), to_leave), {}, {}, chances_of(j)};
    for (std::size_t f = 0; f < future_count; ++f) {
      rival.moves[f] = (own[f] - rival.moves[f]) / std::numbers::sqrt2;
    }
    if (terms.goal != Goal::best) rival.within = within({i, j}, forth);
    if (terms.goal == Goal::equal) {
      rival.back = within({j, i}, Differences(terms.law, table, {j, i}));
    }
    rivals_.push_back(rival);
  }
  const auto* scores = std::get_if<ScoreLaw>(&terms.law);
  if (scores != nullptr && scores->items > 0) {
    rounds_left_ = static_cast<double>(scores->items - comparison.rounds());
  }
}

bool RoundFutures::ready() const {
  return std::ranges::all_of(rivals_,
                             [](const Rival& rival) { return rival.leaves.lead.rounds >= 2.0; });
}

double RoundFutures::theta(const Rival& rival, const Claim& claim, std::size_t future, double way,
                           double rounds) {
  const auto [estimate, n] = claim.lead;
  const double variance = (1.0 + 0.5 * estimate * estimate) * std::max(0.0, 1.0 / n - 1.0 / rounds);
  return estimate + way * std::sqrt(variance) * rival.moves[future];
}

const Rival* RoundFutures::best(std::size_t future, double way) const {
  const Rival* found = nullptr;
  double least = 0.0;
  for (const Rival& rival : rivals_) {
    const double lead = theta(rival, rival.leaves, future, way, infinity);
    if (lead < least) least = lead, found = &rival;
  }
  return found;
}

double RoundFutures::until_left(const Rival& rival, const Rival* best, std::size_t future,
                                double way) const {
  const double n = rival.leaves.lead.rounds;
  const auto evidence = [&](double rounds) {
    const double ahead = theta(rival, rival.leaves, future, way, rounds);
    const double of_best = best == nullptr ? 0.0 : theta(*best, best->leaves, future, way, rounds);
    // The best leaves the former leader behind it in place of itself.
    return rounds * growth_of(&rival == best ? of_best : ahead - of_best);
  };
  return time_to_reach(rival.leaves.need, n, evidence) - n;
}

double RoundFutures::until_within(const Rival& rival, std::size_t future, double way) const {
  const auto until = [&](const Claim& claim, double heading) {
    if (claim.need == 0.0) return 0.0;
    const double n = claim.lead.rounds;
    return time_to_reach(claim.need, n,
                         [&](double rounds) {
                           const double ahead = theta(rival, claim, future, heading * way, rounds);
                           return ahead > 0.0 ? rounds * growth_of(ahead) : 0.0;
                         }) -
           n;
  };
  switch (comparison_.terms().goal) {
    case Goal::best:
      return infinity;
    case Goal::good_enough:
      return until(rival.within, 1.0);
    case Goal::equal:
      return std::max(until(rival.within, 1.0), until(rival.back, -1.0));
  }
  return infinity;
}

double RoundFutures::rest(std::size_t future, double way) const {
  const Rival* const winner = best(future, way);
  std::vector<double> leaves;
  double all_left = 0.0, settled = 0.0;
  for (const Rival& rival : rivals_) {
    leaves.push_back(until_left(rival, winner, future, way));
    all_left = std::max(all_left, leaves.back());
    const double within = until_within(rival, future, way);
    settled = std::max(settled, winner == nullptr ? std::min(leaves.back(), within) : within);
  }
  double last = std::min({all_left, settled, rounds_left_});
  double of_rivals = 0.0;
  for (const double rounds : leaves) of_rivals += std::min(rounds, last);
  // With few places in a round the leader, who is in every round, waits for the others.
  if (round_size_ > 1) last = std::max(last, of_rivals / static_cast<double>(round_size_ - 1));
  return last + of_rivals;
}

double RoundFutures::hardest_way(std::size_t future) const {
  return *std::ranges::min_element(ways, {}, [&](double way) {
    const Rival* const winner = best(future, way);
    const double of_best =
        winner == nullptr ? 0.0 : theta(*winner, winner->leaves, future, way, infinity);
    double hardest = infinity;
    for (const Rival& rival : rivals_) {
      const double ahead = theta(rival, rival.leaves, future, way, infinity);
      double clear = &rival == winner ? -of_best : ahead - of_best;
      if (comparison_.terms().goal != Goal::best) {
        const double forth = theta(rival, rival.within, future, way, infinity);
        const bool both = comparison_.terms().goal == Goal::equal;
        const double back = both ? theta(rival, rival.back, future, -way, infinity) : forth;
        clear = std::max(clear, std::min(forth, back));
      }
      hardest = std::min(hardest, clear);
    }
    return hardest;
  });
}

}  // namespace

Forecast forecast_of(const Comparison& comparison, const RoundTable& table,
                     std::size_t round_size) {
  if (comparison.verdict()) return {};
  const RoundFutures futures(comparison, table, round_size);
  if (!futures.ready()) return no_forecast;
  OfFutures likely, hardest;
  for (std::size_t f = 0; f < future_count; ++f) {
    likely[f] = futures.rest(f, 1.0);
    const double way = futures.hardest_way(f);
    hardest[f] = way < 1.0 ? futures.rest(f, way) : likely[f];
  }
  return range_of(likely, hardest);
}

}  // namespace mirador
