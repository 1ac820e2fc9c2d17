#include "mirador/bound/top_m_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mirador {
namespace {

constexpr int step_limit = 200;
/// The share of the way to the border of the feasible set that a step may go.
constexpr double caution = 0.995;
/// The factor by which a step aims to reduce the duality measure.
constexpr double reduction = 0.1;

/// Solves M x = b in place for the symmetric matrix with entries -off_il beside the diagonal and
/// own_i + Σ_l off_il on it, own and off >= 0. Only sums of positive numbers are formed (Grassmann,
/// Taksar, Heyman 1985), so that the solution survives entries of very different size.
void solve_dominant(std::span<double> off, std::span<double> own, std::span<double> x) {
  const std::size_t n = x.size();
  std::span<double> diagonal = own;  // own_k is not needed once row k is eliminated
  for (std::size_t k = 0; k < n; ++k) {
    double pivot = own[k];
    for (std::size_t l = k + 1; l < n; ++l) pivot += off[k * n + l];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = off[k * n + i] / pivot;
      own[i] += factor * own[k];
      x[i] += factor * x[k];
      for (std::size_t l = i + 1; l < n; ++l) off[i * n + l] += factor * off[k * n + l];
    }
    diagonal[k] = pivot;
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t l = k + 1; l < n; ++l) x[k] += off[k * n + l] * x[l];
    x[k] /= diagonal[k];
  }
}

/// The longest step, at most `step`, that keeps value + step * change positive.
double limited(double step, double value, double change) {
  return change < 0.0 ? std::min(step, -caution * value / change) : step;
}

}  // namespace

GaussianTopMWeights::GaussianTopMWeights(const TopM<Gaussian>& problem, double relative_gap)
    : problem_(&problem), relative_gap_(relative_gap), weights_(problem.arms()) {}

template <class Visit>
void GaussianTopMWeights::for_each_pair(Visit&& visit) {
  for (std::size_t i = 0; i < small_.arms.size(); ++i) {
    for (std::size_t j = 0; j < large_.arms.size(); ++j) visit(pair(i, j), i, j);
  }
}

void GaussianTopMWeights::solve(const ArmSet& candidate, std::span<const double> means,
                                std::span<const double>) {
  upper_ = 0.0;
  if (!load(candidate, means)) return spread_over_ties();
  start();
  double gap = certified_gap();
  for (int step = 0; step < step_limit && gap > relative_gap_; ++step) {
    double complementarity = 0.0;
    for (const Pair& p : pairs_) complementarity += p.flow * p.slack;
    newton_direction(reduction * complementarity / static_cast<double>(pairs_.size()));
    move();
    gap = certified_gap();
  }
}

/// Splits the arms and computes the costs; false on a tie, where F is 0 for every w.
bool GaussianTopMWeights::load(const ArmSet& candidate, std::span<const double> means) {
  const bool inside_is_small = 2 * problem_->top() <= means.size();
  for (Side* side : {&small_, &large_}) side->arms.clear();
  for (Arm a = 0; a < means.size(); ++a) {
    (candidate.contains(a) == inside_is_small ? small_ : large_).arms.push_back(a);
  }
  for (Side* side : {&small_, &large_}) {
    for (auto* values : {&side->r, &side->step, &side->total}) values->resize(side->arms.size());
  }
  pairs_.resize(small_.arms.size() * large_.arms.size());
  unit_ = std::numeric_limits<double>::infinity();
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    const double one = means[small_.arms[i]], two = means[large_.arms[j]];
    const bool right = problem_->better(inside_is_small ? one : two, inside_is_small ? two : one);
    p.cost = right ? problem_->family().divergence(one, two) : 0.0;
    if (p.cost < std::numeric_limits<double>::min()) p.cost = 0.0;  // counts as a tie
    unit_ = std::min(unit_, p.cost);
  });
  return unit_ > 0.0;
}

/// Equal weights for the arms of tied pairs.
void GaussianTopMWeights::spread_over_ties() {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  for_each_pair([&](const Pair& p, std::size_t i, std::size_t j) {
    if (p.cost == 0.0) weights_[small_.arms[i]] = weights_[large_.arms[j]] = 1.0;
  });
  const auto tied = std::count(weights_.begin(), weights_.end(), 1.0);
  for (double& weight : weights_) weight /= static_cast<double>(tied);
}

/// r_a = 0.45 times its smallest cost leaves slack in every pair; f is centred for it.
void GaussianTopMWeights::start() {
  for (Side* side : {&small_, &large_}) {
    std::fill(side->r.begin(), side->r.end(), std::numeric_limits<double>::infinity());
  }
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    p.cost /= unit_;
    small_.r[i] = std::min(small_.r[i], 0.45 * p.cost);
    large_.r[j] = std::min(large_.r[j], 0.45 * p.cost);
  });
  double objective = 0.0;
  for (const Side* side : {&small_, &large_}) {
    for (const double r : side->r) objective += 1.0 / r;
  }
  const double measure = objective / static_cast<double>(pairs_.size());
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    p.slack = p.cost - small_.r[i] - large_.r[j];
    p.flow = measure / p.slack;
  });
}

/// Newton's direction towards f_ij (c_ij - r_i - r_j) = target and Σ_j f_ij = 1/r_i²:
///   [diag(2/r³) + Σ (f/s) b bᵀ] Δr = 1/r² - Σ (target/s) b,  b the indicator of a pair, s its
///   slack.
void GaussianTopMWeights::newton_direction(double target) {
  for (Side* side : {&small_, &large_}) {
    for (std::size_t a = 0; a < side->r.size(); ++a) {
      const double r = side->r[a];
      side->step[a] = 1.0 / (r * r);  // the right-hand side
      side->total[a] = 2.0 / (r * r * r);
    }
  }
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    p.flow_step = p.flow / p.slack;  // the stiffness, stored here until Δr is known
    small_.step[i] -= target / p.slack;
    large_.step[j] -= target / p.slack;
  });
  eliminate_large_side();
  solve_dominant(matrix_, small_.total, small_.step);
  for (std::size_t j = 0; j < large_.r.size(); ++j) {
    for (std::size_t i = 0; i < small_.r.size(); ++i) {
      large_.step[j] -= pair(i, j).flow_step * small_.step[i];
    }
    large_.step[j] /= large_.total[j];
  }
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    const double change = small_.step[i] + large_.step[j];
    p.flow_step = target / p.slack + p.flow_step * change - p.flow;
  });
}

/// With k_ij = f/s (in flow_step) and D_j = 2/r_j³ + Σ_i k_ij the large side is diagonal; without
/// it the small side keeps own_i = 2/r_i³ + Σ_j k_ij (2/r_j³)/D_j and off_il = Σ_j k_ij k_lj / D_j.
void GaussianTopMWeights::eliminate_large_side() {
  const std::size_t n = small_.r.size();
  matrix_.assign(n * n, 0.0);
  for (std::size_t j = 0; j < large_.r.size(); ++j) {
    const double own = large_.total[j];
    for (std::size_t i = 0; i < n; ++i) large_.total[j] += pair(i, j).flow_step;
    for (std::size_t i = 0; i < n; ++i) {
      const double scaled = pair(i, j).flow_step / large_.total[j];
      small_.total[i] += scaled * own;
      small_.step[i] -= scaled * large_.step[j];
      for (std::size_t l = i + 1; l < n; ++l) matrix_[i * n + l] += scaled * pair(l, j).flow_step;
    }
  }
}

/// Goes along the direction as far as r, f and the slacks stay positive.
void GaussianTopMWeights::move() {
  double primal = 1.0, dual = 1.0;
  for (const Side* side : {&small_, &large_}) {
    for (std::size_t a = 0; a < side->r.size(); ++a) {
      primal = limited(primal, side->r[a], side->step[a]);
    }
  }
  for_each_pair([&](const Pair& p, std::size_t i, std::size_t j) {
    primal = limited(primal, p.slack, -small_.step[i] - large_.step[j]);
    dual = limited(dual, p.flow, p.flow_step);
  });
  for_each_pair([&](Pair& p, std::size_t i, std::size_t j) {
    p.slack -= primal * (small_.step[i] + large_.step[j]);
    p.flow += dual * p.flow_step;
  });
  for (Side* side : {&small_, &large_}) {
    for (std::size_t a = 0; a < side->r.size(); ++a) side->r[a] += primal * side->step[a];
  }
}

/// Writes the weights ∝ 1/r and the upper bound from the cuts at them; returns the relative gap.
double GaussianTopMWeights::certified_gap() {
  double total = 0.0, shares = 0.0, lowest = std::numeric_limits<double>::infinity();
  for (Side* side : {&small_, &large_}) {
    for (const double r : side->r) total += 1.0 / r;
    std::fill(side->total.begin(), side->total.end(), 0.0);
  }
  for_each_pair([&](const Pair& p, std::size_t i, std::size_t j) {
    const double sum = small_.r[i] + large_.r[j], share = p.flow * p.cost;
    const double one = small_.r[i] / sum, two = large_.r[j] / sum;
    small_.total[i] += share * p.cost * one * one;
    large_.total[j] += share * p.cost * two * two;
    shares += share;
    lowest = std::min(lowest, p.cost / sum);
  });
  double payoff = 0.0;
  for (const Side* side : {&small_, &large_}) {
    for (std::size_t a = 0; a < side->r.size(); ++a) {
      weights_[side->arms[a]] = 1.0 / (side->r[a] * total);
      payoff = std::max(payoff, side->total[a]);
    }
  }
  upper_ = unit_ * payoff / shares;
  return payoff / shares / (lowest / total) - 1.0;
}

}  // namespace mirador
