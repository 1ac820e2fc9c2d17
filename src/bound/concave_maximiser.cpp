#include "mirador/bound/concave_maximiser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "mirador/core/infinity.hpp"

namespace mirador {
namespace {

// The constants below were tuned on random best-arm, top-m and thresholding instances with K = 4,
// 10 and 30. None is delicate: fractions from 0.7 to 0.97, reaches from 1e-3 to 1e-1 and growths
// from 4 to 10 all reach a gap of 1e-9, with about the same number of calls from a cold start.

// Position of the level between the bounds. Near 1 the method is Kelley's, unstable on curved
// functions; near 0 it advances slowly on linear pieces.
constexpr double level_fraction = 0.8;
constexpr double initial_reach = 3e-3;
constexpr double reach_growth = 10.0;
// Share of the best point mixed into the next one, relative to the gap: F vanishes at border
// points, which give poor cuts; the loss must stay below the remaining gap.
constexpr double inside_share = 0.1;
constexpr double inside_limit = 0.1;
// Smallest weight of the start, times K.
constexpr double start_floor = 1e-4;
// Smallest weight used in the metric: bounds the condition number of the projection.
constexpr double metric_floor = 1e-6;
// Bounds closer than this (relative) differ by rounding.
constexpr double smallest_gap = 1e-14;
// Levels tried without any progress before stopping (the gap is then down to rounding).
constexpr int max_fruitless = 12;
// Projections without an oracle call in between; each shrinks the gap by a constant factor.
constexpr int max_projections = 400;

// Calls allowed without the gap shrinking by a tenth; more happen only if the gap is down to
// rounding.
std::size_t patience(std::size_t k) { return 100 + 10 * k; }

std::size_t max_cuts(std::size_t k) { return 4 * k + 20; }

}  // namespace

double Maximum::relative_gap() const {
  if (upper <= lower) return 0.0;
  if (lower <= 0.0) return infinity;
  return (upper - lower) / lower;
}

Maximum ConcaveMaximiser::maximise(ConcaveOracle oracle, std::span<double> w,
                                   const MaximiserOptions& options) {
  start(w);
  while (calls_ < options.max_calls) {
    if (!evaluate(oracle)) break;
    if (next_point(options.relative_gap) == Move::finished || stagnates()) break;
  }
  std::copy(best_.begin(), best_.end(), w.begin());
  lower_ = std::max(lower_, 0.0);
  return {lower_, std::max(upper_, lower_), calls_};
}

void ConcaveMaximiser::start(std::span<const double> w) {
  if (w.empty()) throw std::invalid_argument("ConcaveMaximiser: no weights");
  size_ = w.size();
  double sum = 0.0;
  for (const double weight : w) sum += weight > 0.0 ? weight : 0.0;
  const bool usable = sum > 0.0 && std::isfinite(sum);
  const double floor = start_floor / static_cast<double>(size_);
  best_.resize(size_);
  double total = 0.0;
  for (std::size_t a = 0; a < size_; ++a) {
    // Written so that a NaN weight becomes the floor.
    best_[a] = !usable ? 1.0 : w[a] / sum > floor ? w[a] / sum : floor;
    total += best_[a];
  }
  for (double& weight : best_) weight /= total;
  point_ = best_;
  mixture_.resize(size_);
  curvature_.resize(size_);
  calls_ = 0;
  lower_ = -infinity;
  upper_ = infinity;
  level_ = infinity;
  reach_ = initial_reach;
  watched_gap_ = infinity;
  watched_call_ = 0;
  rows_.assign((size_ + 1) * size_, 0.0);
  bounds_.assign(size_ + 1, 0.0);
  bounds_[0] = 1.0;
  for (std::size_t a = 0; a < size_; ++a) {
    rows_[a] = 1.0;
    rows_[(a + 1) * size_ + a] = 1.0;
  }
  idle_.clear();
}

// Adds the cut at point_. False if the oracle's result is unusable.
bool ConcaveMaximiser::evaluate(ConcaveOracle oracle) {
  if (idle_.size() >= max_cuts(size_)) forget_idle_cut();
  const std::size_t offset = rows_.size();
  rows_.resize(offset + size_);
  const std::span<double> gradient(rows_.data() + offset, size_);
  const double value = oracle(point_, gradient);
  ++calls_;
  double largest = 0.0;
  bool usable = std::isfinite(value);
  for (const double g : gradient) {
    usable = usable && std::isfinite(g);
    largest = std::max(largest, g);
  }
  if (!usable) {
    rows_.resize(offset);
    return false;
  }
  bounds_.push_back(0.0);
  idle_.push_back(0);
  upper_ = std::min(upper_, largest);
  if (value > 0.5 * (lower_ + level_)) reach_ *= reach_growth;
  if (value > lower_) {
    lower_ = value;
    best_.swap(point_);
  }
  return true;
}

// Chooses the next point to evaluate, lowering the upper bound as far as the cuts allow.
ConcaveMaximiser::Move ConcaveMaximiser::next_point(double target_gap) {
  double fraction = level_fraction;
  int fruitless = 0;
  for (int i = 0; i < max_projections && !reached(target_gap); ++i) {
    const double previous = upper_;
    level_ = choose_level(fraction);
    if (!(level_ > lower_)) return Move::finished;  // no double is left between the bounds
    const QpStatus status = project(level_);
    bound_from_multipliers();
    if (reached(target_gap)) return Move::finished;
    if (status == QpStatus::solved && upper_ > level_) {
      step_inside();
      return Move::evaluate;
    }
    if (upper_ < previous) continue;
    // The projection failed numerically: a lower level is easier.
    fraction *= 0.5;
    if (++fruitless > max_fruitless) return Move::finished;
  }
  return Move::finished;
}

bool ConcaveMaximiser::reached(double target_gap) const {
  return upper_ - lower_ <= std::max(target_gap, smallest_gap) * lower_;
}

bool ConcaveMaximiser::stagnates() {
  const double gap = upper_ - lower_;
  if (gap < 0.9 * watched_gap_) {
    watched_gap_ = gap;
    watched_call_ = calls_;
  }
  return calls_ - watched_call_ >= patience(size_);
}

double ConcaveMaximiser::choose_level(double fraction) const {
  const double level = lower_ + fraction * (upper_ - lower_);
  return lower_ > 0.0 ? std::min(level, lower_ * (1.0 + reach_)) : level;
}

// point_ = the point of {w in the simplex, g_k·w >= level} nearest to best_.
QpStatus ConcaveMaximiser::project(double level) {
  const auto first_cut = static_cast<std::ptrdiff_t>(size_ + 1);
  std::fill(bounds_.begin() + first_cut, bounds_.end(), level);
  for (std::size_t a = 0; a < size_; ++a) curvature_[a] = 1.0 / std::max(best_[a], metric_floor);
  return program_.solve(curvature_, best_, {rows_, bounds_, 1}, point_);
}

// Solved or infeasible, the multipliers of the cuts are non-negative; their normalisation is a
// convex combination q, and max_a Σ_k q_k g_{k,a} bounds F on the simplex whatever q is.
void ConcaveMaximiser::bound_from_multipliers() {
  const std::span<const double> cut_weights = program_.multipliers().subspan(size_ + 1);
  std::fill(mixture_.begin(), mixture_.end(), 0.0);
  double total = 0.0;
  for (std::size_t k = 0; k < cut_weights.size(); ++k) {
    if (!(cut_weights[k] > 0.0)) {
      ++idle_[k];
      continue;
    }
    idle_[k] = 0;
    total += cut_weights[k];
    const double* const cut = rows_.data() + (size_ + 1 + k) * size_;
    for (std::size_t a = 0; a < size_; ++a) mixture_[a] += cut_weights[k] * cut[a];
  }
  if (!(total > 0.0) || !std::isfinite(total)) return;
  double largest = 0.0;
  for (const double entry : mixture_) largest = std::max(largest, entry / total);
  // If the mixture overflows, the bound is unchanged.
  if (largest < upper_) upper_ = largest;
}

void ConcaveMaximiser::step_inside() {
  const double gap = lower_ > 0.0 ? (upper_ - lower_) / lower_ : infinity;
  const double share = std::min(inside_limit, inside_share * gap);
  double total = 0.0;
  for (std::size_t a = 0; a < size_; ++a) {
    point_[a] = (1.0 - share) * std::max(point_[a], 0.0) + share * best_[a];
    total += point_[a];
  }
  for (double& weight : point_) weight /= total;
}

// At most K + 1 cuts have a positive multiplier, so none of them is dropped.
void ConcaveMaximiser::forget_idle_cut() {
  const auto oldest = std::max_element(idle_.begin(), idle_.end());
  const auto k = static_cast<std::size_t>(oldest - idle_.begin());
  const std::size_t last = idle_.size() - 1;
  if (k != last) {
    const double* const moved = rows_.data() + (size_ + 1 + last) * size_;
    std::copy_n(moved, size_, rows_.data() + (size_ + 1 + k) * size_);
    *oldest = idle_.back();
  }
  idle_.pop_back();
  bounds_.pop_back();
  rows_.resize(rows_.size() - size_);
}

}  // namespace mirador
