#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "mirador/core/interval.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/core/portable.hpp"

/// Proves lower bounds around the minimum of a function of one variable that differs from a convex
/// one by at most a known amount, its bend.
namespace mirador {

/// On every interval there is a function, convex in straight(θ), that lies below this function by
/// at most bend(interval).
template <class At>
concept NearlyConvex = requires(At& at, double theta, Interval interval) {
  { at(theta) } -> std::same_as<double>;
  { at.straight(theta) } -> std::same_as<double>;
  { at.bend(interval) } -> std::same_as<double>;
};

namespace detail {

/// A class, so that each instruction set gets its own copy of the code.
template <NearlyConvex At>
class ConvexWindow {
 public:
  MIRADOR_HD ConvexWindow(At& at, const Interval& range, double enough, Minimum& lowest)
      : at_(at), range_(range), enough_(enough), lowest_(lowest) {}

  MIRADOR_HD Interval around_bottom(double step) {
    const Interval nothing{lowest_.at, lowest_.at};
    if (!find_bottom(step)) return nothing;
    const double most_bend = 0.125 * (value_ - enough_);
    find_reach(most_bend);
    if (!(bend_ <= most_bend && half_ >= 2.0 * apart_)) return nothing;
    if (!(smallest_inside() >= enough_)) return nothing;
    return {middle_ - half_, middle_ + half_};
  }

 private:
  /// A point of the function, given in the coordinate in which it is nearly convex.
  struct Known {
    double place, value;
  };

  MIRADOR_HD double room() const { return std::min(middle_ - range_.low, range_.high - middle_); }

  /// The distance at which lines through points of a parabola fall below its minimum by half of
  /// (minimum - `enough`).
  MIRADOR_HD double wanted_distance() const {
    return std::min(std::sqrt(2.0 * (value_ - enough_)), 1.4) / std::sqrt(curvature_);
  }

  /// Moves the middle of the window from `lowest` to the minimum by parabolic steps and computes
  /// the values next to it. False if the steps do not converge or reach a point below `enough`.
  MIRADOR_HD bool find_bottom(double step) {
    middle_ = lowest_.at, value_ = lowest_.value, apart_ = step;
    for (int round = 0; round < 4; ++round) {
      if (!(apart_ > 0.0 && 2.0 * apart_ < room())) return false;
      left_ = at_(middle_ - apart_), right_ = at_(middle_ + apart_);
      const double rise = left_ + right_ - 2.0 * value_;
      if (!(rise > 0.0)) return false;
      curvature_ = rise / (apart_ * apart_);
      const double shift = 0.5 * apart_ * (left_ - right_) / rise, wanted = wanted_distance();
      const bool near = std::abs(shift) <= 0.2 * apart_;
      if (near && apart_ <= 1.2 * wanted && apart_ >= 0.6 * wanted) return true;
      if (!near && !move_middle(std::clamp(shift, -apart_, apart_))) return false;
      apart_ = wanted_distance();
    }
    return false;
  }
  MIRADOR_HD bool move_middle(double shift) {
    middle_ += shift;
    value_ = at_(middle_);
    if (value_ < enough_) lowest_ = {middle_, value_};
    return value_ >= enough_;
  }

  /// The widest window that the bend allows.
  MIRADOR_HD void find_reach(double most_bend) {
    half_ = std::min(3.0 / std::sqrt(curvature_), 0.9 * room());
    for (int trial = 0; trial < 4; ++trial) {
      bend_ = at_.bend({middle_ - half_, middle_ + half_});
      if (bend_ <= most_bend) return;
      half_ *= std::max(0.1, 0.9 * std::sqrt(most_bend / bend_));
    }
  }

  /// Lower bound of the function in the window: by lines between the five points; beyond the inner
  /// points, where the function rises, by their values.
  MIRADOR_HD double smallest_inside() {
    const double beyond = std::min(left_, right_) - bend_;
    if (!(beyond >= value_)) return -INFINITY;
    const Known far_left = known(middle_ - 2.0 * apart_), far_right = known(middle_ + 2.0 * apart_);
    // Infinite values would give NaN, and every comparison with NaN is false.
    if (!std::isfinite(far_left.value + far_right.value)) return -INFINITY;
    const Known left = {at_.straight(middle_ - apart_), left_};
    const Known middle = {at_.straight(middle_), value_};
    const Known right = {at_.straight(middle_ + apart_), right_};
    return std::min(beyond, std::min(between(far_left, left, middle, right),
                                     between(left, middle, right, far_right)));
  }
  MIRADOR_HD Known known(double theta) { return {at_.straight(theta), at_(theta)}; }

  /// Lower bound of a convex function at `place`, which lies beyond `near` as seen from `far`: the
  /// line through both, with the values as unfavourable as the bend allows.
  MIRADOR_HD double beyond(const Known& near, const Known& far, double place) const {
    const double ratio = (place - near.place) / (near.place - far.place);
    return (near.value - bend_) * (1.0 + ratio) - far.value * ratio;
  }
  /// Lower bound between `from` and `to`, given one more point on either side.
  MIRADOR_HD double between(const Known& before, const Known& from, const Known& to,
                            const Known& after) const {
    const double one_from = beyond(from, before, from.place),
                 two_from = beyond(to, after, from.place);
    const double one_to = beyond(from, before, to.place), two_to = beyond(to, after, to.place);
    const double at_ends = std::min(std::max(one_from, two_from), std::max(one_to, two_to));
    const double start = one_from - two_from, end = one_to - two_to;
    if (!(start * end < 0.0)) return at_ends;
    const double crossing = from.place + (to.place - from.place) * (start / (start - end));
    return std::min(at_ends, std::max(beyond(from, before, crossing), beyond(to, after, crossing)));
  }

  At& at_;
  const Interval range_;
  const double enough_;
  Minimum& lowest_;
  double middle_ = 0.0, apart_ = 0.0;
  double left_ = 0.0, value_ = 0.0, right_ = 0.0;  // at middle - apart, middle, middle + apart
  double curvature_ = 0.0;
  double half_ = 0.0, bend_ = 0.0;
};

}  // namespace detail

/// An interval around the minimum near `lowest` on which the function is proved to stay above
/// `enough`; empty (of length 0) if there is no proof. A point found below `enough` is stored in
/// `lowest`. `step` is the approximate length of the first steps.
template <NearlyConvex At>
MIRADOR_HD MIRADOR_APART Interval convex_window(At& at, const Interval& range, double step,
                                                double enough, Minimum& lowest) {
  return detail::ConvexWindow<At>(at, range, enough, lowest).around_bottom(step);
}

}  // namespace mirador
