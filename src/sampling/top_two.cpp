#include "mirador/sampling/top_two.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mirador/core/infinity.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

/// One attempt at the conditional law succeeds with a probability of order 1.
constexpr int attempts = 1000;

/// Below this a uniform times the probability could underflow, and its quantile would be NaN.
constexpr double smallest_probability = 1e-290;

/// The relevant part of a draw of all means: the leader, and the values of the two arms in
/// question. Everything is in scores, where larger is better.
struct Challenge {
  Arm challenger;
  double leader_value;
  double challenger_value;
};

class Posterior {
 public:
  Posterior(const Standing<TopTwoThompson::Question>& standing, RoundDraws draws)
      : standing_(standing), draws_(draws), sigma_(standing.problem().family().sigma()) {}

  std::size_t arms() const { return standing_.arms(); }
  double mean(Arm a) const {
    return standing_.problem().score(standing_.stats().sums()[a]) / (standing_.counts()[a] + 1.0);
  }
  double variance(Arm a) const { return sigma_ * sigma_ / (standing_.counts()[a] + 1.0); }

  /// Arm a in the n-th draw of all arms; the same (n, a) gives the same value.
  double draw(std::uint64_t n, Arm a) { return mean(a) + std::sqrt(variance(a)) * normal(n, a); }
  /// The standard normal behind it.
  double normal(std::uint64_t n, Arm a) {
    Batch& batch = batches_[n == 0 ? 0 : 1];
    if (batch.n != n || batch.first != a - a % batch_size) fill(batch, n, a - a % batch_size);
    return batch.normals[a % batch_size];
  }
  /// Uniforms that belong to the n-th draw of all arms.
  double uniform(std::uint64_t n, Arm a) { return draws_.uniform(n * arms() + a); }

 private:
  /// Quantiles of several arms at once cost little more than a single one.
  static constexpr std::size_t batch_size = 16;
  struct Batch {
    std::uint64_t n = ~std::uint64_t{0};
    Arm first = 0;
    std::array<double, batch_size> normals{};
  };

  void fill(Batch& batch, std::uint64_t n, Arm first) {
    batch.n = n;
    batch.first = first;
    const std::size_t count = std::min(batch_size, arms() - first);
    for (std::size_t i = 0; i < count; ++i) batch.normals[i] = uniform(n, first + i);
    simd::functions().normal_quantiles(batch.normals.data(), count);
  }

  const Standing<TopTwoThompson::Question>& standing_;
  RoundDraws draws_;
  double sigma_;
  std::array<Batch, 2> batches_;  // of the first draw, which is read again, and of another
};

/// P(θ_j > θ_leader) under the posterior, or 0 if it is too small to compute with.
double overtakes(const Posterior& posterior, Arm j, Arm leader) {
  const double p = normal_cdf((posterior.mean(j) - posterior.mean(leader)) /
                              std::sqrt(posterior.variance(j) + posterior.variance(leader)));
  return j == leader || p < smallest_probability ? 0.0 : p;
}

/// An arm j != leader with probability P(θ_j > θ_leader) / total, `target` uniform below total.
Arm overtaker(const Posterior& posterior, Arm leader, double target) {
  double before = 0.0;
  Arm chosen = leader;
  for (Arm j = 0; j < posterior.arms(); ++j) {
    const double p = overtakes(posterior, j, leader);
    if (p > 0.0 && before <= target) chosen = j;
    before += p;
  }
  return chosen;
}

/// Draws (θ_leader, θ_j) given θ_j > θ_leader into the challenge: first the gap D from its
/// truncated normal law, then θ_leader given D.
Challenge draw_overtaken(Posterior& posterior, std::uint64_t n, Arm leader, Arm j) {
  const double gap_mean = posterior.mean(j) - posterior.mean(leader);
  const double v = posterior.variance(leader) + posterior.variance(j);
  const double excess = -std::sqrt(v) * normal_quantile(posterior.uniform(n, leader) *
                                                        overtakes(posterior, j, leader));
  const double gap = std::max(0.0, gap_mean + excess);
  const double share = posterior.variance(leader) / v;
  const double leader_value = posterior.mean(leader) - share * excess +
                              std::sqrt(share * posterior.variance(j)) * posterior.normal(n, j);
  return {j, leader_value, leader_value + gap};
}

/// The arms of the n-th draw except the leader and (in a challenge) its challenger: how many beat
/// the leader. The best of all becomes the challenger.
int draw_others(Posterior& posterior, std::uint64_t n, Arm leader, Challenge& challenge) {
  const Arm overtaken_by = challenge.challenger;
  int overtakers = overtaken_by == leader ? 0 : 1;
  for (Arm a = 0; a < posterior.arms(); ++a) {
    if (a == leader || a == overtaken_by) continue;
    const double value = posterior.draw(n, a);
    if (value > challenge.leader_value) ++overtakers;
    if (value > challenge.challenger_value) {
      challenge.challenger = a;
      challenge.challenger_value = value;
    }
  }
  return overtakers;
}

/// θ'' given that some arm beats the leader, exactly. If upsets are common (the probabilities to
/// overtake sum to more than 1), draws until there is one. Otherwise: chooses an overtaker j, draws
/// given that j overtakes, and accepts with probability 1 / (number of overtakers), so that a draw
/// that several j could have produced is not counted several times. `n` numbers the first draw
/// used. The challenger equals the leader if every probability underflows.
Challenge conditional_draw(Posterior& posterior, std::uint64_t n, Arm leader) {
  double total = 0.0;
  for (Arm j = 0; j < posterior.arms(); ++j) total += overtakes(posterior, j, leader);
  Challenge challenge{leader, 0.0, 0.0};
  if (total == 0.0) return challenge;
  const bool common = total > 1.0;
  for (int attempt = 0; attempt < attempts; ++attempt, n += 2) {
    if (common) {
      challenge = {leader, posterior.draw(n, leader), -infinity};
    } else {
      const Arm j = overtaker(posterior, leader, posterior.uniform(n + 1, 0) * total);
      challenge = draw_overtaken(posterior, n, leader, j);
    }
    const int overtakers = draw_others(posterior, n, leader, challenge);
    if (common ? overtakers > 0
               : overtakers == 1 || posterior.uniform(n + 1, 1) * overtakers < 1.0) {
      break;
    }
  }
  return challenge;
}

/// If the leader is certain in double precision: uses the closest alternative as θ''. Given an
/// upset, the posterior concentrates there.
Challenge closest_challenge(const Standing<TopTwoThompson::Question>& standing, Arm leader) {
  const auto& closest = standing.closest();
  const Arm challenger = leader == closest.answer() ? closest.rival() : closest.answer();
  const auto score = [&](Arm a) { return standing.problem().score(closest.lambda()[a]); };
  return {challenger, score(leader), score(challenger)};
}

}  // namespace

Arm TopTwoThompson::next(const Standing<Question>& standing) const {
  Posterior posterior(standing, RoundDraws(key_, standing.round()));
  const std::size_t arms = standing.arms();

  Arm leader = 0;
  double leader_value = -infinity;
  for (Arm a = 0; a < arms; ++a) {
    const double value = posterior.draw(0, a);
    if (value > leader_value) {
      leader = a;
      leader_value = value;
    }
  }

  Challenge again = conditional_draw(posterior, 1, leader);
  if (again.challenger == leader) again = closest_challenge(standing, leader);
  const Gaussian& family = standing.problem().family();
  const double challenger_before = posterior.draw(0, again.challenger);
  return family.divergence(leader_value, again.leader_value) >
                 family.divergence(challenger_before, again.challenger_value)
             ? leader
             : again.challenger;
}

}  // namespace mirador
