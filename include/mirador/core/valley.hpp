#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/core/portable.hpp"

/// Searches the minimum of a single valley in one variable, starting from a guess.
namespace mirador {

struct Valley {
  Interval search{0.0, 0.0};            ///< where the minimum is expected
  double guess = 0.0;                   ///< the best guess of it
  Interval range{-INFINITY, INFINITY};  ///< where the variable must stay
};

namespace detail {

template <class At>
MIRADOR_HD Minimum point(At& at, double theta) {
  return {theta, at(theta)};
}
MIRADOR_HD inline void take_smaller(Minimum& best, Minimum other) {
  if (other.value < best.value) best = other;
}

/// First evaluations: the guess, a point on each side, and the minimum of the parabola through
/// them. If the function is convex, lines through neighbouring points bound it from below
/// (`floor`).
template <bool convex, class At>
MIRADOR_HD Minimum by_parabola(At& at, const Valley& valley, double& floor) {
  const double low = valley.range.low, high = valley.range.high;
  const double step = 0.1 * (valley.search.high - valley.search.low);
  const double middle = std::clamp(valley.guess, low, high);
  const Minimum left = point(at, std::max(middle - step, low));
  const Minimum right = point(at, std::min(middle + step, high));
  Minimum best = point(at, middle);
  const bool even = middle - step >= low && middle + step <= high;
  const double rise = std::max(left.value, right.value) - best.value;
  const bool bottom = std::min(left.value, right.value) > best.value;
  if (convex && even && bottom) floor = best.value - rise;
  const double bend = left.value - 2.0 * best.value + right.value;
  const double shift = 0.5 * step * (left.value - right.value) / bend;
  take_smaller(best, left);
  take_smaller(best, right);
  if (even && std::abs(shift) < 5.0 * step) {
    take_smaller(best, point(at, std::clamp(middle + shift, low, high)));
  }
  return best;
}

/// The minimum may lie beyond the interval; the search then continues from its end.
template <class At>
MIRADOR_HD Minimum search_valley(At& at, Interval where, const Interval& range) {
  double width = where.high - where.low;
  for (int round = 0;; ++round) {
    const Minimum found = minimise(at, where.low, where.high, {.fine = 1e-3});
    const double border = 0.05 * (where.high - where.low);
    const bool too_low = found.at - where.low < border && where.low > range.low;
    const bool too_high = where.high - found.at < border && where.high < range.high;
    if (round == 60 || !(too_low || too_high)) return found;
    width *= 2.0;
    if (too_low) where.low = std::max(where.low - width, range.low);
    if (too_high) where.high = std::min(where.high + width, range.high);
  }
}

/// From a nearby point to the minimum. If the function rises by more than 1 within the search
/// interval, the valley may be narrow: searches again in a smaller interval.
template <class At>
MIRADOR_HD void descend(At& at, const Valley& valley, Minimum& best) {
  const double low = valley.range.low, high = valley.range.high;
  double reach = 0.1 * (valley.search.high - valley.search.low);
  for (int round = 0; round < 12; ++round) {
    const Interval where{std::max(best.at - reach, low), std::min(best.at + reach, high)};
    const double rise = std::max(at(where.low), at(where.high)) - best.value;
    take_smaller(best, search_valley(at, where, valley.range));
    if (rise < 1.0) return;
    reach *= 0.125;
  }
}

}  // namespace detail

/// The smallest of a few values around the guess.
template <class At>
MIRADOR_HD Minimum first_look(At& at, const Valley& valley) {
  double floor = -INFINITY;
  return detail::by_parabola<false>(at, valley, floor);
}

/// The minimum on the range, to about 1e-6 for functions that vary by about 1 over the search
/// interval; less precisely if the first evaluations show on which side of `enough` it is.
template <bool convex, class At>
MIRADOR_HD Minimum bottom_of_valley(At& at, const Valley& valley, double enough = -INFINITY) {
  double floor = -INFINITY;
  Minimum best = detail::by_parabola<convex>(at, valley, floor);
  if (best.value < enough || (std::isfinite(enough) && floor >= enough)) return best;
  detail::descend(at, valley, best);
  if (std::isfinite(valley.range.low)) {
    detail::take_smaller(best, detail::point(at, valley.range.low));
  }
  if (std::isfinite(valley.range.high)) {
    detail::take_smaller(best, detail::point(at, valley.range.high));
  }
  return best;
}

}  // namespace mirador
