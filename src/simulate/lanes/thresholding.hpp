#pragma once

#include "best_arm.hpp"
#include "thresholding_judge.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// problem/thresholding.hpp: F(w, m) = min over a of w_a d(m_a, τ).
template <class L, class Family>
class Thresholding {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;
  using Data = Statistics<L>;

  MIRADOR_HD Thresholding(const L& arms, const Family& family, double level)
      : family_(family), level_(level), distances_(arms) {}

  MIRADOR_INLINE void find(const L& arms, const Data& data) {
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      distances_[i] = family_.divergence(data.means[i], Slot(level_));
    });
  }
  MIRADOR_INLINE const Array& distances() const { return distances_; }

  MIRADOR_IN_PLACE NearestRival closest_of(const L& arms, const Data& data, int lane) const {
    NearestRival closest;
    arms.for_each_arm([&](int a) {
      closest.consider(arms.get_of(data.counts, a, lane) * arms.get_of(distances_, a, lane), a);
    });
    return closest;
  }
  template <class Guard>
  MIRADOR_IN_PLACE bool settled(const Measured& data, int, Need need, Guard& guard) const {
    return thresholding_settled(terms_of(family_), data, level_, need, guard);
  }
  MIRADOR_INLINE Mask<Value> guard_serves(const Value&) const { return Mask<Value>(true); }

  MIRADOR_INLINE auto reaches(const L& arms, const Data& data, const Value& least_value) const {
    return arms.all_of(
        [&](int i) MIRADOR_LAMBDA { return data.counts[i] * distances_[i] >= Slot(least_value); });
  }

  MIRADOR_INLINE Alternative<Value> against(const L& arms, const Data&,
                                            const Array& weights) const {
    const Value rival = closest(arms, weights);
    return {Value(-1.0), rival, Value(0.0), arms.pick(distances_, rival)};
  }

  MIRADOR_INLINE Value challenge(const L& arms, const Data& data, const Value& least) const {
    const Value rival = closest(arms, data.counts);
    return select(arms.pick(distances_, rival) > Value(0.0), rival, least);
  }

 private:
  MIRADOR_HD static GaussianTerms terms_of(const GaussianArms& family) {
    return {sqrt(0.5 / family.half_precision)};
  }
  MIRADOR_HD static BernoulliTerms terms_of(const BernoulliArms&) { return {}; }

  MIRADOR_INLINE Value closest(const L& arms, const Array& weights) const {
    return arms.argmin([&](int i) MIRADOR_LAMBDA { return weights[i] * distances_[i]; }).arm;
  }

  Family family_;
  double level_;
  Array distances_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
