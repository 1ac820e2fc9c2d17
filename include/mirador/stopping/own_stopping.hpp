#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "mirador/problem/standing_view.hpp"
#include "mirador/stopping/own_stopping_rule.hpp"
#include "mirador/stopping/roles_by_ratio.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// An OwnStoppingRule as a StoppingRule of any problem.
class OwnStopping {
 public:
  explicit OwnStopping(std::shared_ptr<const OwnStoppingRule> rule) : rule_(std::move(rule)) {}

  const OwnStoppingRule& rule() const { return *rule_; }

  template <Problem P>
  double evidence(const Standing<P>& standing) const {
    return rule_->evidence(ViewOf<P>(standing));
  }
  template <Problem P>
  double required(const Standing<P>& standing, double delta) const {
    // Formulas with log log(1/δ) are undefined at δ = 1.
    return rule_->required(ViewOf<P>(standing), std::min(delta, std::nextafter(1.0, 0.0)));
  }
  /// There is no bound on an evidence that is not F(N, m).
  template <Problem P>
  double least_value(const Standing<P>& standing, double delta) const {
    return rule_->measures_evidence() ? -std::numeric_limits<double>::infinity()
                                      : required(standing, delta);
  }
  template <Problem P>
  bool met(const Standing<P>& standing, double delta, Sentry&) const {
    return evidence(standing) >= required(standing, delta);
  }
  template <Problem P>
  void assign_roles(const Standing<P>& standing, double delta, Sentry&, std::span<Role> out) const {
    assign_roles_by_ratio(standing, required(standing, delta), out);
  }
  template <Problem P>
  Guarantee guarantee(const P&) const {
    return rule_->guarantee();
  }

 private:
  std::shared_ptr<const OwnStoppingRule> rule_;
};

}  // namespace mirador
