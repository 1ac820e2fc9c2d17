#pragma once

#include <concepts>

#include "mirador/problem/standing.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador {

/// When to stop: as soon as evidence >= required. The decision is the standing's answer.
///   evidence(standing)          what the data say against every other answer, in nats
///   required(standing, delta)   what is needed at risk δ; must not fall as pulls are added nor as
///                               δ shrinks, so that callers may compare with an older value first
///   gate(standing, delta)       F(N, m) below this rules a stop out without looking further; same
///                               monotonicity
///   guarantee(problem)          proved, asymptotic or heuristic for that problem and its family,
///                               and why
template <class S, class P>
concept StoppingRule = Problem<P> &&
    requires(const S rule, const Standing<P> standing, const P problem, double delta) {
  { rule.evidence(standing) } -> std::same_as<double>;
  { rule.required(standing, delta) } -> std::same_as<double>;
  { rule.gate(standing, delta) } -> std::same_as<double>;
  { rule.guarantee(problem) } -> std::same_as<Guarantee>;
};

}  // namespace mirador
