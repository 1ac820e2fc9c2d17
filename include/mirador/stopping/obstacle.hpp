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

/// The part of one arm in an obstacle: its evidence for its tail, against the null mean slope·θ +
/// offset.
struct Part {
  Arm arm;
  Tail tail;
  double slope = 0.0;
  double offset = 0.0;
  double log_weight = 0.0;  ///< in an average; the mean weight is 1

  double null(double theta) const { return slope * theta + offset; }
  /// M_a falls as θ rises; otherwise it rises or is constant.
  bool falls() const { return tail == Tail::above ? slope >= 0.0 : slope < 0.0; }
};

/// A set of null means on a line θ that must be refuted before stopping:
///   evidence(θ) = Σ over `each` of log M_a(null) + log of the average over `any` of w_a M_a(null),
/// minimised over θ. Every term is monotone in θ; those of `any` all in the same direction. At the
/// true means every M_a is a martingale of mean one, and so are the product of any of them and the
/// average of any of them: the minimum ever exceeds x with probability at most e^-x (Ville 1939).
struct Obstacle : Valley {
  std::vector<Part> each, any;

  void clear() {
    each.clear();
    any.clear();
    static_cast<Valley&>(*this) = {};
  }
  std::size_t size() const { return each.size() + any.size(); }
  /// Does it not depend on θ?
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
