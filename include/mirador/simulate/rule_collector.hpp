#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador::detail {

/// The results of one rule, from all threads. Each replication has its own place in the records,
/// and the sums are integers, so the result does not depend on the threads.
class RuleCollector {
 public:
  struct Terms {
    std::string rule;  ///< its label
    std::vector<double> deltas;
    std::uint64_t runs;
    Records records;
    std::size_t arms;
  };

  explicit RuleCollector(const Terms& terms) : order_(falling(terms.deltas)) {
    result_ = {.rule = terms.rule, .deltas = terms.deltas, .summaries = {}, .runs = {}};
    result_.summaries.assign(terms.deltas.size(), Summary(terms.arms));
    if (terms.records == Records::every_run) {
      result_.runs.assign(terms.deltas.size(), std::vector<RunRecord>(terms.runs));
    }
  }

  /// Adds the last replication of `done`, which has index `place` in the plan and took `ns`. It has
  /// records() and pulls(k) by risk, the largest first, and steps().
  template <class Done>
  void add(const Done& done, std::uint64_t place, std::uint64_t ns) {
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const RunRecord& record = done.records()[k];
      if (!result_.runs.empty()) result_.runs[order_[k]][place] = record;
      result_.summaries[order_[k]].add(record, done.pulls(k));
    }
    steps_ += done.steps();
    cpu_ns_ += ns;
  }

  RuleResult take() {
    result_.set_work(steps_, cpu_ns_);
    return std::move(result_);
  }

 private:
  std::vector<std::size_t> order_;  // indices of the risks, the largest first
  std::mutex mutex_;
  RuleResult result_;
  std::uint64_t steps_ = 0, cpu_ns_ = 0;
};

}  // namespace mirador::detail
