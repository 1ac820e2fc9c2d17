#pragma once

#include <concepts>
#include <span>

#include "mirador/problem/role.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/stopping/guarantee.hpp"
#include "mirador/stopping/sentry.hpp"

namespace mirador {

/// When to stop: as soon as evidence >= required. The decision is the standing's answer.
///   - evidence(standing): the evidence against every other answer, in nats
///   - required(standing, delta): the evidence needed at risk δ; must not fall as pulls are added
///     nor as δ shrinks, so that callers may compare with an older value first
///   - least_value(standing, delta): F(N, m) below this excludes a stop without further evaluation;
///   same
///     monotonicity
///   - met(standing, delta, sentry): evidence >= required, or less if parts of it were proved
///     before and `remembers`; may set up a sentry that tells how long `met` need not be called
///     again
///   - assign_roles(standing, delta, sentry, out): the claim about every arm on stopping, for
///     problems with a margin
///   - guarantee(problem): proved, asymptotic or heuristic for that problem and its family, and why
/// Optional:
///   - remembers(): does `met` depend on the proofs in the sentry? It is then called for every risk
///     whose least value is reached, not only for the next one
template <class S, class P>
concept StoppingRule = Problem<P> &&
    requires(const S rule, const Standing<P> standing, const P problem, double delta,
             Sentry& sentry, std::span<Role> out) {
  { rule.evidence(standing) } -> std::same_as<double>;
  { rule.required(standing, delta) } -> std::same_as<double>;
  { rule.least_value(standing, delta) } -> std::same_as<double>;
  { rule.met(standing, delta, sentry) } -> std::same_as<bool>;
  rule.assign_roles(standing, delta, sentry, out);
  { rule.guarantee(problem) } -> std::same_as<Guarantee>;
};

template <class Rule>
bool remembers(const Rule& rule) {
  if constexpr (requires { rule.remembers(); }) return rule.remembers();
  return false;
}

}  // namespace mirador
