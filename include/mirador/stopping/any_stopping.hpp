#pragma once

#include <variant>

#include "mirador/stopping/glr.hpp"
#include "mirador/stopping/kaufmann_koolen.hpp"
#include "mirador/stopping/mixture.hpp"
#include "mirador/stopping/own_stopping.hpp"

namespace mirador {

/// A stopping rule chosen at run time. A new rule is added to this list and constructed from its
/// spec in spec/catalog.hpp.
class AnyStopping {
 public:
  using Rule = std::variant<MixtureStopping, HeuristicStopping, MenardStopping,
                            KaufmannKoolenStopping, OwnStopping>;

  template <class R>
  requires std::constructible_from<Rule, R>
  explicit AnyStopping(R rule) : rule_(std::move(rule)) {}

  template <Problem P>
  double evidence(const Standing<P>& standing) const {
    return std::visit([&](const auto& rule) { return rule.evidence(standing); }, rule_);
  }
  template <Problem P>
  double required(const Standing<P>& standing, double delta) const {
    return std::visit([&](const auto& rule) { return rule.required(standing, delta); }, rule_);
  }
  template <Problem P>
  double least_value(const Standing<P>& standing, double delta) const {
    return std::visit([&](const auto& rule) { return rule.least_value(standing, delta); }, rule_);
  }
  template <Problem P>
  bool met(const Standing<P>& standing, double delta, Sentry& sentry) const {
    return std::visit([&](const auto& rule) { return rule.met(standing, delta, sentry); }, rule_);
  }
  template <Problem P>
  void assign_roles(const Standing<P>& standing, double delta, Sentry& sentry,
                    std::span<Role> out) const {
    std::visit([&](const auto& rule) { rule.assign_roles(standing, delta, sentry, out); }, rule_);
  }
  template <Problem P>
  Guarantee guarantee(const P& problem) const {
    return std::visit([&](const auto& rule) { return rule.guarantee(problem); }, rule_);
  }

  bool remembers() const {
    return std::visit([](const auto& rule) { return mirador::remembers(rule); }, rule_);
  }

  template <class R>
  bool is() const {
    return std::holds_alternative<R>(rule_);
  }
  /// The rule if it has that type, else null.
  template <class R>
  const R* as() const {
    return std::get_if<R>(&rule_);
  }

 private:
  Rule rule_;
};

}  // namespace mirador
