#include "mirador/problem/closest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mirador/core/argmax.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/rising_root.hpp"

namespace mirador {
namespace {

/// Sign of the side of the level.
constexpr double left = -1.0, right = 1.0;

/// A run of arms that share one fitted value: their total weight, their weighted mean, and their
/// cost Σ w d(m, mean) there. At any other value y they cost weight d(mean, y) more.
struct Block {
  double weight = 0.0;
  double mean = 0.0;
  double cost = 0.0;
};

template <class F>
double move_cost(const F& family, const Block& block, double value) {
  return block.weight > 0.0 ? block.weight * family.divergence(block.mean, value) : 0.0;
}

/// The cost of two blocks at their common mean minus the cost at their own means.
template <class F>
double pooling_cost(const F& family, const Block& one, const Block& two, double mean) {
  return move_cost(family, one, mean) + move_cost(family, two, mean);
}
double pooling_cost(const Gaussian& family, const Block& one, const Block& two, double) {
  const double weight = one.weight * (two.weight / (one.weight + two.weight));
  return weight * family.divergence(one.mean, two.mean);
}

template <class F>
Block merge(const F& family, const Block& one, const Block& two) {
  const double weight = one.weight + two.weight;
  if (!(weight > 0.0)) return {0.0, 0.5 * (one.mean + two.mean), 0.0};
  const double mean = two.mean + (one.mean - two.mean) * (one.weight / weight);
  return {weight, mean, one.cost + two.cost + pooling_cost(family, one, two, mean)};
}

/// Regressions of all prefixes of a sequence at once, with values that approach the level from one
/// side (pool adjacent violators). After n values the last block starts at start[n], and the blocks
/// before it are those of the prefix of length start[n]: the whole history of the stack is in one
/// array.
struct Prefixes {
  double side;
  std::span<double> weight, mean, cost;  // of the last block
  std::span<double> total;               // cost of all blocks
  std::span<std::size_t> start;

  Prefixes(double which, std::span<double> reals, std::span<std::size_t> indices)  // sizes 4n and n
      : side(which),
        weight(reals.subspan(0, indices.size())),
        mean(reals.subspan(indices.size(), indices.size())),
        cost(reals.subspan(2 * indices.size(), indices.size())),
        total(reals.subspan(3 * indices.size(), indices.size())),
        start(indices) {
    mean[0] = side * infinity;  // an empty prefix is never below another value
    total[0] = 0.0;
  }

  Block last(std::size_t n) const { return {weight[n], mean[n], cost[n]}; }

  /// Extends the prefix of length n-1 to length n.
  template <class F>
  void append(const F& family, std::size_t n, Block block) {
    std::size_t from = n - 1;
    while (from > 0 && side * block.mean > side * mean[from]) {
      block = merge(family, last(from), block);
      from = start[from];
    }
    weight[n] = block.weight;
    mean[n] = block.mean;
    cost[n] = block.cost;
    start[n] = from;
    total[n] = total[from] + block.cost;
  }
};

/// The bottom of a valley: the arm b with the blocks pooled with it on its own side of the level
/// (near) and on the other side (far). At height u >= 0 near lies at τ + s u and far at τ - s u.
template <class F>
class Bottom {
 public:
  Bottom(const Closest<F>& problem, double side, const Block& own)
      : family_(&problem.family()),
        level_(problem.level()),
        side_(side),
        near_(own),
        far_{0.0, level_, 0.0} {}

  void pool(const Block& block, double side) {
    Block& pool = side == side_ ? near_ : far_;
    pool = merge(*family_, pool, block);
  }

  /// A lower bound of the cost at any height.
  double least_cost() const { return near_.cost + far_.cost; }
  double cost(double u) const {
    return least_cost() + move_cost(*family_, near_, near(u)) + move_cost(*family_, far_, far(u));
  }

  /// λ. The near value is limited to the mean, because rounding could pass it.
  double near(double u) const {
    const double own = near_height();
    return own > 0.0 && u >= own ? near_.mean : level_ + side_ * u;
  }
  double far(double u) const { return level_ - side_ * u; }

  /// Does the cost rise at u >= 0, if no pooled block lies higher than u?
  bool rises_at(double u) const { return u >= near_height() || slope(u) >= 0.0; }

  /// The cheapest height in 0..highest.
  double height(double highest) const {
    const double own = near_height(), other = far_height();
    if (!(near_.weight > 0.0 && far_.weight > 0.0)) {
      return std::clamp(far_.weight > 0.0 ? other : own, 0.0, highest);
    }
    const double low = std::max(std::min(own, other), 0.0);
    const double high = std::min(std::max(own, other), highest);
    if (!(low < high) || slope(low) >= 0.0) return std::min(low, highest);
    if (high == highest && slope(high) <= 0.0) return high;
    const double mean = other + (own - other) * (near_.weight / (near_.weight + far_.weight));
    const double guess = mean > low && mean < high ? mean : 0.5 * (low + high);
    const double steepness =
        near_.weight / family_->variance(near(guess)) + far_.weight / family_->variance(far(guess));
    return rising_root([&](double u) { return slope(u); }, {low, high}, guess, steepness);
  }

 private:
  double near_height() const { return side_ * (near_.mean - level_); }
  double far_height() const { return side_ * (level_ - far_.mean); }

  /// The derivative of the cost, W_near (u - u_near) / V(τ + s u) + W_far (u - u_far) / V(τ - s u).
  double slope(double u) const {
    const double near = near_.weight * (u - near_height()) / family_->variance(level_ + side_ * u);
    if (!(far_.weight > 0.0)) return near;
    return near + far_.weight * (u - far_height()) / family_->variance(far(u));
  }

  const F* family_;
  double level_;
  double side_;
  Block near_, far_;
};

/// With a constant variance the level is a mirror: near and far make one pool, with heights instead
/// of means.
template <>
class Bottom<Gaussian> {
 public:
  Bottom(const Closest<Gaussian>& problem, double side, const Block& own)
      : family_(&problem.family()),
        level_(problem.level()),
        side_(side),
        pool_(reflected(own, side)) {}

  void pool(const Block& block, double side) {
    pool_ = merge(*family_, pool_, reflected(block, side));
  }

  double least_cost() const { return cost(std::max(pool_.mean, 0.0)); }
  double cost(double u) const {
    return pool_.cost + pool_.weight * family_->divergence(pool_.mean, u);
  }
  double near(double u) const { return level_ + side_ * u; }
  double far(double u) const { return level_ - side_ * u; }
  bool rises_at(double u) const { return u >= pool_.mean; }
  double height(double highest) const { return std::clamp(pool_.mean, 0.0, highest); }

 private:
  Block reflected(const Block& block, double side) const {
    return {block.weight, side * (block.mean - level_), block.cost};
  }

  const Gaussian* family_;
  double level_;
  double side_;
  Block pool_;
};

/// The valley regressions of all bottoms b at one point.
template <class F>
class Valleys {
 public:
  using Scratch = typename Closest<F>::Scratch;

  Valleys(const Closest<F>& problem, Point at, Scratch& scratch)
      : problem_(&problem),
        at_(at),
        arms_(problem.arms()),
        left_(half(scratch, left)),
        right_(half(scratch, right)) {
    for (std::size_t n = 1; n <= arms_; ++n) {
      left_.append(problem.family(), n, arm(n - 1));
      right_.append(problem.family(), n, arm(arms_ - n));
    }
  }

  /// The valley of D_b: its cost, and λ before b, at b and after it on the arms first..last-1 that
  /// share its bottom.
  struct Fit {
    double cost = infinity;
    double before = 0.0, at = 0.0, after = 0.0;
    Arm first = 0, last = 0;
  };

  /// The cost may be infinite if it is known to exceed `cutoff`.
  Fit fit(Arm b, double cutoff) const {
    const Fit above = one_sided(b, right, cutoff);
    const Fit below = one_sided(b, left, std::min(cutoff, above.cost));
    return above.cost <= below.cost ? above : below;
  }

  void minimiser(Arm b, const Fit& fit, std::span<double> lambda) const {
    for (Arm a = fit.first; a < fit.last; ++a) {
      lambda[a] = a < b ? fit.before : a > b ? fit.after : fit.at;
    }
    for (std::size_t n = fit.first; n > 0; n = left_.start[n]) {
      const auto begin = lambda.begin();
      std::fill(begin + signed_index(left_.start[n]), begin + signed_index(n), left_.mean[n]);
    }
    for (std::size_t n = arms_ - fit.last; n > 0; n = right_.start[n]) {
      const auto end = lambda.end();
      std::fill(end - signed_index(n), end - signed_index(right_.start[n]), right_.mean[n]);
    }
  }

 private:
  Prefixes half(Scratch& scratch, double side) const {
    const std::size_t n = arms_ + 1, which = side == left ? 0 : 1;
    scratch.reals.resize(8 * n);
    scratch.indices.resize(2 * n);
    return {side, std::span(scratch.reals).subspan(which * 4 * n, 4 * n),
            std::span(scratch.indices).subspan(which * n, n)};
  }

  static std::ptrdiff_t signed_index(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

  Block arm(Arm a) const { return {at_.weights[a], at_.means[a], 0.0}; }

  double height(const Prefixes& half, std::size_t n) const {
    return half.side * (half.mean[n] - problem_->level());
  }

  /// The largest possible height of the bottom: the means of arms on the other side of the level
  /// end with their range; at the end itself divergences are infinite.
  double ceiling(Arm b, double side) const {
    if (b == (side == right ? 0 : arms_ - 1)) return infinity;
    const F& family = problem_->family();
    const double end = side == right ? family.lowest_mean() : family.highest_mean();
    return (1.0 - 1e-12) * side * (problem_->level() - end);
  }

  /// The valley with λ_b on one side of the level: blocks are pooled with b, the lower neighbour
  /// first, as long as they are below the level or the cost falls beyond them.
  Fit one_sided(Arm b, double side, double cutoff) const {
    Bottom<F> bottom(*problem_, side, arm(b));
    std::size_t l = b, r = arms_ - 1 - b;
    const double end = ceiling(b, side);
    double next = 0.0;
    while (true) {
      if (bottom.least_cost() + left_.total[l] + right_.total[r] > cutoff) return {};
      const double before = height(left_, l), after = height(right_, r);
      next = std::min(before, after);
      if (next >= end || (next > 0.0 && bottom.rises_at(next))) break;
      if (before <= after) {
        bottom.pool(left_.last(l), left);
        l = left_.start[l];
      } else {
        bottom.pool(right_.last(r), right);
        r = right_.start[r];
      }
    }
    const double u = bottom.height(std::min(next, end));
    const double near = bottom.near(u), far = bottom.far(u);
    return {bottom.cost(u) + left_.total[l] + right_.total[r],
            side == left ? near : far,
            near,
            side == right ? near : far,
            l,
            arms_ - r};
  }

  const Closest<F>* problem_;
  Point at_;
  std::size_t arms_;
  Prefixes left_, right_;
};

}  // namespace

template <ConvexFamily F>
bool Closest<F>::contains(Answer answer, std::span<const double> means) const {
  for (Arm a = 1; a < arms(); ++a) {
    if (!(means[a - 1] < means[a])) return false;
  }
  const double distance = std::abs(means[answer] - level());
  return (answer == 0 || distance < std::abs(means[answer - 1] - level())) &&
         (answer + 1 == arms() || distance < std::abs(means[answer + 1] - level()));
}

template <ConvexFamily F>
void Closest<F>::candidate(Point at, Answer& answer, Scratch& scratch) const {
  answer = argmax(arms(), [&](Arm a) { return -std::abs(at.means[a] - level()); });
  if (contains(answer, at.means)) return;
  const Valleys<F> valleys(*this, at, scratch);
  // The naive answer is usually correct and gives the search a good cutoff.
  double smallest = valleys.fit(answer, infinity).cost;
  for (Arm b = 0; b < arms(); ++b) {
    const double distance = valleys.fit(b, smallest).cost;
    if (distance < smallest || (distance == smallest && b < answer)) {
      smallest = distance;
      answer = b;
    }
  }
}

template <ConvexFamily F>
Projection Closest<F>::project(Answer candidate, Point at, std::span<double> lambda,
                               Scratch& scratch) const {
  const Valleys<F> valleys(*this, at, scratch);
  const bool inside = contains(candidate, at.means);
  const Arm first = inside && candidate > 0 ? candidate - 1 : 0;
  const Arm last = inside ? std::min(candidate + 2, arms()) : arms();
  Arm rival = candidate;
  typename Valleys<F>::Fit closest;
  for (Arm b = first; b < last; ++b) {
    if (b == candidate) continue;
    const auto fit = valleys.fit(b, closest.cost);
    if (fit.cost < closest.cost) closest = fit, rival = b;
  }
  valleys.minimiser(rival, closest, lambda);
  return {closest.cost, rival};
}

template class Closest<Gaussian>;
template class Closest<Bernoulli>;
template class Closest<Bounded>;
template class Closest<Poisson>;

}  // namespace mirador
