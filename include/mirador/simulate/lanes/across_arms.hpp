#pragma once

#include <cstddef>
#include <new>

#include "mirador/simulate/lanes/layout.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Lanes are the arms of one replication, eight side by side on every machine, so that sums over
/// the arms are taken in the same order everywhere. What lies behind the last arm is left out of
/// them. V is any lane type of width 8.
template <class V>
class AcrossArms {
 public:
  using Value = double;
  using Slot = V;
  static constexpr int width = 8;
  static_assert(Traits<V>::width == width);

  class Array {
   public:
    explicit Array(const AcrossArms& arms)
        : slot_(static_cast<V*>(::operator new(static_cast<std::size_t>(arms.slots()) * sizeof(V),
                                               std::align_val_t(alignof(V))))) {
      for (int i = 0; i < arms.slots(); ++i) slot_[i] = V(0.0);
    }
    ~Array() { ::operator delete(slot_, std::align_val_t(alignof(V))); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    MIRADOR_INLINE V& operator[](int i) { return slot_[i]; }
    MIRADOR_INLINE const V& operator[](int i) const { return slot_[i]; }
    MIRADOR_INLINE double number(int arm) const { return get(slot_[arm / width], arm % width); }
    MIRADOR_INLINE void set_number(int arm, double to) { set(slot_[arm / width], arm % width, to); }

   private:
    V* slot_;
  };

  struct Numbers {
    explicit Numbers(const AcrossArms& arms)
        : number(new double[static_cast<std::size_t>(arms.arms())]) {}
    ~Numbers() { delete[] number; }
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;
    MIRADOR_INLINE double& operator[](int a) { return number[a]; }
    MIRADOR_INLINE double operator[](int a) const { return number[a]; }

    double* number;
  };

  explicit AcrossArms(int arms) : arms_(arms), first_(0.0) {
    for (int lane = 0; lane < width; ++lane) set(first_, lane, static_cast<double>(lane));
  }
  MIRADOR_INLINE int arms() const { return arms_; }
  MIRADOR_INLINE int slots() const { return (arms_ + width - 1) / width; }

  template <class F>
  MIRADOR_INLINE void for_each(F&& f) const {
    for (int i = 0; i < slots(); ++i) f(i);
  }
  template <class F>
  MIRADOR_INLINE void for_each_arm(F&& f) const {
    for (int a = 0; a < arms_; ++a) f(a);
  }
  MIRADOR_INLINE V index(int slot) const { return first_ + V(static_cast<double>(width * slot)); }

  MIRADOR_INLINE double get_of(const Array& array, int arm, int) const { return array.number(arm); }
  MIRADOR_INLINE void set_of(Array& array, int arm, int, double to) const {
    array.set_number(arm, to);
  }
  MIRADOR_INLINE double get_arm(const Array& array, int arm) const { return array.number(arm); }
  MIRADOR_INLINE void set_arm(Array& array, int arm, double to) const { array.set_number(arm, to); }
  MIRADOR_INLINE V choose(bool mask, const V& a, const V& b) const { return mask ? a : b; }

  MIRADOR_INLINE double pick(const Array& array, double arm) const {
    return array.number(arm < 0.0 ? 0 : static_cast<int>(arm));
  }
  MIRADOR_INLINE void put(Array& array, double arm, double value) const {
    if (arm >= 0.0) array.set_number(static_cast<int>(arm), value);
  }

  template <class F>
  MIRADOR_INLINE double sum(F&& f) const {
    V total(0.0);
    for_each([&](int i) MIRADOR_LAMBDA { total = total + existing(i, f(i), V(0.0)); });
    const auto pair = [&](int lane) { return get(total, lane) + get(total, lane + 1); };
    return (pair(0) + pair(2)) + (pair(4) + pair(6));
  }
  template <class F>
  MIRADOR_INLINE double largest(F&& f) const {
    V out(-infinity);
    for_each([&](int i) MIRADOR_LAMBDA { out = max(existing(i, f(i), V(-infinity)), out); });
    return over_lanes([&](int lane) { return get(out, lane); },
                      [](double a, double b) { return max(a, b); });
  }
  template <class F>
  MIRADOR_INLINE double smallest(F&& f) const {
    return -largest([&](int i) MIRADOR_LAMBDA { return -f(i); });
  }
  template <class F>
  MIRADOR_INLINE bool all_of(F&& f) const {
    for (int i = 0; i < slots(); ++i) {
      if (!all(f(i) | !(index(i) < V(static_cast<double>(arms_))))) return false;
    }
    return true;
  }
  template <class F>
  MIRADOR_INLINE Scored<double> argmax(F&& f) const {
    V arm(0.0), score(-infinity);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V here = existing(i, f(i), V(-infinity));
      const auto better = here > score;
      arm = select(better, index(i), arm);
      score = select(better, here, score);
    });
    const auto lane = [&](int l) { return Scored<double>{get(arm, l), get(score, l)}; };
    return over_lanes(lane, [](Scored<double> a, Scored<double> b) {
      return b.score > a.score || (b.score == a.score && b.arm < a.arm) ? b : a;
    });
  }
  /// The lowest index among those that the best does not lead by more than the tolerance.
  template <class F>
  MIRADOR_INLINE Scored<double> argmax_beyond(double tolerance, F&& f) const {
    const V bar(largest(f) - tolerance);
    V arm(infinity);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V here = existing(i, f(i), V(-infinity));
      arm = select(here >= bar, min(index(i), arm), arm);
    });
    const double lowest = over_lanes([&](int lane) { return get(arm, lane); },
                                     [](double a, double b) { return min(a, b); });
    return {lowest, get(bar, 0) + tolerance};
  }
  template <class F>
  MIRADOR_INLINE Scored<double> argmin(F&& f) const {
    const Scored<double> best = argmax([&](int i) MIRADOR_LAMBDA { return -f(i); });
    return {best.arm, -best.score};
  }
  template <class Numerator, class Denominator>
  MIRADOR_INLINE Ratio<double> argmin_ratio(double not_this, Numerator&& numerator,
                                            Denominator&& denominator) const {
    V arm(-1.0), above(infinity), below(1.0);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V n = numerator(i), d = denominator(i);
      const auto smaller = (n * below < above * d) & !(index(i) == V(not_this)) &
                           (index(i) < V(static_cast<double>(arms_)));
      arm = select(smaller, index(i), arm);
      above = select(smaller, n, above);
      below = select(smaller, d, below);
    });
    double best = -1.0, high = infinity, low = 1.0;
    for (int lane = 0; lane < width; ++lane) {
      const double a = get(arm, lane), n = get(above, lane), d = get(below, lane);
      const bool smaller = n * low < high * d || (n * low == high * d && a < best);
      if (a >= 0.0 && smaller) best = a, high = n, low = d;
    }
    return {best, high, low};
  }
  MIRADOR_INLINE static V like(const V&, double value) { return V(value); }
  template <class F>
  MIRADOR_INLINE void transform(const Array& source, Array& target, F&& f) const {
    for_each([&](int i) MIRADOR_LAMBDA { target[i] = f(source[i]); });
  }

 private:
  /// The slot, with `neutral` behind the last arm.
  MIRADOR_INLINE V existing(int i, const V& slot, const V& neutral) const {
    if (width * (i + 1) <= arms_) return slot;
    return select(index(i) < V(static_cast<double>(arms_)), slot, neutral);
  }
  template <class Lane, class Join>
  MIRADOR_INLINE static auto over_lanes(Lane&& lane, Join&& join) {
    auto out = lane(0);
    for (int l = 1; l < width; ++l) out = join(out, lane(l));
    return out;
  }

  int arms_;
  V first_;  // 0, 1, ..., 7
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
