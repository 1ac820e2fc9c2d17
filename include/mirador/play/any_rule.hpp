#pragma once

#include <utility>
#include <variant>

#include "mirador/spec/catalog.hpp"

namespace mirador {

/// A sampling rule chosen at run time, for one problem; spec/catalog.hpp lists the types. The
/// problem must outlive the rule.
template <Problem P>
class AnyRule {
 public:
  /// Throws InputError if the rule does not support the problem.
  AnyRule(const P& problem, const RuleSpec& spec)
      : rule_(with_rule(problem, spec, [](auto rule) { return RuleOf<P>(std::move(rule)); })) {}

  /// Calls `visitor(rule)` with the rule's own type.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) {
    return std::visit(visitor, rule_);
  }
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(visitor, rule_);
  }

  void start(RandomKey key) {
    visit([&](auto& rule) { rule.start(key); });
  }
  Arm next(const Standing<P>& standing) const {
    return visit([&](const auto& rule) { return rule.next(standing); });
  }
  void observe(const Standing<P>& standing, Arm arm) {
    visit([&](auto& rule) { rule.observe(standing, arm); });
  }

 private:
  RuleOf<P> rule_;
};

}  // namespace mirador
