#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mirador/problem/polyhedral.hpp"

namespace mirador::testing_support {

/// Adds the row Σ c_a λ_a > bound, with the coefficients given as (arm, c) pairs.
inline void add_row(Polyhedron& set, std::size_t arms,
                    const std::vector<std::pair<Arm, double>>& row, double bound) {
  const std::size_t offset = set.rows.size();
  set.rows.resize(offset + arms, 0.0);
  for (const auto& [arm, c] : row) set.rows[offset + arm] = c;
  set.bounds.push_back(bound);
}

/// The set of the answer b of Closest, written as rows:
/// λ increasing, λ_{b-1} + λ_b < 2τ < λ_b + λ_{b+1}.
inline Polyhedron closest_set(std::size_t arms, double level, Arm b) {
  Polyhedron set{"arm " + std::to_string(b), {}, {}};
  for (Arm a = 1; a < arms; ++a) add_row(set, arms, {{a, 1.0}, {a - 1, -1.0}}, 0.0);
  if (b > 0) add_row(set, arms, {{b - 1, -1.0}, {b, -1.0}}, -2.0 * level);
  if (b + 1 < arms) add_row(set, arms, {{b, 1.0}, {b + 1, 1.0}}, 2.0 * level);
  return set;
}

}  // namespace mirador::testing_support
