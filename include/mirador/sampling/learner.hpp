#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mirador {

/// Exponential weights on the simplex, the mirror step that the learners below share:
///   w = softmax(η G), G the sum of the gains; η = ∞ means uniform over the largest entries of G.
inline void softmax(std::span<const double> gains, double rate, std::span<double> weights) {
  const double largest = *std::max_element(gains.begin(), gains.end());
  double total = 0.0;
  for (std::size_t a = 0; a < gains.size(); ++a) {
    const double shortfall = gains[a] - largest;
    // 0 · ∞ is not a number; the leaders have weight e^0 at every rate.
    weights[a] = shortfall == 0.0 ? 1.0 : std::exp(rate * shortfall);
    total += weights[a];
  }
  const double scale = 1.0 / total;
  for (double& weight : weights) weight *= scale;
}

/// How the learning rate of ExponentialWeights falls with the round t.
enum class Decay { none, inverse_root };

/// Lazy mirror ascent with a given learning rate: η_t = rate (LMAc) or rate / √t (the paper's
/// 1/(L√t) with rate = 1/L). For gains in [0, C_t] and a rate that does not rise,
///   Σ f_t·(w* - w_t) <= log(K)/η_T + Σ 2 η_t C_t²   for every w* (proved, Lemma of App. E).
class ExponentialWeights {
 public:
  struct Schedule {
    double rate;
    Decay decay;
  };

  ExponentialWeights(std::size_t arms, Schedule schedule)
      : schedule_(schedule), gains_(arms), weights_(arms) {
    start();
  }

  void start() {
    std::fill(gains_.begin(), gains_.end(), 0.0);
    std::fill(weights_.begin(), weights_.end(), 1.0 / static_cast<double>(weights_.size()));
  }

  std::span<const double> weights() const { return weights_; }

  /// Learns the gain of the current weights; `next_round` is the round the new weights are for.
  void learn(std::span<const double> gain, std::uint64_t next_round) {
    for (std::size_t a = 0; a < gains_.size(); ++a) gains_[a] += gain[a];
    softmax(gains_, rate(next_round), weights_);
  }

  double rate(std::uint64_t round) const {
    return schedule_.decay == Decay::none ? schedule_.rate
                                          : schedule_.rate / std::sqrt(static_cast<double>(round));
  }

 private:
  Schedule schedule_;
  std::vector<double> gains_, weights_;
};

/// AdaHedge (de Rooij et al. 2014): exponential weights that need no scale. The rate is
/// η = log K / Δ, Δ the cumulative mixability gap Σ (1/η) log Σ w_a e^{η g_a} - w·g, and the regret
/// is at most 2Δ (proved).
class AdaHedge {
 public:
  explicit AdaHedge(std::size_t arms)
      : log_arms_(std::log(static_cast<double>(arms))), gains_(arms), weights_(arms) {
    start();
  }

  void start() {
    std::fill(gains_.begin(), gains_.end(), 0.0);
    std::fill(weights_.begin(), weights_.end(), 1.0 / static_cast<double>(weights_.size()));
    gap_ = 0.0;
  }

  std::span<const double> weights() const { return weights_; }
  /// Δ so far.
  double mixability_gap() const { return gap_; }

  void learn(std::span<const double> gain, std::uint64_t /*next_round*/) {
    gap_ += gap_of(gain);
    for (std::size_t a = 0; a < gains_.size(); ++a) gains_[a] += gain[a];
    softmax(gains_, rate(), weights_);
  }

 private:
  double rate() const {
    return gap_ > 0.0 ? log_arms_ / gap_ : std::numeric_limits<double>::infinity();
  }

  /// The mixability gap of one round, (1/η) log Σ w_a e^{η (g_a - c)} - w·(g - c), for any c. With
  /// c = 0 most exponentials of a sparse gain are 1 and cost nothing; with c = max g none
  /// overflows.
  double gap_of(std::span<const double> gain) const {
    const double eta = rate();
    const double largest = *std::max_element(gain.begin(), gain.end());
    if (eta == std::numeric_limits<double>::infinity()) return follow_the_leader_gap(gain);
    const double shift = eta * largest < 1.0 ? 0.0 : largest;
    double mixed = 0.0, mean = 0.0;
    for (std::size_t a = 0; a < gain.size(); ++a) {
      const double g = gain[a] - shift;
      if (g == 0.0) continue;
      mixed += weights_[a] * std::expm1(eta * g);
      mean += weights_[a] * g;
    }
    return std::max(0.0, std::log1p(mixed) / eta - mean);
  }

  /// The limit η = ∞: the growth of the largest total minus what the weights earned.
  double follow_the_leader_gap(std::span<const double> gain) const {
    double before = -std::numeric_limits<double>::infinity(), after = before, earned = 0.0;
    for (std::size_t a = 0; a < gain.size(); ++a) {
      before = std::max(before, gains_[a]);
      after = std::max(after, gains_[a] + gain[a]);
      earned += weights_[a] * gain[a];
    }
    return std::max(0.0, after - before - earned);
  }

  double log_arms_;
  double gap_ = 0.0;
  std::vector<double> gains_, weights_;
};

}  // namespace mirador
