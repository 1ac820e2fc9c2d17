#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "rounds.hpp"

/// The capitals of a comparison in rounds, straight from their formulas in logarithms, as slowly
/// as it takes: nothing here is shared with src/rounds.
namespace mirador::testing_support {

struct PlainBet {
  long double slope = 0, stake = 0, weight = 0;
};

inline std::vector<PlainBet> plain_bets(const Law& law) {
  std::vector<PlainBet> bets;
  const auto symmetric = std::get_if<SymmetricLaw>(&law);
  const bool wins = symmetric != nullptr && symmetric->compare == Compare::wins;
  if (symmetric != nullptr && !wins) {
    bets.push_back({4, 1, 2});
    for (long double k = 2; k >= 0x1p-4L; k /= 2) bets.push_back({k, 1, 1});
    for (long double k = 0x1p-5L, w = 0.5; k >= 0x1p-14L; k /= 2, w /= 2) bets.push_back({k, 1, w});
    if (symmetric->compare == Compare::typical) {
      for (long double l = 0x1p-2L; l >= 0x1p-5L; l /= 2) bets.push_back({2, l, 1.0L / 3});
      for (long double l = 0x1p-6L, w = 1.0L / 6; l >= 0x1p-13L; l /= 2, w /= 2) {
        bets.push_back({2, l, w});
      }
    }
  } else {
    bets = {{0, 0.95, 1}, {0, 0.5, 2}, {0, 0.25, 2}, {0, 0.125, 2}};
    const long double last = wins ? 0x1p-13L : 0x1p-10L;
    for (long double l = 0x1p-4L, w = 1; l >= last; l /= 2, w /= 2) bets.push_back({0, l, w});
  }
  long double total = 0;
  for (const PlainBet& bet : bets) total += bet.weight;
  for (PlainBet& bet : bets) bet.weight /= total;
  return bets;
}

/// One ordered pair: log W_q of the bets on D + shift, and whether the null has become impossible.
class PlainPair {
 public:
  PlainPair(const Law& law, std::optional<long double> shift)
      : law_(law), bets_(plain_bets(law)), shift_(shift), log_wealth_(bets_.size()) {}

  void add(double difference) {
    if (const ScoreLaw* scores = scores_of(law_)) return add_score(*scores, difference);
    if (std::isnan(difference)) return;
    past_.push_back(difference);
    const bool wins = std::get<SymmetricLaw>(law_).compare == Compare::wins;
    const long double x = difference + shift_.value_or(0), sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    const long double ratio = wins ? 0 : scaled(x, sign);
    for (std::size_t q = 0; q < bets_.size(); ++q) {
      // No bet loses everything.
      const long double psi = wins ? sign : (1 - 1e-9L) * std::tanh(bets_[q].slope * ratio);
      log_wealth_[q] += std::log1p(bets_[q].stake * psi);
    }
  }
  long double log_wealth(std::size_t q) const { return log_wealth_[q]; }
  long double weight(std::size_t q) const { return bets_[q].weight; }
  std::size_t size() const { return bets_.size(); }
  long double log_capital() const {
    long double sum = 0;
    for (std::size_t q = 0; q < size(); ++q) sum += weight(q) * std::exp(log_wealth(q));
    return std::log(sum);
  }
  bool impossible() const { return impossible_; }

 private:
  /// x / s, with this round in s if there is no shift.
  long double scaled(long double x, long double sign) const {
    const std::size_t rounds = past_.size() - (shift_ ? 1 : 0);
    long double absolute = 0;
    for (std::size_t b = 0; b < rounds; ++b) absolute += std::abs(past_[b]);
    const long double root = std::sqrt(std::acos(-1.0L) / 2);
    if (absolute == 0) return shift_ ? sign / root : 0;
    const long double n = static_cast<long double>(rounds), by_size = root * absolute / n;
    if (!shift_ || rounds < 4) return x / by_size;
    long double mean = 0, variance = 0;
    for (std::size_t b = 0; b < rounds; ++b) mean += past_[b] / n;
    for (std::size_t b = 0; b < rounds; ++b) {
      variance += (past_[b] - mean) * (past_[b] - mean) / n;
    }
    return x / std::clamp(std::sqrt(variance), by_size / 1024, by_size);
  }
  void add_score(const ScoreLaw& scores, double difference) {
    const long double range = scores.hi - scores.lo, shift = shift_.value_or(0);
    if (std::isnan(difference)) {
      if (scores.items == 0) return;
      difference = static_cast<double>(-range);
    }
    const long double n = scores.items, left = n - static_cast<long double>(past_.size());
    const long double mean = n > 0 ? -(sum_ + n * shift) / left : -shift;
    for (std::size_t q = 0; q < bets_.size(); ++q) {
      const long double stake = bets_[q].stake;
      const long double by_range =
          n > 0 ? stake * n / (range * left) : stake / (range + std::max(0.0L, -shift));
      const long double most = n > 0 ? 0.95L / (range + mean) : by_range;
      if (mean > -range)
        log_wealth_[q] += std::log1p(std::min(by_range, most) * (difference - mean));
    }
    past_.push_back(difference);
    sum_ += difference;
    impossible_ = n > 0 && sum_ + n * shift > range * (left - 1) + 1e-9L;
  }

  Law law_;
  std::vector<PlainBet> bets_;
  std::optional<long double> shift_;
  std::vector<long double> log_wealth_;
  std::vector<double> past_;
  long double sum_ = 0;
  bool impossible_ = false;
};

/// log E_j, who has left when, and with a margin the largest G_ij.
class PlainComparison {
 public:
  PlainComparison(std::size_t arms, const ComparisonTerms& terms)
      : terms_(terms),
        log_capital_(arms),
        left_in_(arms),
        pairs_(arms * arms, {terms.law, {}}),
        shifted_(arms * arms, {terms.law, terms.margin}),
        highest_(arms * arms, 0.0L) {}

  void add(std::span<const Arm> members, std::span<const double> values) {
    ++round_;
    std::vector<Arm> playing;
    for (const Arm a : members) {
      if (left_in_[a] == 0) playing.push_back(a);
    }
    const std::vector<long double> before = log_capital_;
    for (const Arm j : playing) grow(j, playing, values, before);
    for (const Arm i : playing) {
      for (const Arm j : playing) {
        if (i != j) shifted_[at(i, j)].add(values[i] - values[j]);
      }
    }
    note(playing);
    for (const Arm j : playing) {
      if (log_capital_[j] >= -std::log(terms_.delta) - std::log(share())) left_in_[j] = round_;
    }
  }
  long double log_capital(Arm j) const { return log_capital_[j]; }
  std::uint64_t left_in(Arm j) const { return left_in_[j]; }
  /// log W_ij of the bets on D + margin.
  long double log_margin_wealth(Arm i, Arm j) const { return shifted_[at(i, j)].log_capital(); }
  /// The largest G_ij so far.
  long double highest(Arm i, Arm j) const { return highest_[at(i, j)]; }

 private:
  std::size_t at(Arm i, Arm j) const { return i * log_capital_.size() + j; }
  long double share() const { return terms_.goal == Goal::best ? 1.0L : 0.25L; }

  void grow(Arm j, std::span<const Arm> playing, std::span<const double> values,
            std::span<const long double> before) {
    long double weights = 0, weighted = 0;
    bool impossible = false;
    for (const Arm i : playing) {
      if (i == j) continue;
      PlainPair& pair = pairs_[at(i, j)];
      std::vector<long double> was(pair.size());
      for (std::size_t q = 0; q < pair.size(); ++q) was[q] = pair.log_wealth(q);
      pair.add(values[i] - values[j]);
      for (std::size_t q = 0; q < pair.size(); ++q) {
        weights += pair.weight(q) * std::exp(was[q] - before[i]);
        weighted += pair.weight(q) * std::exp(pair.log_wealth(q) - before[i]);
      }
      impossible |= pair.impossible();
    }
    if (weights > 0) log_capital_[j] += std::log(weighted / weights);
    if (impossible) log_capital_[j] = std::numeric_limits<long double>::infinity();
  }
  void note(std::span<const Arm> playing) {
    const long double rivals = static_cast<long double>(log_capital_.size() - 1);
    for (const Arm i : playing) {
      for (const Arm j : playing) {
        if (i == j) continue;
        const PlainPair& pair = shifted_[at(i, j)];
        const long double shifted = pair.impossible() ? std::numeric_limits<long double>::infinity()
                                                      : std::exp(pair.log_capital());
        highest_[at(i, j)] = std::max(highest_[at(i, j)], share() * std::exp(log_capital_[j]) +
                                                              (1 - share()) / rivals * shifted);
      }
    }
  }

  ComparisonTerms terms_;
  std::uint64_t round_ = 0;
  std::vector<long double> log_capital_;
  std::vector<std::uint64_t> left_in_;
  std::vector<PlainPair> pairs_, shifted_;
  std::vector<long double> highest_;
};

}  // namespace mirador::testing_support
