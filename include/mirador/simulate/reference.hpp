#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/play/player.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/rule_collector.hpp"
#include "mirador/simulate/scenario.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/simulate/worth.hpp"

namespace mirador {

namespace detail {

/// One replication after another, on one thread.
template <Problem P>
class Replications {
 public:
  /// Problem, scenario and plan must outlive it.
  Replications(const P& problem, const Scenario<P>& scenario, const Plan& plan,
               const AnyRule<P>& rule)
      : scenario_(scenario),
        plan_(plan),
        player_(problem, rule, make_stopping(plan.stopping), falling_risks(plan)),
        rewards_(problem.family(), scenario.world, plan.rewards),
        records_(plan.deltas.size()),
        pulls_(plan.deltas.size(), std::vector<std::uint64_t>(problem.arms())) {
    player_.set_budget(plan.max_samples);
  }

  /// Runs a replication; false if the control stopped it before its end. Allocates nothing except
  /// answers kept in the records.
  bool run(std::uint64_t replication, const Control& control) {
    const RandomKey key{plan_.seed, replication};
    met_ = 0;
    player_.start(key);
    rewards_.start(key);
    player_.play([&](Arm arm) { return rewards_.next(arm); },
                 [&](std::span<const Role> roles) { note_verdict(roles); },
                 [&] { return steps() < plan_.longest_run() && !control.stop_requested(); });
    if (!player_.done() && steps() < plan_.longest_run()) return false;
    while (met_ < records_.size()) note(Outcome::undecided, {});
    return true;
  }

  /// The number of steps of the last replication.
  std::uint64_t steps() const { return player_.standing().total(); }
  /// The records of the last replication by risk, the largest first.
  const std::vector<RunRecord>& records() const { return records_; }
  std::span<const std::uint64_t> pulls(std::size_t risk) const { return pulls_[risk]; }

 private:
  static std::vector<double> falling_risks(const Plan& plan) {
    std::vector<double> deltas;
    for (const std::size_t i : falling(plan.deltas)) deltas.push_back(plan.deltas[i]);
    return deltas;
  }

  void note_verdict(std::span<const Role> roles) {
    const Standing<P>& standing = player_.standing();
    const bool correct =
        verdict_holds(standing.problem(), standing.answer(), roles, scenario_.world.means);
    note(correct ? Outcome::correct : Outcome::wrong, roles);
  }

  /// Records the outcome for the next risk.
  void note(Outcome outcome, std::span<const Role> roles) {
    const Standing<P>& standing = player_.standing();
    const bool equal = std::ranges::find(roles, Role::shares) != roles.end();
    RunRecord& record = records_[met_];
    record = {.samples = standing.total(), .outcome = outcome, .equal = equal};
    if (standing.ready()) {
      recommend(record, standing.problem(), standing.answer(), scenario_.world.means);
      if (plan_.records == Records::every_run && scenario_.describe) {
        record.answer = scenario_.describe(standing.answer(), roles);
      }
    }
    std::ranges::transform(standing.counts(), pulls_[met_].begin(),
                           [](double pulls) { return static_cast<std::uint64_t>(pulls); });
    ++met_;
  }

  const Scenario<P>& scenario_;
  const Plan& plan_;
  Player<P> player_;
  RewardStream<typename P::FamilyType> rewards_;
  std::vector<RunRecord> records_;
  std::vector<std::vector<std::uint64_t>> pulls_;
  std::size_t met_ = 0;  // risks that ended in this replication
};

/// Runs all replications of one rule. `while_waiting` is called with the number that are done.
template <Problem P>
RuleResult simulate_rule(const P& problem, const Scenario<P>& scenario, const Plan& plan,
                         const RuleSpec& spec, const Control& control,
                         const std::function<void(std::uint64_t)>& while_waiting) {
  const AnyRule<P> rule(problem, spec);
  RuleCollector collector({.rule = spec.label,
                           .deltas = plan.deltas,
                           .runs = plan.runs,
                           .records = plan.records,
                           .arms = problem.arms()});
  const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
    auto replications = std::make_shared<Replications<P>>(problem, scenario, plan, rule);
    return [&, replications](std::uint64_t place) {
      const std::uint64_t began = thread_cpu_ns();
      if (!replications->run(plan.first + place, control)) return false;
      collector.add(*replications, place, thread_cpu_ns() - began);
      return true;
    };
  };
  share_out({.count = plan.runs, .threads = plan.threads}, make_worker, while_waiting);
  return collector.take();
}

}  // namespace detail

/// Throws InputError unless the world has a possible mean for every arm, and a standard deviation
/// for every arm if the family needs them.
template <Problem P>
void validate(const P& problem, const World& world) {
  const auto possible = [&](double mean) { return problem.family().possible_mean(mean); };
  if (world.means.size() != problem.arms() || !std::ranges::all_of(world.means, possible)) {
    throw InputError("means: " + std::to_string(world.means.size()) + " given for " +
                     std::to_string(problem.arms()) + " arms; give a possible mean for each");
  }
  const bool needs_sigmas = !OneParameterFamily<typename P::FamilyType>;
  if (world.sigmas.size() != (needs_sigmas ? problem.arms() : 0) ||
      !std::ranges::all_of(world.sigmas, [](double sigma) { return sigma > 0.0; })) {
    throw InputError("sigmas: " + std::to_string(world.sigmas.size()) + " given; give " +
                     (needs_sigmas ? "a positive number for every arm" : "none for this family"));
  }
}

/// The reference simulator: every rule of the plan on the same rewards, on several threads. It
/// works for any problem type, including user-defined ones. The numbers (except ns_per_step) are
/// the same for every number of threads. After an interruption, rules that had not begun are left
/// out and the last one contains its finished runs. Means without an answer (such as a tie) may be
/// simulated; every verdict on them is wrong. Throws InputError if the plan or the world is
/// invalid.
template <Problem P>
std::vector<RuleResult> simulate_problem(const P& problem, const Scenario<P>& scenario,
                                         const Plan& plan, const Control& control = {}) {
  validate(plan);
  validate(problem, scenario.world);
  std::vector<RuleResult> results;
  const std::uint64_t total = plan.runs * plan.rules.size();
  for (const RuleSpec& rule : plan.rules) {
    if (control.stop_requested()) break;
    const std::uint64_t before = plan.runs * results.size();
    results.push_back(
        detail::simulate_rule(problem, scenario, plan, rule, control, [&](std::uint64_t done) {
          if (control.progress) control.progress(before + done, total);
        }));
  }
  return results;
}

}  // namespace mirador
