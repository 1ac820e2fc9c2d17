#pragma once

#include <boost/math/distributions/binomial.hpp>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "mirador/spec/rule_spec.hpp"

/// Bounds of the statistical tests: a correct program with a new seed misses one of them with
/// probability below 1e-7, and any of the suite with probability below about 1e-6. Seeds are fixed.
namespace mirador::testing_support {

/// Allowed error of a mean in standard errors: P(|Z| > 5.5) < 4e-8.
inline constexpr double allowed_errors = 5.5;

/// P(at least `events` in `trials`) when each has probability p, exactly.
inline double binomial_tail(std::uint64_t events, std::uint64_t trials, double p) {
  if (events == 0) return 1.0;
  const boost::math::binomial_distribution<double> law(static_cast<double>(trials), p);
  return boost::math::cdf(boost::math::complement(law, static_cast<double>(events - 1)));
}

/// Counts less likely than this refute the claim that each event has probability at most p.
inline constexpr double refuted = 1e-7;

inline std::vector<RuleSpec> rules(std::initializer_list<const char*> names) {
  std::vector<RuleSpec> parsed;
  for (const char* name : names) parsed.push_back(parse_rule(name));
  return parsed;
}

inline ProblemSpec seed_instance() {
  return {.family = GaussianSpec{1.0}, .question = BestArmSpec{}, .means = {1.0, 0.85, 0.8, 0.75}};
}

}  // namespace mirador::testing_support
