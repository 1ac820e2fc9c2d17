#include "mirador/race/equal_allocation.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "mirador/core/error.hpp"
#include "mirador/simulate/simulate.hpp"

namespace mirador::race {
namespace {

constexpr std::uint64_t most_trials = 64, trials_at_once = 4, longest_trial = 50'000;
/// No trial starts after the first limit, and none continues after the second.
constexpr double enough_seconds = 0.5, most_seconds = 2.0;

/// The measured instance, taken as the truth.
ProblemSpec instance_of(const ExperimentSpec& spec, const std::vector<double>& means,
                        const std::vector<double>& spreads) {
  ProblemSpec problem{spec.family, question_on_scale(spec), means};
  if (auto* normal = std::get_if<NormalSpec>(&problem.family)) normal->sigmas = spreads;
  return problem;
}

Plan plan_of(const ExperimentSpec& spec) {
  Plan plan;
  plan.rules = {parse_rule("rr")};
  plan.deltas = {spec.delta};
  plan.runs = trials_at_once;
  plan.max_samples = longest_trial;
  plan.backend = Backend::reference;
  return plan;
}

/// Runs trials until there are enough or the time is up.
class Trials {
 public:
  explicit Trials(const ProblemSpec& problem) : problem_(&problem) {
    control_.interrupted = &late_;
    control_.progress = [this](std::uint64_t, std::uint64_t) { late_ = seconds() > most_seconds; };
  }

  EqualAllocation result(Plan plan) {
    RuleResult all = simulate(*problem_, plan, control_).front();
    while (all.summaries[0].runs() < most_trials && seconds() < enough_seconds) {
      plan.first += plan.runs;
      all.append(simulate(*problem_, plan, control_).front());
    }
    const Summary& summary = all.summaries[0];
    // A trial that was cut short would have taken longer than the others.
    return {summary.mean(), summary.std_error(), summary.runs(), summary.undecided() > 0 || late_};
  }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  const ProblemSpec* problem_;
  Clock::time_point began_ = Clock::now();
  std::atomic<bool> late_{false};
  Control control_;
};

}  // namespace

std::optional<EqualAllocation> equal_allocation(const ExperimentSpec& spec,
                                                const std::vector<double>& means,
                                                const std::vector<double>& spreads) {
  const bool spread_out = std::ranges::all_of(spreads, [](double s) { return s > 0.0; });
  if (!spread_out) return std::nullopt;
  const ProblemSpec problem = instance_of(spec, means, spreads);
  try {
    const EqualAllocation result = Trials(problem).result(plan_of(spec));
    return result.trials > 0 ? std::optional(result) : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;  // means impossible in this family, or a tie without a margin
  }
}

}  // namespace mirador::race
