#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/stopping/risk.hpp"
#include "mirador/stopping/roll_call.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// Follows one trajectory at several risks δ at once. Since the requirement rises as δ falls, the
/// risks are met in order, from the largest to the smallest. Only the next one need be evaluated,
/// unless the rule remembers its proofs: then every risk has its own proofs, from the beginning, so
/// that each is met exactly when it would be met alone. Since the least value does not fall with
/// the pulls nor with δ, F is first compared with an older least value, and the rule is evaluated
/// only if F passes and no sentry holds.
template <Problem P, class Rule>
class Watch {
 public:
  /// `deltas` must not increase. Throws InputError unless all lie in (0, 1).
  Watch(const P& problem, Rule rule, std::span<const double> deltas)
      : rule_(std::move(rule)),
        remembers_(remembers(rule_)),
        deltas_(deltas.begin(), deltas.end()),
        least_values_(deltas.size()),
        sentries_(deltas.size(), Sentry(problem.arms())),
        roles_(problem.arms(), Role::ruled_out) {
    validate_risks(deltas_);
    MIRADOR_CHECK(std::is_sorted(deltas_.rbegin(), deltas_.rend()));
    start();
  }

  void start() {
    met_ = guarded_ = 0;
    least_values_.assign(least_values_.size(), -std::numeric_limits<double>::infinity());
    for (Sentry& sentry : sentries_) sentry.forget();
    roll_call_ = remembers_ ? 0.0 : std::numeric_limits<double>::infinity();
  }

  /// For a trajectory with one risk: follows another one from here on, without what was proved
  /// before.
  void judge_anew(double delta) {
    MIRADOR_CHECK(deltas_.size() == 1);
    deltas_[0] = delta;
    validate_risks(deltas_);
    start();
  }

  /// Call after every measurement, with the arm that was measured, once the standing is ready.
  /// Calls `on_stop(roles)` for every risk that is met now, in order.
  template <class OnStop>
  void update(const Standing<P>& standing, Arm arm, OnStop&& on_stop) {
    if (!done() && !is_far(standing)) compare(standing, arm, on_stop);
  }

  void update(const Standing<P>& standing, Arm arm) {
    update(standing, arm, [](std::span<const Role>) {});
  }

  const Rule& rule() const { return rule_; }
  /// The number of risks met so far.
  std::size_t met() const { return met_; }
  bool done() const { return met_ == deltas_.size(); }
  /// The claim about every arm when a risk was met last; with a margin some may share a place.
  std::span<const Role> roles() const { return roles_; }

 private:
  // `compare` would find no sentry on guard and F below the least value of the next risk: most
  // steps of a rule without sentries. Short enough to become part of the loop over the steps,
  // whereas `compare` is a function call.
  bool is_far(const Standing<P>& standing) const {
    return guarded_ <= met_ && standing.closest().value() < least_values_[met_] &&
           static_cast<double>(standing.total()) < roll_call_;
  }

  template <class OnStop>
  [[gnu::noinline]] void compare(const Standing<P>& standing, Arm arm, OnStop& on_stop) {
    if (static_cast<double>(standing.total()) >= roll_call_) call_roll(standing);
    // The obstacle may belong to what is now the answer.
    if (guarded_ > met_ && !(standing.closest().answer() == answer_)) dismiss_from(met_);
    std::size_t risk = met_;
    for (; risk < deltas_.size() && (remembers_ || risk == met_); ++risk) {
      Sentry& sentry = sentries_[risk];
      if (sentry.on_guard() && sentry.holds(standing.stats(), arm)) continue;
      if (standing.closest().value() < least_values_[risk]) break;
      if (consult(standing, risk) && risk == met_) stop(standing, on_stop);
    }
    dismiss_from(risk);  // a sentry whose bounds were left is not consulted again
  }

  // Rare, and long: apart from the loop that every step takes.
  [[gnu::noinline]] bool consult(const Standing<P>& standing, std::size_t risk) {
    least_values_[risk] = rule_.least_value(standing, deltas_[risk]);
    if (standing.closest().value() < least_values_[risk]) {
      sentries_[risk].dismiss();
      return false;
    }
    answer_ = standing.closest().answer();
    guarded_ = std::max(guarded_, risk + 1);
    return rule_.met(standing, deltas_[risk], sentries_[risk]);
  }

  template <class OnStop>
  [[gnu::noinline]] void stop(const Standing<P>& standing, OnStop& on_stop) {
    rule_.assign_roles(standing, deltas_[met_], sentries_[met_], roles_);
    on_stop(std::span<const Role>(roles_));
    ++met_;
  }

  [[gnu::noinline]] void call_roll(const Standing<P>& standing) {
    for (std::size_t k = met_; k < sentries_.size(); ++k) sentries_[k].call_roll(standing.means());
    roll_call_ = next_roll_call(static_cast<double>(standing.total()));
  }
  void dismiss_from(std::size_t first) {
    for (std::size_t k = first; k < guarded_; ++k) sentries_[k].dismiss();
    guarded_ = std::min(guarded_, first);
  }

  Rule rule_;
  bool remembers_;
  std::vector<double> deltas_, least_values_;
  std::vector<Sentry> sentries_;  // one per risk
  typename P::Answer answer_{};   // the answer they guard
  std::size_t guarded_ = 0;       // sentries from this index on are not on guard
  std::vector<Role> roles_;
  std::size_t met_ = 0;
  double roll_call_ = 0.0;  // number of measurements at the next one
};

}  // namespace mirador
