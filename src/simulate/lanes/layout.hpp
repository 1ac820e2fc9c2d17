#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "mirador/simd/pack.hpp"

/// The data layout of a step. A step is written once, in terms of a layout L:
///   - Value: a number per replication (its pulls, its learning rate, the index of an arm)
///   - Slot: a number per arm, for as many arms or replications as lie side by side
///   - Array: a number for every arm, as Slots
///   - for_each(f): f(slot) for every slot; index(slot): the arms in it, numbered from 0
///   - transform: one array from another, by a long computation
///   - pick, put: the number of one arm (by its index; no arm has index -1)
///   - sum, largest, smallest, all_of, argmax, argmax_beyond, argmin, argmin_ratio: over the arms
///   - get_of, set_of, get_arm, set_arm: one number, or those of one arm, for rare operations
/// Replications puts replications side by side and loops over the arms; AcrossArms puts the arms of
/// one replication side by side, which is faster if there are many.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

using namespace simd;

inline constexpr double infinity = __builtin_huge_val();

/// An arm and its score.
template <class Value>
struct Scored {
  Value arm;
  Value score;
};

/// An arm and a quotient that was not computed.
template <class Value>
struct Ratio {
  Value arm;
  Value above, below;
};

/// The largest number of arms stored one after the other; a GPU has little memory per replication.
#ifdef __CUDACC__
inline constexpr int most_arms = 64;
#else
inline constexpr int most_arms = 255;
#endif

/// 0, 1, 2, ... as doubles: loading a number from memory broadcasts it to a register.
struct WholeNumbers {
  constexpr WholeNumbers() {
    for (int i = 0; i < most_arms; ++i) at[i] = static_cast<double>(i);
  }
  double at[most_arms]{};
};
inline constexpr WholeNumbers whole_numbers;

/// The lanes are replications. K arms, or with K = 0 a number given at run time.
template <class V, int K>
class Replications {
 public:
  using Value = V;
  using Slot = V;
  static constexpr int width = Traits<V>::width;
  static constexpr int capacity = K > 0 ? K : most_arms;

  struct Array {
    MIRADOR_HD explicit Array(const Replications&) {}
    MIRADOR_INLINE V& operator[](int i) { return slot[i]; }
    MIRADOR_INLINE const V& operator[](int i) const { return slot[i]; }

    V slot[capacity];
  };

  /// A number for every arm of one replication.
  struct Numbers {
    MIRADOR_HD explicit Numbers(const Replications&) {}
    MIRADOR_INLINE double& operator[](int a) { return number[a]; }
    MIRADOR_INLINE double operator[](int a) const { return number[a]; }

    double number[capacity];
  };

  MIRADOR_HD explicit Replications(int arms) : arms_(arms) {
    for (int lane = 0; lane < width; ++lane) set(lanes_, lane, static_cast<double>(lane));
  }
  MIRADOR_INLINE int arms() const { return K > 0 ? K : arms_; }

  template <class F>
  MIRADOR_INLINE void for_each(F&& f) const {
    from<0>(f);
  }
  /// Calls f(arm) for every arm, to be used with get_of and set_of.
  template <class F>
  MIRADOR_INLINE void for_each_arm(F&& f) const {
    for_each(f);
  }
  MIRADOR_INLINE V index(int slot) const {
    if constexpr (K == 0 && width > 1) return V(whole_numbers.at[slot]);
    return V(static_cast<double>(slot));
  }

  /// The number of one arm in one lane.
  MIRADOR_INLINE double get_of(const Array& array, int arm, int lane) const {
    return get(array[arm], lane);
  }
  MIRADOR_INLINE void set_of(Array& array, int arm, int lane, double to) const {
    set(array[arm], lane, to);
  }

  /// The numbers of one arm in all replications.
  MIRADOR_INLINE const V& get_arm(const Array& array, int arm) const { return array[arm]; }
  MIRADOR_INLINE void set_arm(Array& array, int arm, const V& to) const { array[arm] = to; }
  /// The slots of a where the mask is set, those of b elsewhere.
  MIRADOR_INLINE V choose(const Mask<V>& mask, const V& a, const V& b) const {
    return select(mask, a, b);
  }

  MIRADOR_INLINE V pick(const Array& array, const V& arm) const {
    if (by_address()) return gather(numbers(array), address(max(arm, V(0.0))));
    V out = array[0];
    from<1>([&](int i) MIRADOR_LAMBDA { out = select(index(i) == arm, array[i], out); });
    return out;
  }
  MIRADOR_INLINE void put(Array& array, const V& arm, const V& value) const {
    if (by_address()) return scatter(array, arm, value);
    for_each([&](int i) MIRADOR_LAMBDA { array[i] = select(index(i) == arm, value, array[i]); });
  }

  template <class F>
  MIRADOR_INLINE V sum(F&& f) const {
    V total = f(0);
    from<1>([&](int i) MIRADOR_LAMBDA { total = total + f(i); });
    return total;
  }
  template <class F>
  MIRADOR_INLINE V largest(F&& f) const {
    V out = f(0);
    from<1>([&](int i) MIRADOR_LAMBDA { out = max(f(i), out); });
    return out;
  }
  template <class F>
  MIRADOR_INLINE V smallest(F&& f) const {
    V out = f(0);
    from<1>([&](int i) MIRADOR_LAMBDA { out = min(f(i), out); });
    return out;
  }
  template <class F>
  MIRADOR_INLINE Mask<V> all_of(F&& f) const {
    Mask<V> out = f(0);
    from<1>([&](int i) MIRADOR_LAMBDA { out = out & f(i); });
    return out;
  }
  /// The arm with the largest score; ties go to the lowest index.
  template <class F>
  MIRADOR_INLINE Scored<V> argmax(F&& f) const {
    return best_of(f, [](const V& score, const V& best) MIRADOR_LAMBDA { return score > best; });
  }
  /// The same, where a later arm must lead by more than `tolerance`: for scores that differ only by
  /// rounding, so that ties go to the lowest index.
  template <class F>
  MIRADOR_INLINE Scored<V> argmax_beyond(const V& tolerance, F&& f) const {
    return best_of(
        f, [&](const V& score, const V& best) MIRADOR_LAMBDA { return score > best + tolerance; });
  }
  template <class F>
  MIRADOR_INLINE Scored<V> argmin(F&& f) const {
    return best_of(f, [](const V& score, const V& best) MIRADOR_LAMBDA { return score < best; });
  }
  /// The arm other than `not_this` whose numerator / denominator is smallest, compared by products,
  /// which are cheaper than quotients. Numerators are not negative, denominators positive.
  template <class Numerator, class Denominator>
  MIRADOR_INLINE Ratio<V> argmin_ratio(const V& not_this, Numerator&& numerator,
                                       Denominator&& denominator) const {
    V arm(-1.0), above(infinity), below(1.0);
    for_each([&](int i) MIRADOR_LAMBDA {
      const V n = numerator(i), d = denominator(i);
      const auto smaller = (n * below < above * d) & !(index(i) == not_this);
      arm = select(smaller, index(i), arm);
      above = select(smaller, n, above);
      below = select(smaller, d, below);
    });
    return {arm, above, below};
  }

  /// A value repeated for as many slots as `many` has.
  template <class Many>
  MIRADOR_INLINE static Many like(const Many&, const V& value) {
    if constexpr (std::is_same_v<Many, V>) {
      return value;
    } else {
      constexpr int count = sizeof(Many) / sizeof(V);
      return each_part<Parts<V, count>, count>([&](int) MIRADOR_LAMBDA { return value; });
    }
  }
  /// to[i] = f(from[i]) where f is the same long computation for every arm: several arms at once,
  /// so that common data (such as the coefficients of a polynomial) are loaded once.
  template <class F>
  MIRADOR_INLINE void transform(const Array& source, Array& target, F&& f) const {
    if constexpr (K > 0 && Traits<V>::width > 1) {
      transform_from<0>(source, target, f);
    } else {
      for_each([&](int i) MIRADOR_LAMBDA { target[i] = f(source[i]); });
    }
  }

 private:
  /// With many arms an arm is accessed by its address, with few by comparing its index with all.
  MIRADOR_INLINE bool by_address() const { return K == 0 && arms_ > 20; }
  MIRADOR_INLINE Word<V> address(const V& arm) const {
    return to_word<V>(fma(arm, V(static_cast<double>(width)), lanes_));
  }
  MIRADOR_INLINE static const double* numbers(const Array& array) {
    return reinterpret_cast<const double*>(array.slot);
  }
  MIRADOR_INLINE void scatter(Array& array, const V& arm, const V& value) const {
    double arms[width], values[width];
    std::memcpy(arms, &arm, sizeof arms);
    std::memcpy(values, &value, sizeof values);
    double* const out = reinterpret_cast<double*>(array.slot);
    for (int lane = 0; lane < width; ++lane) {
      if (arms[lane] >= 0.0) out[static_cast<int>(arms[lane]) * width + lane] = values[lane];
    }
  }

  template <int First, class F>
  MIRADOR_INLINE void from(F&& f) const {
    if constexpr (K > 0) {
      [&]<int... I>(std::integer_sequence<int, I...>) MIRADOR_LAMBDA { (f(First + I), ...); }
      (std::make_integer_sequence<int, K - First>{});
    } else {
      for (int i = First; i < arms_; ++i) f(i);
    }
  }
  template <int First, class F>
  MIRADOR_INLINE void transform_from(const Array& source, Array& target, F& f) const {
    if constexpr (First < K) {
      constexpr int count = K - First < 4 ? K - First : 4;
      const Pack<V, count> out = f(Pack<V, count>(each_part<Parts<V, count>, count>(
          [&](int i) MIRADOR_LAMBDA { return source[First + i]; })));
      for (int i = 0; i < count; ++i) target[First + i] = out.part[i];
      transform_from<First + count>(source, target, f);
    }
  }
  template <class F, class Better>
  MIRADOR_INLINE Scored<V> best_of(F& f, Better&& is_better) const {
    Scored<V> best{V(0.0), f(0)};
    from<1>([&](int i) MIRADOR_LAMBDA {
      const V score = f(i);
      const auto better = is_better(score, best.score);
      best.arm = select(better, index(i), best.arm);
      best.score = select(better, score, best.score);
    });
    return best;
  }

  int arms_;
  V lanes_;  // 0, 1, 2, ...
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
