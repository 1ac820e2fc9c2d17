#pragma once

#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/lane/lane.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

struct Bottom {
  Minimum lowest;
  bool decided;  ///< false where the valley is not like a parabola
};

/// On which side of `enough` lies the smallest value in a smooth valley? Parabolas through a start
/// not far from the bottom and its neighbours at a step that the function bends over by about 0.1:
/// four points usually tell, seven give the smallest value to 1e-9. How far the fourth is from the
/// parabola's promise tells what may be left to gain.
template <class At>
MIRADOR_HD Bottom smooth_bottom(At& at, const Interval& range, Minimum start, double step,
                                double enough) {
  Minimum best = start;
  int arrived = 0;
  for (int round = 0; round < 12 && arrived < 4; ++round) {
    if (!(best.at - step > range.low && best.at + step < range.high)) break;
    const Minimum left = {best.at - step, at(best.at - step)};
    const Minimum right = {best.at + step, at(best.at + step)};
    const double bend = left.value - 2.0 * best.value + right.value;
    const double tilt = left.value - right.value;
    if (!(bend > 0.0)) break;
    // A convex function stays above the lines through its neighbours.
    const double rise = lane::max(left.value, right.value) - best.value;
    const bool lowest = left.value >= best.value && right.value >= best.value;
    if (lowest && best.value - rise >= enough) return {best, true};
    const double wish = 0.5 * tilt / bend, shift = lane::min(lane::max(wish, -4.0), 4.0);
    const Minimum middle = best;
    const double there = middle.at + shift * step;
    if (!(there > range.low && there < range.high)) break;
    const Minimum next = {there, at(there)};
    const double promised = middle.value + 0.5 * shift * (bend * shift - tilt);
    const double left_to_gain = 4.0 * lane::abs(next.value - promised) + 1e-9;
    if (left.value < best.value) best = left;
    if (right.value < best.value) best = right;
    if (next.value < best.value) best = next;
    if (shift != wish) continue;
    if (best.value < enough || best.value - left_to_gain >= enough) return {best, true};
    ++arrived;
    step *= 0.25;
  }
  return {best, arrived == 4};
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
