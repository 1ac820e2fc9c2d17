#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "mirador/simulate/replication.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/catalog.hpp"

namespace mirador {

namespace detail {

/// All replications of one rule. Each replication writes its own place of the record, and the
/// sums are of integers, so that the result does not depend on the threads.
template <Problem P>
class RuleSimulation {
 public:
  RuleSimulation(const P& problem, const Instance<P>& instance, const Plan& plan)
      : problem_(problem), instance_(instance), plan_(plan), order_(falling(plan.deltas)) {}

  RuleResult run(const RuleSpec& spec, const Control& control,
                 const std::function<void(std::uint64_t)>& while_waiting) {
    result_ = {.rule = spec.label, .deltas = plan_.deltas, .summaries = {}, .runs = {}};
    result_.summaries.assign(plan_.deltas.size(), Summary(problem_.arms()));
    if (plan_.records == Records::every_run) {
      result_.runs.assign(plan_.deltas.size(), std::vector<RunRecord>(plan_.runs));
    }
    steps_ = cpu_ns_ = 0;
    with_rule(problem_, spec, [&](const auto& rule) {
      share_out(
          {.count = plan_.runs, .threads = plan_.threads},
          [&] { return make_worker(rule, control); }, while_waiting);
    });
    result_.set_work(steps_, cpu_ns_);
    return std::move(result_);
  }

 private:
  /// What a worker holds back until a replication is complete.
  struct Finished {
    std::vector<RunRecord> records;  // by place in order_
    std::vector<std::vector<std::uint64_t>> pulls;
  };

  template <class Rule>
  std::function<bool(std::uint64_t)> make_worker(const Rule& rule, const Control& control) {
    std::vector<double> deltas;
    for (const std::size_t i : order_) deltas.push_back(plan_.deltas[i]);
    auto trajectory = std::make_shared<Trajectory<P, Rule>>(
        problem_, instance_, rule, Watch<P, AnyStopping>(problem_, make_stopping(plan_.stopping), deltas));
    auto finished = std::make_shared<Finished>();
    finished->records.resize(order_.size());
    finished->pulls.assign(order_.size(), std::vector<std::uint64_t>(problem_.arms()));
    return [this, trajectory, finished, &control](std::uint64_t replication) {
      return replicate(*trajectory, replication, control, *finished);
    };
  }

  template <class Rule>
  /// `replication` counts from 0 whatever the plan's first.
  bool replicate(Trajectory<P, Rule>& trajectory, std::uint64_t replication, const Control& control,
                 Finished& finished) {
    if (control.stop_requested()) return false;
    const std::uint64_t began = thread_cpu_ns();
    std::size_t met = 0;
    const auto note = [&](Outcome outcome, std::span<const Role> roles) {
      const Standing<P>& standing = trajectory.standing();
      const bool equal = std::find(roles.begin(), roles.end(), Role::shares) != roles.end();
      finished.records[met] = {standing.total(), outcome, equal, {}};
      if (plan_.records == Records::every_run && instance_.describe && standing.ready()) {
        finished.records[met].answer = instance_.describe(standing.closest().answer(), roles);
      }
      std::transform(standing.counts().begin(), standing.counts().end(),
                     finished.pulls[met].begin(),
                     [](double pulls) { return static_cast<std::uint64_t>(pulls); });
      ++met;
    };
    const bool all = trajectory.run({plan_.seed, plan_.first + replication}, plan_, control,
                                    [&](bool correct, std::span<const Role> roles) {
                                      note(correct ? Outcome::correct : Outcome::wrong, roles);
                                    });
    const std::uint64_t total = trajectory.standing().total();
    if (!all && total < plan_.max_samples) return false;  // interrupted
    while (met < order_.size()) note(Outcome::undecided, {});
    keep(finished, replication, total, thread_cpu_ns() - began);
    return true;
  }

  void keep(const Finished& finished, std::uint64_t replication, std::uint64_t steps,
            std::uint64_t ns) {
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (!result_.runs.empty()) result_.runs[order_[k]][replication] = finished.records[k];
      result_.summaries[order_[k]].add(finished.records[k], finished.pulls[k]);
    }
    steps_ += steps;
    cpu_ns_ += ns;
  }

  const P& problem_;
  const Instance<P>& instance_;
  const Plan& plan_;
  std::vector<std::size_t> order_;
  std::mutex mutex_;
  RuleResult result_;
  std::uint64_t steps_ = 0, cpu_ns_ = 0;
};

}  // namespace detail

/// Throws InputError unless the world has a possible mean for every arm, and a standard deviation
/// where the family does not know it.
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
                     (needs_sigmas ? "a positive number for every arm" : "none to this family"));
  }
}

/// The reference simulator: every rule of the plan on the same rewards, on several threads. Works
/// for any problem type, also your own. The numbers (ns_per_step aside) are the same for every
/// number of threads. When interrupted, rules not begun are left out and the last one holds what
/// was finished. Means without any answer (a tie, say) may be simulated; every verdict on them is
/// wrong. Throws InputError when the plan or the world is not usable.
template <Problem P>
std::vector<RuleResult> simulate_problem(const P& problem, const Instance<P>& instance,
                                         const Plan& plan, const Control& control = {}) {
  validate(plan);
  validate(problem, instance.world);
  std::vector<RuleResult> results;
  const std::uint64_t total = plan.runs * plan.rules.size();
  for (const RuleSpec& rule : plan.rules) {
    if (control.stop_requested()) break;
    const std::uint64_t before = plan.runs * results.size();
    detail::RuleSimulation<P> simulation(problem, instance, plan);
    results.push_back(simulation.run(rule, control, [&](std::uint64_t done) {
      if (control.progress) control.progress(before + done, total);
    }));
  }
  return results;
}

}  // namespace mirador
