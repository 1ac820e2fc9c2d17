#pragma once

#include <span>

#include "mirador/problem/problem.hpp"

namespace mirador {

/// A problem in which differences below a margin do not matter:
///   - margin(): ε, 0 for none
///   - contradiction(answer, i, j, at): the cost of contradicting "i is at least as good as j", or
///     for i == j "i lies on its side"
///   - assign_roles(answer, proved, out): the roles, given which of these are proved(i, j)
///   - claims_hold(answer, roles, means): are all claims true of these means?
template <class P>
concept MarginProblem = Problem<P> &&
    requires(const P problem, const typename P::Answer& answer, std::span<Role> out,
             std::span<const Role> roles, std::span<const double> means, bool (*proved)(Arm, Arm),
             Arm arm, Point at) {
  { problem.margin() } -> std::same_as<double>;
  { problem.contradiction(answer, arm, arm, at) } -> std::same_as<double>;
  problem.assign_roles(answer, proved, out);
  { problem.claims_hold(answer, roles, means) } -> std::same_as<bool>;
};

/// Is the verdict correct? With a margin all its claims must hold; without one the means must lie
/// in the answer's set. On a tie without a margin no verdict is correct.
template <Problem P>
bool verdict_holds(const P& problem, const typename P::Answer& answer, std::span<const Role> roles,
                   std::span<const double> means) {
  if constexpr (MarginProblem<P>) {
    if (problem.margin() > 0.0) return problem.claims_hold(answer, roles, means);
  }
  return problem.contains(answer, means);
}

}  // namespace mirador
