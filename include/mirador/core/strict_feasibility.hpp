#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mirador/core/quadratic_program.hpp"

namespace mirador {

/// A point x with A_k·x > b_k for all rows, or nothing when that open polyhedron is empty.
///
/// Method: homogenise. With rows (A_k, −b_k) scaled to unit length (b in units of the largest
/// |b_k|/|A_k|), find the shortest (z, t) with A_k·z − b_k t >= 1 and t >= 1; then x = z/t. Such
/// (z, t) exists if and only if the open polyhedron is not empty. A zero row 0 > b_k holds if and
/// only if b_k < 0.
///
/// Sets thinner than about 1e-12 of the largest distance of a row from the origin count as empty,
/// so that polyhedra that touch along a face are disjoint however their rows are rounded. All rows
/// are strict inequalities: throws std::invalid_argument if rows.equalities is not 0. Allocates;
/// costs one QuadraticProgram::solve on n + 1 variables.
std::optional<std::vector<double>> strictly_feasible_point(const Rows& rows, std::size_t variables);

}  // namespace mirador
