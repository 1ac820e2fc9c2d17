#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "job.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/scenario.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/worth.hpp"

namespace mirador::lanes {

/// The state shared by all threads that simulate one rule.
struct Progress {
  std::atomic<std::uint64_t> begun{0}, done{0};
};

/// The results of one rule, from all threads.
class Results {
 public:
  Results(std::size_t arms, const Plan& plan) : summaries_(plan.deltas.size(), Summary(arms)) {
    if (plan.records == Records::every_run) {
      records_.assign(plan.deltas.size(), std::vector<RunRecord>(plan.runs));
    }
  }

  bool wants_records() const { return !records_.empty(); }
  /// Each replication has its own place.
  void record(std::size_t risk, std::uint64_t run, RunRecord record) {
    records_[risk][run] = std::move(record);
  }
  void merge(std::span<const Summary> summaries, std::uint64_t steps, std::uint64_t cpu_ns) {
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < summaries_.size(); ++k) summaries_[k].merge(summaries[k]);
    steps_ += steps;
    cpu_ns_ += cpu_ns;
  }
  void write(RuleResult& out) {
    out.summaries = std::move(summaries_);
    out.runs = std::move(records_);
    out.set_work(steps_, cpu_ns_);
  }

 private:
  std::mutex mutex_;
  std::vector<Summary> summaries_;
  std::vector<std::vector<RunRecord>> records_;
  std::uint64_t steps_ = 0, cpu_ns_ = 0;
};

/// The results of one thread, for problem P.
template <Problem P>
class Collector {
 public:
  using Answer = typename P::Answer;

  Collector(const P& problem, const Scenario<P>& scenario, const Plan& plan, Results& results)
      : problem_(&problem),
        scenario_(&scenario),
        first_(plan.first),
        order_(detail::falling(plan.deltas)),
        results_(&results),
        summaries_(plan.deltas.size(), Summary(problem.arms())) {}

  const P& problem() const { return *problem_; }
  std::size_t risks() const { return order_.size(); }

  /// The record of a replication that ended with this answer, or had it when its budget was spent.
  RunRecord record(std::uint64_t samples, bool undecided, const Answer& answer) const {
    RunRecord record{.samples = samples};
    recommend(record, *problem_, answer, scenario_->world.means);
    record.outcome = undecided      ? Outcome::undecided
                     : record.right ? Outcome::correct
                                    : Outcome::wrong;
    if (results_->wants_records() && scenario_->describe) {
      record.answer = scenario_->describe(answer, {});
    }
    return record;
  }
  /// Risks are numbered from the largest.
  void add(std::size_t risk, std::uint64_t replication, RunRecord record,
           std::span<const std::uint64_t> pulls) {
    summaries_[order_[risk]].add(record, pulls);
    if (!results_->wants_records()) return;
    results_->record(order_[risk], replication - first_, std::move(record));
  }
  void add_steps(std::uint64_t steps) { steps_ += steps; }
  void hand_in(std::uint64_t cpu_ns) const { results_->merge(summaries_, steps_, cpu_ns); }

 private:
  const P* problem_;
  const Scenario<P>* scenario_;
  std::uint64_t first_;
  std::vector<std::size_t> order_;
  Results* results_;
  std::vector<Summary> summaries_;  // in the order of the plan
  std::uint64_t steps_ = 0;
};

/// The docket of one thread, for problem P. Verdicts are held back until their replication is
/// finished, so that an interrupted one leaves no trace.
template <Problem P>
class ThreadDocket final : public Docket {
 public:
  ThreadDocket(Collector<P> collector, const Plan& plan, bool turned, Progress& progress,
               const Control& control)
      : collector_(std::move(collector)),
        plan_(plan),
        turned_(turned),
        progress_(progress),
        control_(control),
        means_(collector_.problem().arms()),
        ones_(collector_.problem().arms(), 1.0) {}

  bool next(std::uint64_t& replication) override {
    const std::uint64_t run = progress_.begun++;
    replication = plan_.first + run;
    return run < plan_.runs;
  }

  void verdict(int lane, int risk, const Verdict& verdict) override {
    Held& held = place(lane, static_cast<std::size_t>(risk));
    held.record = collector_.record(verdict.samples, verdict.undecided, answer(verdict.means));
    std::transform(verdict.counts, verdict.counts + means_.size(), held.pulls.begin(),
                   [](double pulls) { return static_cast<std::uint64_t>(pulls); });
  }

  void finished(int lane, std::uint64_t replication, std::uint64_t samples) override {
    for (std::size_t risk = 0; risk < collector_.risks(); ++risk) {
      Held& held = place(lane, risk);
      collector_.add(risk, replication, std::move(held.record), held.pulls);
    }
    collector_.add_steps(samples);
    progress_.done.fetch_add(1, std::memory_order_relaxed);
  }

  bool stop_requested() override { return control_.stop_requested(); }

  void hand_in(std::uint64_t cpu_ns) const { collector_.hand_in(cpu_ns); }

 private:
  struct Held {
    explicit Held(std::size_t arms) : pulls(arms) {}

    RunRecord record;
    std::vector<std::uint64_t> pulls;
  };

  Held& place(int lane, std::size_t risk) {
    const std::size_t at = static_cast<std::size_t>(lane) * collector_.risks() + risk;
    while (held_.size() <= at) held_.emplace_back(means_.size());
    return held_[at];
  }

  const typename P::Answer& answer(const double* means) {
    for (std::size_t a = 0; a < means_.size(); ++a) means_[a] = turned_back(means[a]);
    collector_.problem().candidate({ones_, means_, {}}, answer_, scratch_);
    return answer_;
  }
  double turned_back(double mean) const {
    return turned_ && std::same_as<typename P::FamilyType, Gaussian> ? -mean : mean;
  }

  Collector<P> collector_;
  const Plan& plan_;
  bool turned_;
  Progress& progress_;
  const Control& control_;
  std::vector<Held> held_;
  std::vector<double> means_, ones_;
  typename P::Answer answer_{};
  typename P::Scratch scratch_;
};

}  // namespace mirador::lanes
