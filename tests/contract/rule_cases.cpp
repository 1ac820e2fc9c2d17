#include "rule_cases.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "mirador/spec/rule_spec.hpp"

namespace mirador::testing_support {
namespace {

/// √t forcing keeps every arm above √t - K/2, except for the pull that is due.
double forced_floor(double t, std::size_t arms) {
  return std::sqrt(t) - 0.5 * static_cast<double>(arms) - 1.0;
}

/// The γ-mix puts Σ γ_s / K >= (√t - √K) / (2K) on every arm, and tracking lags by K at most.
double mixed_floor(double t, std::size_t arms) {
  const auto k = static_cast<double>(arms);
  return (std::sqrt(t) - std::sqrt(k)) / (2.0 * k) - k;
}

/// 6.5 standard deviations below the mean.
double uniform_floor(double t, std::size_t arms) {
  const double p = 1.0 / static_cast<double>(arms);
  return t * p - 6.5 * std::sqrt(t * p * (1.0 - p)) - 1.0;
}

double even_floor(double t, std::size_t arms) { return std::floor(t / static_cast<double>(arms)); }

/// Without forcing only the first pull of an arm is certain.
double first_pull(double, std::size_t) { return 1.0; }

/// ttts has no forced exploration; it explores at least at the rate log t.
double logarithmic_floor(double t, std::size_t) { return std::log(t) - 2.0; }

}  // namespace

std::span<const RuleCase> rule_cases() {
  using enum OtherFamilies;
  static const std::array<RuleCase, 10> all = {{
      {.text = "lma", .least_pulls = mixed_floor, .families = yes},
      {.text = "lma:L=0.01", .least_pulls = mixed_floor},
      {.text = "lmac:eta=10:M=0.5", .least_pulls = mixed_floor},
      {.text = "bc", .least_pulls = forced_floor, .families = yes},
      // Where F is linear it samples a single arm.
      {.text = "fw:forcing=none", .least_pulls = first_pull, .spreads = Spreads::no},
      // It solves for w* at every step.
      {.text = "dt", .least_pulls = forced_floor, .families = yes, .settled = 3000, .many = 20},
      {.text = "ttts", .least_pulls = logarithmic_floor},
      // Without a budget its first phase does not end.
      {.text = "halving", .least_pulls = even_floor, .families = yes},
      {.text = "unif", .least_pulls = uniform_floor},
      {.text = "rr", .least_pulls = even_floor},
  }};
  return all;
}

TEST(RuleCases, EveryRuleWithANameHasOne) {
  std::set<std::size_t> tried;
  for (const RuleCase& rule : rule_cases()) tried.insert(parse_rule(rule.text).kind.index());
  for (std::size_t i = 0; i < std::variant_size_v<SamplingSpec>; ++i) {
    const std::string_view name = Choices<SamplingSpec>::names[i];
    if (name == OwnRuleSpec::name) continue;  // tests/unit/spec/own_test.cpp
    EXPECT_EQ(tried.count(i), 1u) << name << " has no case in tests/contract/rule_cases.cpp";
  }
}

}  // namespace mirador::testing_support
