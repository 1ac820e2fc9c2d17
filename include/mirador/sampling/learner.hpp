#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "mirador/sampling/round.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simd/math.hpp"

namespace mirador {

/// Exponential weights on the simplex, the mirror step shared by the learners below: the gains
/// learnt so far, G, and the weights w = softmax(η G). η = ∞ means uniform over the largest of G.
class MirrorWeights {
 public:
  explicit MirrorWeights(std::size_t arms)
      : gains_(arms), losses_(arms), raw_(arms), weights_(arms) {
    start();
  }

  void start() {
    std::fill(gains_.begin(), gains_.end(), 0.0);
    std::fill(raw_.begin(), raw_.end(), 1.0);
    std::fill(weights_.begin(), weights_.end(), 1.0 / static_cast<double>(weights_.size()));
    scale_ = 1.0 / static_cast<double>(weights_.size());
    largest_ = 0.0;
  }

  std::span<const double> weights() const { return weights_; }
  /// The weights up to a common factor: 1 for the leaders of G.
  std::span<const double> raw() const { return raw_; }
  /// The factor.
  double scale() const { return scale_; }
  /// The largest total gain.
  double largest() const { return largest_; }

  /// Adds gain(a) to every arm; each is evaluated once, in order.
  template <class Gain>
  void add(Gain&& gain) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < gains_.size(); ++a) {
      gains_[a] += gain(a);
      largest = std::max(largest, gains_[a]);
    }
    largest_ = largest;
  }

  /// Losses are capped at 300, so that no weight underflows.
  void reweigh(double rate) {
    for (std::size_t a = 0; a < gains_.size(); ++a) {
      const double shortfall = gains_[a] - largest_;
      // 0 · ∞ is NaN; the leaders have weight e^0 at every rate.
      losses_[a] = shortfall == 0.0 ? 0.0 : rate * shortfall;
    }
    simd::functions().exp_of_losses(losses_.data(), raw_.data(), raw_.size());
    double total = 0.0;
    for (const double weight : raw_) total += weight;
    scale_ = 1.0 / total;
    for (std::size_t a = 0; a < raw_.size(); ++a) weights_[a] = raw_[a] * scale_;
  }

 private:
  std::vector<double> gains_, losses_, raw_, weights_;
  double largest_ = 0.0, scale_ = 1.0;
};

/// How the learning rate of ExponentialWeights falls with the round t.
enum class Decay { none, inverse_root };

/// Lazy mirror ascent with a given learning rate: η_t = rate (LMAc) or rate / √t (the paper's
/// 1/(L√t) with rate = 1/L). For gains in [0, C_t] and a rate that does not rise,
///   Σ f_t·(w* - w_t) <= log(K)/η_T + Σ 2 η_t C_t²   for every w* (proved, Lemma of App. F).
class ExponentialWeights {
 public:
  struct Schedule {
    double rate;
    Decay decay;
  };

  ExponentialWeights(std::size_t arms, Schedule schedule) : schedule_(schedule), mirror_(arms) {}

  void start() { mirror_.start(); }
  std::span<const double> weights() const { return mirror_.weights(); }
  std::span<const double> raw_weights() const { return mirror_.raw(); }

  /// Learns the gains at the current weights, gain[a] for every arm; `next` is the round of the new
  /// weights.
  template <class Gains>
  void learn(const Gains& gain, Round next) {
    mirror_.add([&](std::size_t a) { return gain[a]; });
    mirror_.reweigh(rate(next));
  }

  double rate(Round round) const {
    return schedule_.decay == Decay::none ? schedule_.rate : schedule_.rate * round.inverse_root();
  }

 private:
  Schedule schedule_;
  MirrorWeights mirror_;
};

/// AdaHedge (de Rooij et al. 2014): exponential weights that need no scale. The rate is η = log K /
/// Δ, Δ the cumulative mixability gap Σ (1/η) log Σ w_a e^{η g_a} - w·g, and the regret is at most
/// 2Δ (proved). The rounding error of one gap is of order ε/η = ε Δ / log K, negligible compared
/// with Δ. Gains must not be negative.
class AdaHedge {
 public:
  explicit AdaHedge(std::size_t arms)
      : log_arms_(simd::log(static_cast<double>(arms))), mirror_(arms) {}

  void start() {
    mirror_.start();
    gap_ = 0.0;
    rate_ = std::numeric_limits<double>::infinity();
  }

  std::span<const double> weights() const { return mirror_.weights(); }
  std::span<const double> raw_weights() const { return mirror_.raw(); }
  /// The cumulative mixability gap Δ.
  double mixability_gap() const { return gap_; }

  /// Learns the gains at the current weights, gain[a] for every arm.
  template <class Gains>
  void learn(const Gains& gain, Round /*next*/) {
    const double leader_before = mirror_.largest();
    Largest two;
    mirror_.add([&](std::size_t a) {
      const double g = gain[a];
      if (g > 0.0) two.consider(a, g);
      return g;
    });
    gap_ += two.others ? std::max(0.0, growth(gain, leader_before)) : growth(two);
    if (gap_ > 0.0) rate_ = log_arms_ / gap_;
    mirror_.reweigh(rate_);
  }

 private:
  /// The arms with the two largest gains, and whether others have one too.
  struct Largest {
    std::size_t top_arm = 0, lower_arm = 0;
    double top = 0.0, lower = 0.0;
    bool others = false;

    void consider(std::size_t arm, double gain) {
      others = others || lower > 0.0;
      if (gain > top) {
        lower_arm = top_arm, lower = top, top_arm = arm, top = gain;
      } else if (gain > lower) {
        lower_arm = arm, lower = gain;
      }
    }
  };

  /// The growth of Δ if sub-gradients are sparse, as in most problems.
  double growth(const Largest& two) const {
    const auto weight = [&](std::size_t a) { return mirror_.raw()[a] * mirror_.scale(); };
    return simd::functions().mixability_gap(
        {weight(two.top_arm), weight(two.lower_arm), two.top, two.lower, std::min(rate_, 1e300)});
  }
  template <class Gains>
  double growth(const Gains& gain, double leader_before) const {
    const std::span<const double> weights = mirror_.weights();
    const double eta = rate_;
    double mixed = 0.0, mean = 0.0;
    for (std::size_t a = 0; a < weights.size(); ++a) {
      const double g = gain[a];
      mixed += g == 0.0 ? weights[a] : weights[a] * std::exp(eta * g);
      mean += weights[a] * g;
    }
    const double mixed_gain = std::isfinite(mixed) ? std::log(mixed) / eta
                              : std::isfinite(eta) ? shifted_mixed_gain(gain, eta)
                                                   : mirror_.largest() - leader_before;
    return mixed_gain - mean;
  }
  /// (1/η) log Σ w_a e^{η g_a} if e^{η g} overflows: gains are measured from the largest.
  template <class Gains>
  double shifted_mixed_gain(const Gains& gain, double eta) const {
    const std::span<const double> weights = mirror_.weights();
    double largest = 0.0, mixed = 0.0;
    for (std::size_t a = 0; a < weights.size(); ++a) {
      if (weights[a] > 0.0) largest = std::max(largest, gain[a]);
    }
    for (std::size_t a = 0; a < weights.size(); ++a) {
      if (weights[a] > 0.0) mixed += weights[a] * std::exp(eta * (gain[a] - largest));
    }
    return largest + std::log(mixed) / eta;
  }

  double log_arms_;
  double gap_ = 0.0;
  double rate_ = std::numeric_limits<double>::infinity();
  MirrorWeights mirror_;
};

}  // namespace mirador
