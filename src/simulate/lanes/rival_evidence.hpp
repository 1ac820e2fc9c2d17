#pragma once

#include "mirador/core/interval.hpp"
#include "mirador/core/log_average.hpp"
#include "mirador/core/minimise.hpp"
#include "mirador/core/stays_above.hpp"
#include "mixture_guard.hpp"
#include "mixture_terms.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The evidence against "the rival is best" if the best mean is θ,
///   log M⁻ of the rival + log of the average of M⁺ of all others
/// (signs exchanged if the lowest mean is best). Stores the terms in the guard's caps. An arm whose
/// mean is on the rival's side of θ has M⁺ <= 1 there and contributes little to the average.
/// Leaving such arms out, or using their value further from the rival, gives a lower bound, because
/// their M⁺ fall in that direction; using 1 for each of them gives an upper bound.
template <class Family, class Guard>
class RivalEvidence {
 public:
  using Null = typename Family::Null;

  MIRADOR_HD RivalEvidence(const Family& family, const Measured& data, int rival, bool highest,
                           Guard& guard)
      : family_(family), data_(data), rival_(rival), highest_(highest), guard_(guard) {}

  MIRADOR_HD int rival() const { return rival_; }
  /// All but the rival.
  MIRADOR_HD int others() const { return data_.arms - 1; }
  /// The arms among these that are evaluated.
  MIRADOR_HD int carriers() const { return others() - left_out_; }

  /// From now on all arms on the rival's side of θ, except the answer, are left out.
  MIRADOR_HD void look_at_carriers(int answer, double theta) {
    look_at_all();
    for (int a = 0; a < data_.arms; ++a) {
      if (a == rival_ || a == answer || !is_beside_rival(a, theta)) continue;
      guard_.caps[a] = left_out;
      ++left_out_;
    }
  }
  MIRADOR_HD void look_at_all() {
    for (int a = 0; a < data_.arms; ++a) guard_.caps[a] = 0.0;
    left_out_ = 0;
    set_rest(-INFINITY);
  }
  /// From now on those left out count with their value at θ.
  MIRADOR_HD void count_left_out_as_at(double theta) {
    const Null null = family_.null(theta, highest_);
    const auto each = [&](std::size_t k) {
      const int a = other(k);
      return guard_.caps[a] == left_out ? term(null, a) : -INFINITY;
    };
    set_rest(log_average<LaneMath>(static_cast<std::size_t>(others()), each));
  }
  MIRADOR_HD void count_left_out_as_nothing() { set_rest(-INFINITY); }

  MIRADOR_HD MIRADOR_APART double operator()(double theta) {
    if (theta == latest_.at) return latest_.value;
    good_ = family_.null(theta, highest_);
    for (int a = 0; a < data_.arms; ++a) {
      if (a != rival_ && guard_.caps[a] != left_out) guard_.caps[a] = term(good_, a);
    }
    bad_ = family_.null(theta, !highest_);
    own_ = guard_.caps[rival_] = term(bad_, rival_);
    average_ = average_as_noted();
    if (rest_ != -INFINITY) average_ += LaneMath::log(1.0 + LaneMath::exp(rest_ - average_));
    latest_ = {theta, own_ + average_};
    return latest_.value;
  }
  MIRADOR_HD Sides sides(double theta) {
    (*this)(theta);
    return highest_ ? Sides{average_, own_} : Sides{own_, average_};
  }
  MIRADOR_HD double straight(double theta) const requires(!Family::convex) { return theta; }
  MIRADOR_HD double bend(const Interval& thetas) const requires(!Family::convex) {
    return family_.bend(thetas, true) + family_.bend(thetas, false);
  }

  /// The last evaluation, and the nulls there.
  MIRADOR_HD const Minimum& latest() const { return latest_; }
  MIRADOR_HD const Null& null_of(int a) const { return a == rival_ ? bad_ : good_; }
  /// Must the arm lie above the null to be evidence against the rival?
  MIRADOR_HD bool speaks_above(int a) const { return (a == rival_) != highest_; }

  /// At the last θ: records 0 for the terms left out, if that is their upper bound.
  MIRADOR_HD void bound_what_was_left_out() {
    for (int a = 0; a < data_.arms; ++a) {
      if (guard_.caps[a] != left_out) continue;
      guard_.caps[a] = is_beside_rival(a, latest_.at) ? 0.0 : term(good_, a);
    }
    latest_.value = total();
  }
  /// Is 0 as an upper bound all that is known of this arm's term?
  MIRADOR_HD bool is_bounded_by_side(int a) const {
    return a != rival_ && guard_.caps[a] == 0.0 && is_beside_rival(a, latest_.at);
  }
  /// The evidence with every term as recorded.
  MIRADOR_HD double total() const { return guard_.caps[rival_] + average_as_noted(); }

 private:
  static constexpr double left_out = -INFINITY;

  MIRADOR_HD void set_rest(double rest) {
    rest_ = rest;
    latest_ = {NAN, NAN};
  }
  /// The arms without the rival.
  MIRADOR_HD int other(std::size_t k) const {
    const int a = static_cast<int>(k);
    return a < rival_ ? a : a + 1;
  }
  MIRADOR_HD bool is_beside_rival(int a, double theta) const {
    const double centred = data_.sums[a] - data_.counts[a] * theta;
    return highest_ ? centred <= 0.0 : centred >= 0.0;
  }
  MIRADOR_HD double term(const Null& null, int a) const {
    return family_.term(null, data_.counts[a], data_.sums[a]);
  }
  MIRADOR_HD double average_as_noted() const {
    const auto noted = [&](std::size_t k) { return guard_.caps[other(k)]; };
    return log_average<LaneMath>(static_cast<std::size_t>(others()), noted);
  }

  const Family& family_;
  const Measured& data_;
  int rival_;
  bool highest_;
  Guard& guard_;
  int left_out_ = 0;
  double rest_ = -INFINITY;           // log of their part in the average
  Minimum latest_ = {NAN, NAN};       // the terms noted belong to this,
  Null good_ = {}, bad_ = {};         // these nulls,
  double own_ = NAN, average_ = NAN;  // and these: of the rival, of all others
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
