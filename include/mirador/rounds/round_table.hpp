#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/rounds/comparison.hpp"

namespace mirador {

/// The rounds that count, in their order: who was in each, and what was measured. Values are
/// oriented so that higher is better. It holds what `Comparison::add` was given and nothing else,
/// so everything that is shown beside a verdict can be computed from it when it is asked for.
/// Memory O(K) per round.
class RoundTable {
 public:
  explicit RoundTable(std::size_t arms) : arms_(arms) {}

  /// `values` has a place for every arm. NaN: the value of a member is missing. Values of others
  /// are not read.
  void add(std::span<const Arm> members, std::span<const double> values);

  std::size_t arms() const { return arms_; }
  std::size_t rounds() const { return ends_.size(); }
  std::span<const Arm> members(std::size_t round) const;
  /// A place for every arm, NaN where there is no value.
  std::span<const double> values(std::size_t round) const {
    return std::span(values_).subspan(round * arms_, arms_);
  }

 private:
  std::size_t arms_;
  std::vector<double> values_;     // row after row
  std::vector<Arm> members_;       // of all rounds, one round after another
  std::vector<std::size_t> ends_;  // where the members of a round end
};

struct ArmPair {
  Arm i, j;

  bool operator==(const ArmPair&) const = default;
};

/// D = X_i - X_j of every round, positive where i is ahead, NaN where there are not both values.
std::vector<double> differences_of(const RoundTable& table, ArmPair pair);

/// Adds all rounds of a table to a comparison.
void add_rounds(const RoundTable& table, Comparison& comparison);

}  // namespace mirador
