#include "mirador/problem/closest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mirador/core/argmax.hpp"

namespace mirador {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A run of arms that share one fitted value: their total weight, weighted mean, and the weighted
/// sum of squares around it.
struct Block {
  double weight;
  double mean;
  double cost;
};

Block merge(const Block& one, const Block& two) {
  const double weight = one.weight + two.weight;
  if (!(weight > 0.0)) return {0.0, 0.5 * (one.mean + two.mean), 0.0};
  const double step = two.mean - one.mean;
  const double share = two.weight / weight;
  return {weight, one.mean + step * share, one.cost + two.cost + one.weight * share * step * step};
}

/// Decreasing regressions of every prefix of a sequence at once (pool adjacent violators). After n
/// values the last block starts at start[n], and the blocks before it are those of the prefix of
/// length start[n]: a stack whose whole history is kept in one array.
struct Prefixes {
  std::span<double> weight, mean, cost;  // of the last block
  std::span<double> total;               // cost of all blocks
  std::span<std::size_t> start;

  Prefixes(std::span<double> reals, std::span<std::size_t> indices)  // sizes 4n and n
      : weight(reals.subspan(0, indices.size())),
        mean(reals.subspan(indices.size(), indices.size())),
        cost(reals.subspan(2 * indices.size(), indices.size())),
        total(reals.subspan(3 * indices.size(), indices.size())),
        start(indices) {
    mean[0] = infinity;  // an empty prefix never lies below anything
    total[0] = 0.0;
  }

  Block last(std::size_t n) const { return {weight[n], mean[n], cost[n]}; }

  /// Extends the prefix of length n-1 to length n.
  void append(std::size_t n, Block block) {
    std::size_t from = n - 1;
    while (from > 0 && block.mean > mean[from]) {
      block = merge(last(from), block);
      from = start[from];
    }
    weight[n] = block.weight;
    mean[n] = block.mean;
    cost[n] = block.cost;
    start[n] = from;
    total[n] = total[from] + block.cost;
  }
};

/// The valley regressions of all bottoms b at one point.
class Valleys {
 public:
  Valleys(const Closest& problem, Point at, Closest::Scratch& scratch)
      : at_(at),
        level_(problem.level()),
        arms_(problem.arms()),
        unit_(problem.family().divergence(0.0, 1.0)),
        left_(half(scratch, 0)),
        right_(half(scratch, 1)) {
    for (std::size_t n = 1; n <= arms_; ++n) {
      const Arm l = n - 1, r = arms_ - n;
      left_.append(n, {at.weights[l], level_ - at.means[l], 0.0});
      right_.append(n, {at.weights[r], at.means[r] - level_, 0.0});
    }
  }

  /// D_b in units of d(0,1), or infinity once it is known to be above `cutoff`.
  double distance(Arm b, double cutoff) const {
    return std::min(fit(b, +1.0, cutoff).cost, fit(b, -1.0, cutoff).cost);
  }

  /// d(0,1).
  double unit() const { return unit_; }

  /// The minimiser of D_b.
  void minimiser(Arm b, std::span<double> lambda) const {
    const Fit above = fit(b, +1.0, infinity), below = fit(b, -1.0, infinity);
    const double sign = above.cost <= below.cost ? 1.0 : -1.0;
    const Fit& best = above.cost <= below.cost ? above : below;
    for (Arm a = best.first; a < best.last; ++a) {
      lambda[a] = level_ + (a < b ? -1.0 : a > b ? 1.0 : sign) * std::max(best.bottom, 0.0);
    }
    for (std::size_t n = best.first; n > 0; n = left_.start[n]) {
      const double value = level_ - std::max(left_.mean[n], 0.0);
      std::fill(lambda.begin() + signed_index(left_.start[n]), lambda.begin() + signed_index(n),
                value);
    }
    for (std::size_t n = arms_ - best.last; n > 0; n = right_.start[n]) {
      const double value = level_ + std::max(right_.mean[n], 0.0);
      std::fill(lambda.end() - signed_index(n), lambda.end() - signed_index(right_.start[n]),
                value);
    }
  }

 private:
  /// Arms first..last-1 share the bottom of the valley.
  struct Fit {
    double cost;
    double bottom;
    Arm first, last;
  };

  Prefixes half(Closest::Scratch& scratch, std::size_t which) const {
    const std::size_t n = arms_ + 1;
    scratch.reals.resize(8 * n);
    scratch.indices.resize(2 * n);
    return {std::span(scratch.reals).subspan(which * 4 * n, 4 * n),
            std::span(scratch.indices).subspan(which * n, n)};
  }

  static std::ptrdiff_t signed_index(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

  Fit fit(Arm b, double sign, double cutoff) const {
    Block bottom{at_.weights[b], sign * (at_.means[b] - level_), 0.0};
    std::size_t l = b, r = arms_ - 1 - b;
    const auto cost = [&] { return bottom.cost + left_.total[l] + right_.total[r]; };
    // Pool the lower neighbour while it lies below the bottom.
    while (std::min(left_.mean[l], right_.mean[r]) < bottom.mean && cost() <= cutoff) {
      if (left_.mean[l] <= right_.mean[r]) {
        bottom = merge(left_.last(l), bottom);
        l = left_.start[l];
      } else {
        bottom = merge(bottom, right_.last(r));
        r = right_.start[r];
      }
    }
    if (cost() > cutoff) return {infinity, bottom.mean, l, arms_ - r};
    return {cost() + clipping(bottom, l, r), bottom.mean, l, arms_ - r};
  }

  /// What it costs to lift everything below the level (u < 0) to it.
  double clipping(const Block& bottom, std::size_t l, std::size_t r) const {
    double cost = bottom.mean < 0.0 ? bottom.weight * bottom.mean * bottom.mean : 0.0;
    for (; left_.mean[l] < 0.0; l = left_.start[l]) {
      cost += left_.weight[l] * left_.mean[l] * left_.mean[l];
    }
    for (; right_.mean[r] < 0.0; r = right_.start[r]) {
      cost += right_.weight[r] * right_.mean[r] * right_.mean[r];
    }
    return cost;
  }

  Point at_;
  double level_;
  std::size_t arms_;
  double unit_;
  Prefixes left_, right_;
};

}  // namespace

bool Closest::contains(Answer answer, std::span<const double> means) const {
  for (Arm a = 1; a < arms(); ++a) {
    if (!(means[a - 1] < means[a])) return false;
  }
  const double distance = std::abs(means[answer] - level());
  return (answer == 0 || distance < std::abs(means[answer - 1] - level())) &&
         (answer + 1 == arms() || distance < std::abs(means[answer + 1] - level()));
}

void Closest::candidate(Point at, Answer& answer, Scratch& scratch) const {
  answer = argmax(arms(), [&](Arm a) { return -std::abs(at.means[a] - level()); });
  if (contains(answer, at.means)) return;
  const Valleys valleys(*this, at, scratch);
  // The naive answer is usually right and gives the search a good cutoff.
  double smallest = valleys.distance(answer, infinity);
  for (Arm b = 0; b < arms(); ++b) {
    const double distance = valleys.distance(b, smallest);
    if (distance < smallest || (distance == smallest && b < answer)) {
      smallest = distance;
      answer = b;
    }
  }
}

Projection Closest::project(Answer candidate, Point at, std::span<double> lambda,
                            Scratch& scratch) const {
  const Valleys valleys(*this, at, scratch);
  const bool inside = contains(candidate, at.means);
  const Arm first = inside && candidate > 0 ? candidate - 1 : 0;
  const Arm last = inside ? std::min(candidate + 2, arms()) : arms();
  Projection closest{infinity, candidate};
  for (Arm b = first; b < last; ++b) {
    if (b == candidate) continue;
    const double distance = valleys.distance(b, closest.value);
    if (distance < closest.value) closest = {distance, b};
  }
  valleys.minimiser(closest.rival, lambda);
  closest.value *= valleys.unit();
  return closest;
}

}  // namespace mirador
