#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mirador/core/valley.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// On which side of a null mean an arm is claimed to lie.
enum class Tail { above, below };

inline Tail opposite(Tail tail) { return tail == Tail::above ? Tail::below : Tail::above; }

/// One arm's part in an obstacle: it speaks for its tail, against the null mean slope·θ + offset.
struct Part {
  Arm arm;
  Tail tail;
  double slope = 0.0;
  double offset = 0.0;
  double log_weight = 0.0;  ///< in an average; weights are 1 on average

  double null(double theta) const { return slope * theta + offset; }
  /// As θ rises M_a falls; otherwise it rises, or stays.
  bool falls() const { return tail == Tail::above ? slope >= 0.0 : slope < 0.0; }
};

/// Something that must be refuted before stopping, as a set of null means on a line θ:
///   evidence(θ) = Σ over `each` of log M_a(null) + log of the average over `any` of w_a M_a(null),
/// smallest over θ. Every term rises or falls with θ all the way; those of `any` all do the same.
/// At the true means every M_a is a martingale of mean one, and so is the product of any of them
/// and the average of any of them: the smallest value exceeds x with probability at most e^-x, ever
/// (Ville 1939).
struct Obstacle : Valley {
  std::vector<Part> each, any;

  void clear() {
    each.clear();
    any.clear();
    static_cast<Valley&>(*this) = {};
  }
  std::size_t size() const { return each.size() + any.size(); }
  /// It does not depend on θ.
  bool is_fixed() const {
    const auto fixed = [](const Part& part) { return part.slope == 0.0; };
    return std::ranges::all_of(each, fixed) && std::ranges::all_of(any, fixed);
  }
  /// No means satisfy it, so there is nothing to refute.
  bool impossible() const { return !(range.low <= range.high); }

  template <class Visit>
  void for_each_part(Visit&& visit) const {
    for (const Part& part : each) visit(part);
    for (const Part& part : any) visit(part);
  }
};

}  // namespace mirador
