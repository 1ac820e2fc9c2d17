#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "attack_orders.hpp"
#include "mirador/spec/problem_spec.hpp"

/// The places where a wrong verdict is likeliest: ties, means on the level, differences at the
/// border of the margin, means at the ends of their range.
namespace attack {

/// The law of measurements with a given mean: the simulator's for the family, or others of bounded
/// arms, for which nothing but the range is assumed.
enum class Law {
  of_family,
  two_point,  ///< lo and hi only: the law for which the mixtures are exact martingales
  jackpot,    ///< hi with 4/5 of its probability there, else one value a little above lo
};

struct AttackWorld {
  std::string name;
  mirador::ProblemSpec problem;
  std::vector<int> lean;  ///< see Aim
  mirador::Arm starved = 0;
  std::uint64_t pulls = 1000;  ///< of a run, at most
  /// The bound on wrong verdicts over δ: 2 on an exact tie without a margin, where every verdict is
  /// counted as wrong (docs/theory.md, section 6), and 1 everywhere else.
  double allowance = 1.0;
  Law law = Law::of_family;
  /// The orders to try, all if empty; and the runs below which a fault that was found with them
  /// would not be seen again.
  std::vector<std::string_view> only = {};
  std::uint64_t least_runs = 0;

  bool takes(const Order& order) const {
    return only.empty() || std::ranges::count(only, order.name) > 0;
  }
  Aim aim() const { return {problem.means, lean, starved, pulls}; }
};

/// Every family with every question it can serve, with margins where there are any; sorted by
/// family and question.
std::vector<AttackWorld> attack_worlds();

}  // namespace attack
