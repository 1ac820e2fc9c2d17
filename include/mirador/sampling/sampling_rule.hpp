#pragma once

#include <concepts>

#include "mirador/problem/standing.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

/// Which arm to measure next.
///   start(key)              forget everything; `key` is the rule's private randomness
///   next(standing)          the arm; const, so that asking has no side effect
///   observe(standing, arm)  a measurement of `arm` has been added to the standing
/// `next` and `observe` are called only once the standing is ready: the first pulls of every arm
/// are the same for all rules (see `next_arm`). No allocation after construction.
template <class R, class P>
concept SamplingRule = Problem<P> &&
    requires(R rule, const R asked, const Standing<P> standing, Arm arm) {
  rule.start(RandomKey{});
  { asked.next(standing) } -> std::same_as<Arm>;
  rule.observe(standing, arm);
};

/// Every arm once, in order (and again where its variance is not known), and then what the rule
/// says.
template <class P, SamplingRule<P> R>
Arm next_arm(const R& rule, const Standing<P>& standing) {
  if (standing.ready()) return rule.next(standing);
  for (std::size_t pulls = 1; pulls <= P::FamilyType::least_pulls; ++pulls) {
    for (Arm a = 0; a < standing.arms(); ++a) {
      if (standing.counts()[a] + standing.pending()[a] < static_cast<double>(pulls)) return a;
    }
  }
  // Every arm is measured or on its way: spread the rest until the first results are in.
  return static_cast<Arm>((standing.total() + standing.total_pending()) % standing.arms());
}

/// Tells the rule about a measurement that is already in the standing.
template <class P, SamplingRule<P> R>
void observe_arm(R& rule, const Standing<P>& standing, Arm arm) {
  if (standing.ready()) rule.observe(standing, arm);
}

}  // namespace mirador
