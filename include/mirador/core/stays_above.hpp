#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/convex_window.hpp"
#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/core/portable.hpp"

/// Proves that a function of one variable stays above a level, however many valleys it has.
namespace mirador {

/// The value of a function at θ, as a part that falls with θ and a part that rises with θ. On [a,
/// b] the function is at least falling(b) + rising(a); the proofs below use this bound.
struct Sides {
  double falling, rising;

  MIRADOR_HD double total() const { return falling + rising; }
};

/// Where a function is examined.
struct Stretch {
  Interval range;  ///< ends may be infinite; the sides are limits there
  double step;     ///< approximate length of the first step
};

namespace detail {

/// The limit of evaluations in one direction; only a minimum within rounding of the level needs
/// more.
inline constexpr int most_looks = 1 << 14;

/// A walk from a start to an end of the range.
struct Way {
  bool upwards;

  MIRADOR_HD double end(const Interval& range) const { return upwards ? range.high : range.low; }
  MIRADOR_HD double from(double here, double width) const {
    return upwards ? here + width : here - width;
  }
  /// The part that gets smaller along the way, and the part that gets larger.
  MIRADOR_HD double shrinking(const Sides& sides) const {
    return upwards ? sides.falling : sides.rising;
  }
  MIRADOR_HD double growing(const Sides& sides) const {
    return upwards ? sides.rising : sides.falling;
  }
};

/// A step changes in the ratio of what it may lose to what the last one lost.
MIRADOR_HD inline double step_ratio(double spare, double lost, const Interval& limits) {
  if (!(lost > 0.0)) return limits.high;
  const double ratio = spare / lost;  // NaN where both are infinite
  return ratio > limits.low ? std::min(ratio, limits.high) : limits.low;
}

/// Walks from `here` to the end in pieces, each proved by the bound above. Stops at a point below
/// `enough` and stores it in `lowest`. Pieces shrink on the way down to such a point and would
/// never reach it, so the point where it should be is evaluated whenever they have become much
/// shorter.
template <class At>
MIRADOR_HD bool stays_above_on(Way way, At& at, const Stretch& where, double here, double enough,
                               Minimum& lowest) {
  const double end = way.end(where.range);
  double step = where.step;
  if (here == end) return true;
  const auto is_below = [&](double theta, const Sides& sides) {
    if (sides.total() < enough) lowest = {theta, sides.total()};
    return sides.total() < enough;
  };
  const Sides last = at.sides(end);
  if (std::isfinite(end) && is_below(end, last)) return false;
  Sides now = at.sides(here);
  double spare_at_look = now.total() - enough;
  for (int look = 0; look < most_looks; ++look) {
    if (way.growing(now) + way.shrinking(last) >= enough) return true;
    // The end itself is not proved yet: at most half of the way there.
    const double width = std::min(step, 0.5 * std::abs(end - here));
    const double there = way.from(here, width);
    if (there == here) return false;
    const Sides next = at.sides(there);
    if (is_below(there, next)) return false;
    const double lost = way.shrinking(now) - way.shrinking(next);
    if (!(way.growing(now) + way.shrinking(next) >= enough)) {
      step = width * step_ratio(0.9 * (now.total() - enough), lost, {1e-3, 0.9});
      continue;
    }
    const double spare = next.total() - enough;
    if (spare < 0.5 * spare_at_look && next.total() < now.total()) {
      const double beyond = 1.5 * width * spare / (now.total() - next.total());
      const double ahead = way.from(there, std::min(beyond, 0.5 * std::abs(end - there)));
      if (is_below(ahead, at.sides(ahead))) return false;
      spare_at_look = spare;
    }
    step = width * step_ratio(spare, lost, {0.125, 8.0});
    here = there, now = next;
  }
  return false;
}

}  // namespace detail

/// Is the function at least `enough` on the whole range? `at.sides(θ)` is its value, `lowest` a
/// point of the range with its value, best near the minimum. If a point below `enough` is found, it
/// is stored in `lowest`; if rounding prevents a proof, `lowest` is unchanged. With E the sum at
/// the minimum and g its distance from `enough`, needs about π√(E/g) evaluations, a third of that
/// where the function is nearly convex.
template <class At>
MIRADOR_HD bool stays_above(At& at, const Stretch& where, double enough, Minimum& lowest) {
  if (!(lowest.value >= enough)) return false;
  Interval proved{lowest.at, lowest.at};
  if constexpr (NearlyConvex<At>) {
    proved = convex_window(at, where.range, where.step, enough, lowest);
    if (lowest.value < enough) return false;
  }
  return detail::stays_above_on(detail::Way{true}, at, where, proved.high, enough, lowest) &&
         detail::stays_above_on(detail::Way{false}, at, where, proved.low, enough, lowest);
}

/// Goes from a point to the bottom of its valley. The width of the valley is unknown; near an end
/// of the range it is about the distance to that end.
template <class At>
MIRADOR_HD void go_down(At& at, const Stretch& where, Minimum& best) {
  const double low = where.range.low, high = where.range.high;
  double step = std::min(where.step, 0.1 * std::min(high - best.at, best.at - low));
  for (int look = 0; look < 200 && step > 0.0; ++look) {
    const double left = std::max(best.at - step, low), right = std::min(best.at + step, high);
    const double at_left = at.sides(left).total(), at_right = at.sides(right).total();
    const double before = best.value;
    if (std::max(at_left, at_right) < before + 1e-8) return;
    if (at_left < best.value) best = {left, at_left};
    if (at_right < best.value) best = {right, at_right};
    step *= best.value < before ? 1.5 : 0.5;
  }
}

/// On which side of `enough` is the minimum? Returns `found` if it is proved to be above, otherwise
/// a value below, at the bottom of its valley. A minimum that cannot be proved counts as below.
template <class At>
MIRADOR_HD Minimum proved_bottom(At& at, const Stretch& where, double enough, Minimum found) {
  Minimum lowest = found;
  if (stays_above(at, where, enough, lowest)) return found;
  if (!(lowest.value < enough)) return {found.at, -INFINITY};
  go_down(at, where, lowest);
  return lowest;
}

}  // namespace mirador
