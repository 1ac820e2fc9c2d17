#include "mirador/rounds/prospect.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mirador/core/error.hpp"
#include "mirador/core/infinity.hpp"
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

/// log(1 + θ²) / 2 = θ²/2 - θ⁴/4 + ..., at most log 2: what a round can tell at best.
double growth_of(double mean, double mean_square) {
  if (!(mean > 0.0)) return 0.0;
  const double variance = mean_square - mean * mean;
  const double theta = mean / std::sqrt(std::max(variance, 1e-24 * mean_square));
  return std::min(0.5 * std::log1p(theta * theta), std::numbers::ln2);
}

/// What one round adds to the evidence that D + shift is above 0, as the rounds so far suggest.
class Growth {
 public:
  Growth(const Law& law, const RoundTable& table, ArmPair pair);
  double at(double shift) const;

 private:
  /// Of the mean of ψ((D + shift) / scale).
  double of_means(double shift, double (*psi)(double)) const;
  double of_wins(double shift) const;

  Law law_;
  std::vector<double> differences_;
  double scale_ = 0.0;  // the mean of |D|
};

Growth::Growth(const Law& law, const RoundTable& table, ArmPair pair)
    : law_(law), differences_(differences_of(table, pair)) {
  std::erase_if(differences_, [](double d) { return std::isnan(d); });
  for (const double d : differences_) {
    scale_ += std::abs(d) / static_cast<double>(differences_.size());
  }
}

double Growth::of_means(double shift, double (*psi)(double)) const {
  if (scale_ == 0.0) return shift > 0.0 ? std::numbers::ln2 : 0.0;
  double sum = 0.0, squares = 0.0;
  for (const double d : differences_) {
    const double x = psi((d + shift) / scale_);
    sum += x;
    squares += x * x;
  }
  const double n = static_cast<double>(differences_.size());
  return growth_of(sum / n, squares / n);
}

/// The relative entropy of the share of wins to a half, as often as a round is not tied.
double Growth::of_wins(double shift) const {
  double ahead = 0.0, behind = 0.0;
  for (const double d : differences_) {
    ahead += d + shift > 0.0 ? 1.0 : 0.0;
    behind += d + shift < 0.0 ? 1.0 : 0.0;
  }
  if (ahead <= behind) return 0.0;
  const double p = ahead / (ahead + behind), q = 1.0 - p;
  const double entropy = std::numbers::ln2 + p * std::log(p) + (q > 0.0 ? q * std::log(q) : 0.0);
  return entropy * (ahead + behind) / static_cast<double>(differences_.size());
}

double Growth::at(double shift) const {
  if (differences_.size() < 2) return 0.0;
  const auto* symmetric = std::get_if<SymmetricLaw>(&law_);
  if (symmetric != nullptr && symmetric->compare == Compare::wins) return of_wins(shift);
  const double by_mean = of_means(shift, [](double x) { return x; });
  if (symmetric == nullptr || symmetric->compare == Compare::mean) return by_mean;
  return std::max(by_mean, of_means(shift, [](double x) { return std::tanh(2.0 * x); }));
}

double rounds_for(double missing, double growth) {
  return missing <= 0.0 ? 0.0 : growth > 0.0 ? missing / growth : infinity;
}

/// In how many more rounds j is refuted, and in how many it no longer stands in the way of the
/// goal.
struct Settling {
  double leaves, settled;
};

Settling settling_of(const Comparison& comparison, const RoundTable& table, ArmPair pair) {
  const auto [i, j] = pair;
  const ComparisonTerms& terms = comparison.terms();
  const double share = capital_share(terms.goal);
  const double to_leave = comparison.required() - std::log(share);
  const Growth forth(terms.law, table, {i, j});
  const double leaves = rounds_for(to_leave - comparison.log_capital(j), forth.at(0.0));
  if (terms.goal == Goal::best) return {leaves, leaves};
  const double rivals = static_cast<double>(comparison.arms() - 1);
  const double to_prove = comparison.required() + std::log(rivals / (1.0 - share));
  const auto proved = [&](Arm a, Arm b, const Growth& growth) {
    if (comparison.within_margin_of(a, b)) return 0.0;
    return rounds_for(to_prove - comparison.log_margin_wealth(a, b), growth.at(terms.margin));
  };
  double within = proved(i, j, forth);
  if (terms.goal == Goal::equal) {
    within = std::max(within, proved(j, i, Growth(terms.law, table, {j, i})));
  }
  return {leaves, std::min(leaves, within)};
}

double rounds_of_items_left(const Comparison& comparison) {
  const auto* scores = std::get_if<ScoreLaw>(&comparison.terms().law);
  if (scores == nullptr || scores->items == 0) return infinity;
  return static_cast<double>(scores->items - comparison.rounds());
}

}  // namespace

Forecast forecast_of(const Comparison& comparison, const RoundTable& table,
                     std::size_t round_size) {
  if (comparison.verdict()) return {};
  const Arm leader = comparison.leader();
  std::vector<double> leaves;
  double last = 0.0;
  for (Arm j = 0; j < comparison.arms(); ++j) {
    if (j == leader || !comparison.in_play(j)) continue;
    const Settling settling = settling_of(comparison, table, {leader, j});
    leaves.push_back(settling.leaves);
    last = std::max(last, settling.settled);
  }
  last = std::min(last, rounds_of_items_left(comparison));
  double of_rivals = 0.0;
  for (const double rounds : leaves) of_rivals += std::min(rounds, last);
  // With few places in a round the leader, who is in every round, waits for the others.
  if (round_size > 1) last = std::max(last, of_rivals / static_cast<double>(round_size - 1));
  return {.measurements = last + of_rivals, .rounds = last};
}

}  // namespace mirador
