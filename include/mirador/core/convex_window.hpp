#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>

#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"

/// Proofs around the bottom of a function of one variable that is convex but for a known bend.
namespace mirador {

/// On every interval the function lies above another one that is convex in straight(θ) and nowhere
/// lower than the function itself by more than bend(interval).
template <class At>
concept NearlyConvex = requires(const At at, double theta, Interval interval) {
  { at.straight(theta) } -> std::same_as<double>;
  { at.bend(interval) } -> std::same_as<double>;
};

namespace detail {

/// A point of the function, by its place in the coordinate in which it is nearly convex.
struct Known {
  double place, value;
};

/// What a convex function is at least at `place`, beyond `near` as seen from `far`: the line
/// through both, with the values as unfavourable as a bend allows.
inline double beyond(Known near, Known far, double bend, double place) {
  const double ratio = (place - near.place) / (near.place - far.place);
  return (near.value - bend) * (1.0 + ratio) - far.value * ratio;
}

/// What it is at least between two points, given one more on either side.
inline double between(const std::array<Known, 4>& p, double bend) {
  const auto at_least = [&](double place) {
    return std::max(beyond(p[1], p[0], bend, place), beyond(p[2], p[3], bend, place));
  };
  const double from = p[1].place, to = p[2].place;
  const double start = beyond(p[1], p[0], bend, from) - beyond(p[2], p[3], bend, from);
  const double end = beyond(p[1], p[0], bend, to) - beyond(p[2], p[3], bend, to);
  const double lowest = std::min(at_least(from), at_least(to));
  if (!(start * end < 0.0)) return lowest;
  return std::min(lowest, at_least(from + (to - from) * (start / (start - end))));
}

/// The middle of a window, values next to it, and about the second derivative there.
struct Bottom {
  double middle = 0.0, apart = 0.0;
  double left = 0.0, value = 0.0, right = 0.0;  ///< at middle - apart, middle, middle + apart
  double curvature = 0.0;

  bool is_there() const { return left + right > 2.0 * value; }
  double shift() const { return 0.5 * apart * (left - right) / (left + right - 2.0 * value); }
};

/// From `lowest` to the bottom by parabolas. Lines through points of a parabola that are `apart`
/// lie below it by half of what the bottom is above `enough`. Not `is_there` where there is none,
/// or where a point below `enough` was found, which is left in `lowest`.
template <class At>
Bottom find_bottom(const At& at, const Interval& range, double step, double enough,
                   Minimum& lowest) {
  const Bottom none;
  Bottom b;
  b.middle = lowest.at, b.apart = step, b.value = lowest.value;
  for (int round = 0; round < 4; ++round) {
    const double room = std::min(b.middle - range.low, range.high - b.middle);
    if (!(b.apart > 0.0 && 2.0 * b.apart < room)) return none;
    b.left = at(b.middle - b.apart), b.right = at(b.middle + b.apart);
    if (!b.is_there()) return none;
    b.curvature = (b.left + b.right - 2.0 * b.value) / (b.apart * b.apart);
    const auto wanted = [&] {
      return std::min(std::sqrt(2.0 * (b.value - enough)), 1.4) / std::sqrt(b.curvature);
    };
    const bool near = std::abs(b.shift()) <= 0.2 * b.apart;
    if (near && b.apart <= 1.2 * wanted() && b.apart >= 0.6 * wanted()) return b;
    if (!near) {
      b.middle += std::clamp(b.shift(), -b.apart, b.apart);
      b.value = at(b.middle);
      if (b.value < enough) {
        lowest = {b.middle, b.value};
        return none;
      }
    }
    b.apart = wanted();
  }
  return none;
}

/// A half width of the window, as large as the bend allows; and the bend.
struct Reach {
  double half, bend;
};
template <class At>
Reach window_reach(const At& at, const Interval& range, const Bottom& b, double most) {
  const double room = std::min(b.middle - range.low, range.high - b.middle);
  Reach reach = {std::min(3.0 / std::sqrt(b.curvature), 0.9 * room), INFINITY};
  for (int trial = 0; trial < 4; ++trial) {
    reach.bend = at.bend({b.middle - reach.half, b.middle + reach.half});
    if (reach.bend <= most) break;
    reach.half *= std::max(0.1, 0.9 * std::sqrt(most / reach.bend));
  }
  return reach;
}

}  // namespace detail

/// An interval around the bottom next to `lowest` on which the function is proved to
/// stay above `enough`; of no length where that is not seen so. A point below `enough` is left in
/// `lowest`. `step` is about how far to go at first.
template <NearlyConvex At>
Interval convex_window(const At& at, const Interval& range, double step, double enough,
                       Minimum& lowest) {
  using detail::Known;
  const Interval nothing{lowest.at, lowest.at};
  const detail::Bottom b = detail::find_bottom(at, range, step, enough, lowest);
  if (!b.is_there()) return nothing;
  const double most_bend = 0.125 * (b.value - enough);
  const auto [half, bend] = detail::window_reach(at, range, b, most_bend);
  if (!(bend <= most_bend && half >= 2.0 * b.apart)) return nothing;
  const auto known = [&](double theta, double value) { return Known{at.straight(theta), value}; };
  const double far_left = b.middle - 2.0 * b.apart, far_right = b.middle + 2.0 * b.apart;
  const Known p[] = {known(far_left, at(far_left)), known(b.middle - b.apart, b.left),
                     known(b.middle, b.value), known(b.middle + b.apart, b.right),
                     known(far_right, at(far_right))};
  // Beyond the points next to the middle it rises, up to the ends of the window.
  const bool rises = std::min(b.left, b.right) - bend >= std::max(b.value, enough);
  const double inside = std::min(detail::between({p[0], p[1], p[2], p[3]}, bend),
                                 detail::between({p[1], p[2], p[3], p[4]}, bend));
  if (!(rises && inside >= enough)) return nothing;
  return {b.middle - half, b.middle + half};
}

}  // namespace mirador
