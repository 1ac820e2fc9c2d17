#pragma once

#include <concepts>

#include "mirador/problem/standing.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/sampling/exploration.hpp"

namespace mirador {

/// Which arm to measure next.
///   - start(key): resets the rule; `key` is its private randomness
///   - next(standing): the arm; const, so that asking has no side effect
///   - observe(standing, arm): a measurement of `arm` has been added to the standing
/// `next` and `observe` are called only once the standing is ready: the first pulls of every arm
/// are the same for all rules (see `next_arm`). No allocation after construction.
template <class R, class P>
concept SamplingRule = Problem<P> &&
    requires(R rule, const R asked, const Standing<P> standing, Arm arm) {
  rule.start(RandomKey{});
  { asked.next(standing) } -> std::same_as<Arm>;
  rule.observe(standing, arm);
};

/// Every arm once, in order (twice if its variance is unknown), then the arm the rule chooses. Open
/// tickets count as pulls, so that tickets opened together are spread evenly.
template <class P, SamplingRule<P> R>
Arm next_arm(const R& rule, const Standing<P>& standing) {
  return standing.ready() ? rule.next(standing)
                          : least_pulled(standing.counts(), standing.pending());
}

/// Tells the rule about a measurement that is already in the standing.
template <class P, SamplingRule<P> R>
void observe_arm(R& rule, const Standing<P>& standing, Arm arm) {
  if (standing.ready()) rule.observe(standing, arm);
}

}  // namespace mirador
