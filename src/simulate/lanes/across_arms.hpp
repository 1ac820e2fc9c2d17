#pragma once

#include <cstddef>
#include <new>

#include "layout.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The lanes are the arms of one replication, eight side by side on every machine, so that sums
/// over arms are always taken in the same order. Lanes beyond the last arm are excluded. V is any
/// lane type of width 8.
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

  explicit AcrossArms(int arms) : arms_(arms), index_(*this) {
    for (int i = 0; i < width * slots(); ++i) index_.set_number(i, static_cast<double>(i));
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
  MIRADOR_INLINE V index(int slot) const { return index_[slot]; }

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
    return get(over_lanes(total, [](const V& a, const V& b) MIRADOR_LAMBDA { return a + b; }), 0);
  }
  template <class F>
  MIRADOR_INLINE double largest(F&& f) const {
    V out(-infinity);
    for_each([&](int i) MIRADOR_LAMBDA { out = max(existing(i, f(i), V(-infinity)), out); });
    return get(over_lanes(out, [](const V& a, const V& b) MIRADOR_LAMBDA { return max(a, b); }), 0);
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
    Scored<V> best{V(0.0), V(-infinity)};
    for_each([&](int i) MIRADOR_LAMBDA {
      const V here = existing(i, f(i), V(-infinity));
      const auto better = here > best.score;
      best.arm = select(better, index(i), best.arm);
      best.score = select(better, here, best.score);
    });
    best = over_lanes(best, [](const Scored<V>& a, const Scored<V>& b) MIRADOR_LAMBDA {
      const auto better = (b.score > a.score) | ((b.score == a.score) & (b.arm < a.arm));
      return Scored<V>{select(better, b.arm, a.arm), select(better, b.score, a.score)};
    });
    return {get(best.arm, 0), get(best.score, 0)};
  }
  /// The lowest index among those within `tolerance` of the best.
  template <class F>
  MIRADOR_INLINE Scored<double> argmax_beyond(double tolerance, F&& f) const {
    const V bar(largest(f) - tolerance);
    V arm(infinity);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V here = existing(i, f(i), V(-infinity));
      arm = select(here >= bar, min(index(i), arm), arm);
    });
    arm = over_lanes(arm, [](const V& a, const V& b) MIRADOR_LAMBDA { return min(a, b); });
    return {get(arm, 0), get(bar, 0) + tolerance};
  }
  template <class F>
  MIRADOR_INLINE Scored<double> argmin(F&& f) const {
    const Scored<double> best = argmax([&](int i) MIRADOR_LAMBDA { return -f(i); });
    return {best.arm, -best.score};
  }
  template <class Numerator, class Denominator>
  MIRADOR_INLINE Ratio<double> argmin_ratio(double not_this, Numerator&& numerator,
                                            Denominator&& denominator) const {
    Ratio<V> least{V(infinity), V(infinity), V(1.0)};
    for_each([&](int i) MIRADOR_LAMBDA {
      const Ratio<V> here{index(i), numerator(i), denominator(i)};
      const auto exists = (index(i) < V(static_cast<double>(arms_))) & !(index(i) == V(not_this));
      least = chosen((here.above * least.below < least.above * here.below) & exists, here, least);
    });
    least = over_lanes(least, [](const Ratio<V>& a, const Ratio<V>& b) MIRADOR_LAMBDA {
      const V of_a = a.above * b.below, of_b = b.above * a.below;
      return chosen((of_b < of_a) | ((of_b == of_a) & (b.arm < a.arm)), b, a);
    });
    const double arm = get(least.arm, 0);
    return {arm < infinity ? arm : -1.0, get(least.above, 0), get(least.below, 0)};
  }
  MIRADOR_INLINE static V like(const V&, double value) { return V(value); }
  template <class F>
  MIRADOR_INLINE void transform(const Array& source, Array& target, F&& f) const {
    for_each([&](int i) MIRADOR_LAMBDA { target[i] = f(source[i]); });
  }

 private:
  /// The slot, with `neutral` in the lanes beyond the last arm.
  MIRADOR_INLINE V existing(int i, const V& slot, const V& neutral) const {
    if (width * (i + 1) <= arms_) return slot;
    return select(index(i) < V(static_cast<double>(arms_)), slot, neutral);
  }
  /// Joins all lanes as a tree, neighbours first, for a short dependency chain.
  template <class State, class Join>
  MIRADOR_INLINE static State over_lanes(State state, Join&& join) {
    state = join(state, exchanged<1>(state));
    state = join(state, exchanged<2>(state));
    return join(state, exchanged<4>(state));
  }
  template <int distance>
  MIRADOR_INLINE static V exchanged(const V& a) {
    return exchange<distance>(a);
  }
  template <int distance>
  MIRADOR_INLINE static Scored<V> exchanged(const Scored<V>& a) {
    return {exchange<distance>(a.arm), exchange<distance>(a.score)};
  }
  template <int distance>
  MIRADOR_INLINE static Ratio<V> exchanged(const Ratio<V>& a) {
    return {exchange<distance>(a.arm), exchange<distance>(a.above), exchange<distance>(a.below)};
  }
  MIRADOR_INLINE static Ratio<V> chosen(const Mask<V>& mask, const Ratio<V>& a, const Ratio<V>& b) {
    return {select(mask, a.arm, b.arm), select(mask, a.above, b.above),
            select(mask, a.below, b.below)};
  }

  int arms_;
  Array index_;  // 0, 1, 2, ...
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
