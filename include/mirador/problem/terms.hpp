#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mirador {

/// The vocabulary of questions and answers.

/// Which means are good, in a problem that ranks arms.
enum class Direction { highest, lowest };

/// The side of the level on which all means lie.
enum class Side : std::size_t { above = 0, below = 1 };

/// One answer of a polyhedral problem: the open set {λ : A λ > b}.
struct Polyhedron {
  std::string name;
  std::vector<double> rows;    ///< A, row after row, K numbers each
  std::vector<double> bounds;  ///< b, one number per row
};

/// The claim about an arm when an experiment with a margin stops.
///   - best-arm: chosen, the answer; shares, within ε of it; ruled_out, no better than it
///   - top-m: chosen, in, no worse than any outsider; shares, may be exchanged for another;
///     ruled_out, out, no better than any insider
///   - thresholding: chosen, at or above the level; shares, within ε of it; ruled_out, at or below
/// Without a margin no arm has the role `shares`.
enum class Role : std::uint8_t { chosen, shares, ruled_out };

}  // namespace mirador
