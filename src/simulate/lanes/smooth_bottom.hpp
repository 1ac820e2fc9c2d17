#pragma once

#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/simd/lane.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

struct Bottom {
  Minimum lowest;
  bool decided;  ///< false if the valley is not like a parabola
};

/// On which side of `enough` is the minimum of a smooth, convex valley? Goes down by parabolas
/// through a start near the bottom and its neighbours, at a step over which the function bends by
/// about 0.1. Lines through neighbours bound the function from below; if that does not decide, uses
/// neighbours close enough to decide.
template <class At>
MIRADOR_HD Bottom smooth_bottom(At& at, const Interval& range, Minimum start, double step,
                                double enough) {
  Minimum best = start;
  for (int round = 0; round < 16; ++round) {
    const Minimum middle = best;
    if (!(middle.at - step > range.low && middle.at + step < range.high)) break;
    const Minimum left = {middle.at - step, at(middle.at - step)};
    const Minimum right = {middle.at + step, at(middle.at + step)};
    const double bend = left.value - 2.0 * middle.value + right.value;
    const double tilt = left.value - right.value;
    if (!(bend > 0.0)) break;
    if (left.value < best.value) best = left;
    if (right.value < best.value) best = right;
    const double rise = simd::max(left.value, right.value) - middle.value;
    const bool at_bottom = best.at == middle.at;
    if (at_bottom && middle.value - rise >= enough) return {best, true};
    // If the minimum is beyond the neighbours, moves towards it and evaluates again.
    const double wish = 0.5 * tilt / bend, shift = simd::min(simd::max(wish, -4.0), 4.0);
    const double there = middle.at + shift * step;
    if (!(there > range.low && there < range.high)) break;
    const Minimum next = {there, at(there)};
    if (next.value < best.value) best = next;
    const double above = best.value - enough;
    if (above < 0.0 && shift == wish) return {best, true};
    if (!at_bottom) continue;
    if (rise < 1e-8) return {best, true};
    step *= simd::min(simd::max(0.8 * simd::sqrt(above / bend), 0x1.0p-5), 0.5);
  }
  return {best, best.value < enough};
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
