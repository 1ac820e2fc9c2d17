#pragma once

#include <span>

#include "mirador/problem/role.hpp"
#include "mirador/problem/standing.hpp"

namespace mirador {

/// With a margin: a claim about arms is proved if contradicting it costs at least `need`, in the
/// likelihood ratio that F is made of. Does nothing for problems without a margin.
template <Problem P>
void assign_roles_by_ratio(const Standing<P>& standing, double need, std::span<Role> out) {
  if constexpr (MarginProblem<P>) {
    const auto& answer = standing.closest().answer();
    const Point at = standing.at(standing.counts());
    const auto proved = [&](Arm i, Arm j) {
      return standing.problem().contradiction(answer, i, j, at) >= need;
    };
    if (standing.problem().margin() > 0.0) standing.problem().assign_roles(answer, proved, out);
  }
}

}  // namespace mirador
