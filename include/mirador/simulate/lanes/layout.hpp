#pragma once

#include <utility>

#include "mirador/lane/pack.hpp"

/// Where the numbers of a step lie. A step is written once, in the words of a layout L:
///   Value         a number of a replication (its pulls, its learning rate, the number of an arm)
///   Slot          a number of an arm, for as many arms or replications as lie side by side
///   Array         a number of every arm: Slots
///   for_each(f)   f(slot) for every slot;  index(slot) the arms in it, counted from 0
///   pick, put, add     the number of one arm (by its index; no arm has index -1)
///   sum, argmax, argmin_ratio, all_of     over the arms; ties go to the lowest index
/// Replications puts replications side by side and takes one arm after the other; AcrossArms takes
/// one replication and puts its arms side by side, which pays when there are many.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

using namespace lane;

inline constexpr double infinity = __builtin_huge_val();

/// An arm and its score.
template <class Value>
struct Scored {
  Value arm;
  Value score;
};

/// Lanes are replications. K arms, or with K = 0 as many as are said at run time, up to 64.
template <class V, int K>
class Replications {
 public:
  using Value = V;
  using Slot = V;
  static constexpr int capacity = K > 0 ? K : 64;
  static constexpr bool many_lanes = true;

  struct Array {
    V slot[capacity];

    MIRADOR_INLINE V& operator[](int i) { return slot[i]; }
    MIRADOR_INLINE const V& operator[](int i) const { return slot[i]; }
  };

  MIRADOR_HD explicit Replications(int arms) : arms_(arms) {}
  MIRADOR_INLINE int arms() const { return K > 0 ? K : arms_; }
  MIRADOR_INLINE int slots() const { return arms(); }

  template <class F>
  MIRADOR_INLINE void for_each(F&& f) const {
    if constexpr (K > 0) {
      [&]<int... I>(std::integer_sequence<int, I...>) MIRADOR_LAMBDA {
        (f(I), ...);
      }(std::make_integer_sequence<int, K>{});
    } else {
      for (int i = 0; i < arms_; ++i) f(i);
    }
  }
  /// Several slots at once: what is the same for all arms, such as the coefficients of a
  /// polynomial, is then fetched once.
  template <int First, int Count>
  struct PackOfSlots {
    using Slots = Pack<V, Count>;
    MIRADOR_INLINE Slots load(const Array& array) const {
      return each_part<Parts<V, Count>, Count>(
          [&](int i) MIRADOR_LAMBDA { return array[First + i]; });
    }
    MIRADOR_INLINE Slots spread(const V& value) const {
      return each_part<Parts<V, Count>, Count>([&](int) MIRADOR_LAMBDA { return value; });
    }
    MIRADOR_INLINE void store(Array& array, const Slots& slots) const {
      for (int i = 0; i < Count; ++i) array[First + i] = slots.part[i];
    }
  };
  template <class F>
  MIRADOR_INLINE void for_packs(F&& f) const {
    f(PackOfSlots<0, K>{});
  }
  MIRADOR_INLINE V index(int slot) const { return V(static_cast<double>(slot)); }
  /// An arm's own number in an array that is laid out like this one.
  MIRADOR_INLINE double get_of(const Array& array, int arm, int lane) const {
    return get(array[arm], lane);
  }
  MIRADOR_INLINE void set_of(Array& array, int arm, int lane, double to) const {
    set(array[arm], lane, to);
  }

  MIRADOR_INLINE V pick(const Array& array, V arm) const {
    V out = array[0];
    for_each([&](int i) MIRADOR_LAMBDA {
      if (i > 0) out = select(index(i) == arm, array[i], out);
    });
    return out;
  }
  MIRADOR_INLINE void put(Array& array, V arm, V value) const {
    for_each([&](int i) MIRADOR_LAMBDA { array[i] = select(index(i) == arm, value, array[i]); });
  }
  MIRADOR_INLINE void add(Array& array, V arm, V value) const {
    for_each([&](int i) MIRADOR_LAMBDA {
      array[i] = select(index(i) == arm, array[i] + value, array[i]);
    });
  }

  template <class F>
  MIRADOR_INLINE V sum(F&& f) const {
    V total = f(0);
    for_each([&](int i) MIRADOR_LAMBDA {
      if (i > 0) total = total + f(i);
    });
    return total;
  }
  template <class F>
  MIRADOR_INLINE Mask<V> all_of(F&& f) const {
    Mask<V> out = f(0);
    for_each([&](int i) MIRADOR_LAMBDA {
      if (i > 0) out = out & f(i);
    });
    return out;
  }
  /// The arm with the largest score.
  template <class F>
  MIRADOR_INLINE Scored<V> argmax(F&& f) const {
    return best_of(f, [](V score, V best) MIRADOR_LAMBDA { return score > best; });
  }
  /// The same, where a later arm must lead by more than `tolerance`: for scores that are equal but
  /// for rounding, so that ties go to the lowest index and not to chance.
  template <class F>
  MIRADOR_INLINE Scored<V> argmax_beyond(V tolerance, F&& f) const {
    return best_of(
        f, [&](V score, V best) MIRADOR_LAMBDA { return score > best + tolerance; });
  }
  /// The arm other than `not_this` whose numerator / denominator is smallest, by products: they are
  /// cheaper than quotients. Numerators are not negative, denominators positive.
  template <class Numerator, class Denominator>
  MIRADOR_INLINE V argmin_ratio(V not_this, Numerator&& numerator,
                                Denominator&& denominator) const {
    V arm(-1.0), high(infinity), low(1.0);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V n = numerator(i), d = denominator(i);
      const auto smaller = (n * low < high * d) & !(index(i) == not_this);
      arm = select(smaller, index(i), arm);
      high = select(smaller, n, high);
      low = select(smaller, d, low);
    });
    return arm;
  }
  template <class F>
  MIRADOR_INLINE V largest(F&& f) const {
    V out = f(0);
    for_each([&](int i) MIRADOR_LAMBDA {
      if (i > 0) out = max(f(i), out);
    });
    return out;
  }

 private:
  template <class F, class Better>
  MIRADOR_INLINE Scored<V> best_of(F& f, Better&& is_better) const {
    Scored<V> best{V(0.0), f(0)};
    for_each([&](int i) MIRADOR_LAMBDA {
      if (i > 0) {
        const V score = f(i);
        const auto better = is_better(score, best.score);
        best.arm = select(better, index(i), best.arm);
        best.score = select(better, score, best.score);
      }
    });
    return best;
  }

  int arms_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
