#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "attack_orders.hpp"
#include "mirador/spec/problem_spec.hpp"

/// The worlds in which a wrong verdict is most likely: ties, means on the level, differences at the
/// border of the margin, means at the ends of their range.
namespace attack {

/// The law of measurements with a given mean: the simulator's for the family, or another one for
/// bounded arms, which assume only the range.
enum class Law {
  of_family,
  two_point,  ///< lo and hi only: the law for which the mixtures are exact martingales
  jackpot,  ///< hi with 4/5 of the probability it has in two_point, else a value slightly above lo
};

struct AttackWorld {
  std::string name;
  mirador::ProblemSpec problem;
  std::vector<int> lean;  ///< see Aim
  mirador::Arm starved = 0;
  std::uint64_t pulls = 1000;  ///< of a run, at most
  /// The bound on wrong verdicts divided by δ: 2 on an exact tie without a margin, where every
  /// verdict counts as wrong (docs/theory.md, section 6), otherwise 1.
  double allowance = 1.0;
  Law law = Law::of_family;
  /// The orders to try, all if empty; and the number of runs below which a past error, found with
  /// them, would not be detected again.
  std::vector<std::string_view> only = {};
  std::uint64_t least_runs = 0;

  bool takes(const Order& order) const {
    return only.empty() || std::ranges::count(only, order.name) > 0;
  }
  Aim aim() const { return {problem.means, lean, starved, pulls}; }
};

/// Every family with every question that fits it, with margins where possible; sorted by family and
/// question.
std::vector<AttackWorld> attack_worlds();

}  // namespace attack
