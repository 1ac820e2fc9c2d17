#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "mirador/simulate/lanes/job.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/replication.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador::lanes {

/// What all threads that simulate one rule share.
struct Progress {
  std::atomic<std::uint64_t> begun{0}, done{0};
};

/// The results of one rule, from all threads.
class Results {
 public:
  Results(std::size_t arms, const Plan& plan)
      : summaries_(plan.deltas.size(), Summary(arms)) {
    if (plan.records == Records::every_run) {
      records_.assign(plan.deltas.size(), std::vector<RunRecord>(plan.runs));
    }
  }

  bool wants_records() const { return !records_.empty(); }
  /// Each replication has a place of its own.
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

/// The docket of one thread, for problem P. Verdicts are kept back until their replication is
/// finished, so that an interrupted one leaves no trace.
template <Problem P>
class ThreadDocket final : public Docket {
 public:
  ThreadDocket(const P& problem, const Instance<P>& instance, const Plan& plan, bool turned,
               Progress& progress, Results& results, const Control& control)
      : problem_(problem),
        instance_(instance),
        plan_(plan),
        turned_(turned),
        order_(detail::falling(plan.deltas)),
        progress_(progress),
        results_(results),
        control_(control),
        summaries_(plan.deltas.size(), Summary(problem.arms())),
        means_(problem.arms()),
        ones_(problem.arms(), 1.0) {}

  bool next(std::uint64_t& replication) override {
    const std::uint64_t run = progress_.begun++;
    replication = plan_.first + run;
    return run < plan_.runs;
  }

  void verdict(int lane, int risk, const Verdict& verdict) override {
    Held& held = place(lane, risk);
    held.record = {verdict.samples, outcome(verdict), false, {}};
    if (results_.wants_records() && verdict.samples >= problem_.arms() && instance_.describe) {
      held.record.answer = instance_.describe(answer_, {});
    }
    std::transform(verdict.counts, verdict.counts + problem_.arms(), held.pulls.begin(),
                   [](double pulls) { return static_cast<std::uint64_t>(pulls); });
  }

  void finished(int lane, std::uint64_t replication, std::uint64_t samples) override {
    for (std::size_t risk = 0; risk < order_.size(); ++risk) {
      Held& held = place(lane, static_cast<int>(risk));
      summaries_[order_[risk]].add(held.record, held.pulls);
      if (results_.wants_records()) {
        results_.record(order_[risk], replication - plan_.first, std::move(held.record));
      }
    }
    steps_ += samples;
    progress_.done.fetch_add(1, std::memory_order_relaxed);
  }

  bool stop_requested() override { return control_.stop_requested(); }

  void hand_in(std::uint64_t cpu_ns) { results_.merge(summaries_, steps_, cpu_ns); }

 private:
  struct Held {
    explicit Held(std::size_t arms) : pulls(arms) {}

    RunRecord record;
    std::vector<std::uint64_t> pulls;
  };

  Held& place(int lane, int risk) {
    const std::size_t at = static_cast<std::size_t>(lane) * order_.size() +
                           static_cast<std::size_t>(risk);
    while (held_.size() <= at) held_.emplace_back(problem_.arms());
    return held_[at];
  }

  Outcome outcome(const Verdict& verdict) {
    for (std::size_t a = 0; a < means_.size(); ++a) means_[a] = turned_back(verdict.means[a]);
    problem_.candidate({ones_, means_, {}}, answer_, scratch_);
    if (verdict.undecided) return Outcome::undecided;
    return problem_.contains(answer_, instance_.world.means) ? Outcome::correct : Outcome::wrong;
  }
  double turned_back(double mean) const {
    return turned_ && std::same_as<typename P::FamilyType, Gaussian> ? -mean : mean;
  }

  const P& problem_;
  const Instance<P>& instance_;
  const Plan& plan_;
  bool turned_;
  std::vector<std::size_t> order_;
  Progress& progress_;
  Results& results_;
  const Control& control_;
  std::vector<Summary> summaries_;  // in the order of the plan
  std::vector<Held> held_;
  std::vector<double> means_, ones_;
  typename P::Answer answer_{};
  typename P::Scratch scratch_;
  std::uint64_t steps_ = 0;
};

}  // namespace mirador::lanes
