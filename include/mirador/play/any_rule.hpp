#pragma once

#include <concepts>
#include <utility>
#include <variant>

#include "mirador/spec/catalog.hpp"

namespace mirador {

/// A sampling rule chosen at run time, for one problem. A new rule is added to this list and to the
/// catalog. The problem must outlive the rule.
template <Problem P>
class AnyRule {
 public:
  /// Throws InputError when the rule cannot serve the problem.
  AnyRule(const P& problem, const RuleSpec& spec)
      : rule_(with_rule(problem, spec, [](auto rule) { return Rule(std::move(rule)); })) {}

  void start(RandomKey key) {
    std::visit([&](auto& rule) { rule.start(key); }, rule_);
  }
  Arm next(const Standing<P>& standing) const {
    return std::visit([&](const auto& rule) { return rule.next(standing); }, rule_);
  }
  void observe(const Standing<P>& standing, Arm arm) {
    std::visit([&](auto& rule) { rule.observe(standing, arm); }, rule_);
  }

 private:
  template <class... Others>
  using Rules = std::variant<LazyMirrorAscent<P, AdaHedge>, LazyMirrorAscent<P, ExponentialWeights>,
                             FrankWolfe<P>, DirectTracking<P>, UniformSampling<P>, RoundRobin<P>,
                             OwnSampling<P>, Others...>;
  using Rule =
      std::conditional_t<std::same_as<P, TopTwoThompson::Question>, Rules<TopTwoThompson>, Rules<>>;

  Rule rule_;
};

}  // namespace mirador
