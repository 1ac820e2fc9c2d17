#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/stopping/risk.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// Follows one trajectory at several risks δ at once. Since the requirement rises as δ falls, the
/// risks are met in order, from the largest to the smallest, and only one need be looked at. Since
/// the gate does not fall with the pulls either, F is compared with an older gate first, and the
/// rule is consulted only when it passes and no sentry holds.
template <Problem P, class Rule>
class Watch {
 public:
  /// `deltas` must not increase. Throws InputError unless all lie in (0, 1).
  Watch(const P& problem, Rule rule, std::span<const double> deltas)
      : rule_(std::move(rule)),
        deltas_(deltas.begin(), deltas.end()),
        sentry_(problem.arms()),
        roles_(problem.arms(), Role::ruled_out) {
    validate_risks(deltas_);
    MIRADOR_CHECK(std::is_sorted(deltas_.rbegin(), deltas_.rend()));
    start();
  }

  void start() {
    met_ = 0;
    gate_ = -std::numeric_limits<double>::infinity();
    sentry_.forget();
  }

  /// Call after every measurement, with the arm that was measured, once the standing is ready.
  /// Calls `on_stop(roles)` for every risk that is met now, in order.
  template <class OnStop>
  void update(const Standing<P>& standing, Arm arm, OnStop&& on_stop) {
    if (sentry_.on_guard() && standing.closest().answer() == guarded_ &&
        sentry_.holds(standing.stats(), arm)) {
      return;
    }
    if (standing.closest().value() < gate_) {
      sentry_.dismiss();  // a measurement that left its bounds is not looked at again
      return;
    }
    consult(standing, on_stop);
  }

  void update(const Standing<P>& standing, Arm arm) {
    update(standing, arm, [](std::span<const Role>) {});
  }

  /// How many risks are met so far.
  std::size_t met() const { return met_; }
  bool done() const { return met_ == deltas_.size(); }
  /// What was claimed of every arm when a risk was met last; with a margin some may share a place.
  std::span<const Role> roles() const { return roles_; }

 private:
  template <class OnStop>
  void consult(const Standing<P>& standing, OnStop& on_stop) {
    if (!(standing.closest().answer() == guarded_)) {
      sentry_.dismiss();  // what had to be refuted may now be the answer
      guarded_ = standing.closest().answer();
    }
    while (!done()) {
      const double delta = deltas_[met_];
      gate_ = rule_.gate(standing, delta);
      if (standing.closest().value() < gate_ || !rule_.met(standing, delta, sentry_)) return;
      rule_.assign_roles(standing, delta, roles_);
      on_stop(std::span<const Role>(roles_));
      sentry_.dismiss();
      ++met_;
    }
    gate_ = std::numeric_limits<double>::infinity();
  }

  Rule rule_;
  std::vector<double> deltas_;
  Sentry sentry_;
  typename P::Answer guarded_{};  // the answer for which the sentry stands
  std::vector<Role> roles_;
  std::size_t met_ = 0;
  double gate_ = 0.0;
};

}  // namespace mirador
