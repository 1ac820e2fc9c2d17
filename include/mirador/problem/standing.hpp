#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mirador/core/arm_stats.hpp"
#include "mirador/family/support.hpp"
#include "mirador/problem/alternative.hpp"

namespace mirador {

/// The budget where there is none.
inline constexpr std::uint64_t no_budget = std::numeric_limits<std::uint64_t>::max();

/// The state after t measurements: counts, means, the current answer and the closest alternative at
/// w = N. Sampling and stopping rules read it; only measurements change it. Open tickets (arms
/// asked for and not yet told) are counted separately, so that rules can spread their next pulls;
/// they do not change the evidence.
/// The budget is a part of the plan, and stays when the measurements are cleared.
template <Problem P>
class Standing {
 public:
  /// The problem must outlive the standing.
  explicit Standing(const P&& problem) = delete;
  explicit Standing(const P& problem)
      : problem_(&problem),
        stats_(problem.arms()),
        pending_(problem.arms(), 0.0),
        closest_(problem) {}
  /// With data that are given at once, enough of every arm.
  Standing(const P& problem, ArmStats stats) : Standing(problem) {
    stats_ = std::move(stats);
    short_of_data_ = 0;
    refresh();
  }

  const P& problem() const { return *problem_; }
  const ArmStats& stats() const { return stats_; }
  std::size_t arms() const { return stats_.arms(); }
  std::span<const double> counts() const { return stats_.counts(); }
  std::span<const double> means() const { return stats_.means(); }
  /// The data with other weights than the counts.
  Point at(std::span<const double> weights) const {
    return {weights, stats_.means(), stats_.variances()};
  }
  /// Pulls so far.
  std::uint64_t total() const { return stats_.total(); }
  /// Open tickets, per arm and in total.
  std::span<const double> pending() const { return pending_; }
  std::uint64_t total_pending() const { return total_pending_; }
  /// The number of measurements after which no more are asked for, or `no_budget`.
  std::uint64_t budget() const { return budget_; }
  /// Rises with every ticket and never falls, so that a rule never repeats the draws of a round.
  std::uint64_t round() const { return total() + total_pending_ + given_up_; }

  /// True once every arm has been measured (twice if its variance is unknown); `closest` is defined
  /// from then on.
  bool ready() const { return short_of_data_ == 0; }
  const Alternative<P>& closest() const { return closest_; }
  /// The answer that fits the data best.
  const typename P::Answer& answer() const { return closest_.answer(); }
  /// The sub-gradient g_a of F(·, m) at w = N.
  double gradient(Arm a) const { return closest_.gradient(a, at(counts())); }

  void clear() {
    stats_.clear();
    pending_.assign(pending_.size(), 0.0);
    total_pending_ = given_up_ = 0;
    short_of_data_ = arms();
  }

  void set_budget(std::optional<std::uint64_t> budget) { budget_ = budget.value_or(no_budget); }

  /// Opens a ticket; closes it because its measurement is about to be added or it is given up.
  void open(Arm arm) { pending_[arm] += 1.0, ++total_pending_; }
  void close(Arm arm) {
    MIRADOR_CHECK(pending_[arm] > 0.0);
    pending_[arm] -= 1.0, --total_pending_;
  }
  void give_up(Arm arm) { close(arm), ++given_up_; }

  /// Throws InputError, without changes, if there is no such arm or the family cannot have produced
  /// the reward.
  void add(Arm arm, double reward) {
    if (arm >= arms() || !problem_->family().in_support(reward)) refuse(arm, reward);
    if constexpr (knows_its_variance) {
      stats_.add(arm, reward);
    } else {
      stats_.add_with_spread(arm, reward);
    }
    if (stats_.counts()[arm] == FamilyType::least_pulls) --short_of_data_;
    refresh();
  }
  /// Finds the closest alternative again: something about the problem has changed.
  void refresh() {
    if (ready()) closest_.find(at(counts()));
  }

 private:
  using FamilyType = typename P::FamilyType;
  static constexpr bool knows_its_variance = std::same_as<typename FamilyType::Datum, double>;

  [[noreturn]] void refuse(Arm arm, double reward) const {
    if (arm >= arms()) {
      throw InputError("arm: " + std::to_string(arm) + " does not exist; there are " +
                       std::to_string(arms()) + ", counted from 0");
    }
    throw InputError("reward: " + exact(reward) + " cannot be a measurement of arm " +
                     std::to_string(arm) + ": " + outside_support(problem_->family(), reward));
  }

  const P* problem_;
  ArmStats stats_;
  std::vector<double> pending_;
  std::uint64_t total_pending_ = 0, given_up_ = 0;
  std::uint64_t budget_ = no_budget;
  std::size_t short_of_data_ = stats_.arms();
  Alternative<P> closest_;
};

}  // namespace mirador
