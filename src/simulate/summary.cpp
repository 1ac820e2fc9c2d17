#include "mirador/simulate/summary.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace mirador {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

WideCount total_of(std::span<const std::uint64_t> values) {
  WideCount total = 0;
  for (const std::uint64_t value : values) total += value;
  return total;
}

}  // namespace

Summary::Summary(Parts parts)
    : samples_(std::move(parts.samples)),
      pulls_(std::move(parts.pulls)),
      recommended_(std::move(parts.recommended)),
      errors_(parts.errors),
      undecided_(parts.undecided),
      equal_(parts.equal),
      right_(parts.right) {
  if (recommended_.size() != pulls_.size()) {
    throw std::invalid_argument("a summary has as many recommendations as arms");
  }
}

void Summary::add(const RunRecord& run, std::span<const std::uint64_t> pulls) {
  samples_.add(run.samples);
  errors_ += run.outcome == Outcome::wrong;
  undecided_ += run.outcome == Outcome::undecided;
  equal_ += run.equal;
  right_ += run.right;
  if (run.recommended) ++recommended_[*run.recommended];
  for (std::size_t a = 0; a < pulls_.size(); ++a) pulls_[a] += pulls[a];
}

void Summary::merge(const Summary& other) {
  if (other.pulls_.size() != pulls_.size()) {
    throw std::invalid_argument("summaries of different numbers of arms do not merge");
  }
  samples_.merge(other.samples_);
  errors_ += other.errors_;
  undecided_ += other.undecided_;
  equal_ += other.equal_;
  right_ += other.right_;
  for (std::size_t a = 0; a < pulls_.size(); ++a) {
    pulls_[a] += other.pulls_[a];
    recommended_[a] += other.recommended_[a];
  }
}

double Summary::mean() const { return mean_of(samples_); }

double Summary::std_error() const {
  if (samples_.size() < 2) return not_a_number;
  // n Σx² - (Σx)² in integers: no rounding before the last step, for any order of the runs.
  const WideCount n = runs(), sum = samples_.sum();
  const double spread = static_cast<double>(n * samples_.sum_of_squares() - sum * sum);
  const double runs_as_real = static_cast<double>(runs());
  return std::sqrt(spread / (runs_as_real - 1.0)) / runs_as_real;
}

double Summary::quantile(double level) const {
  if (samples_.empty()) return not_a_number;
  const double position = level * static_cast<double>(runs() - 1);
  const auto rank = static_cast<std::uint64_t>(position);
  const std::vector<Tally::Entry> entries = samples_.entries();
  auto entry = entries.begin();
  std::uint64_t up_to = entry->count;  // runs with at most entry->value samples
  while (up_to <= rank) up_to += (++entry)->count;
  const auto next = up_to > rank + 1 ? entry : entry + 1;
  const double low = static_cast<double>(entry->value);
  if (next == entries.end()) return low;
  const double high = static_cast<double>(next->value);
  return low + (position - static_cast<double>(rank)) * (high - low);
}

std::vector<double> Summary::proportions() const {
  const double total = static_cast<double>(total_of(pulls_));
  std::vector<double> shares(pulls_.size(), 0.0);
  for (std::size_t a = 0; a < pulls_.size(); ++a) {
    if (total > 0.0) shares[a] = static_cast<double>(pulls_[a]) / total;
  }
  return shares;
}

double Summary::error_rate() const {
  return samples_.empty() ? not_a_number
                          : static_cast<double>(errors_) / static_cast<double>(runs());
}

double Summary::error_upper() const { return clopper_pearson_upper(errors_, runs(), 0.999); }

double Summary::error_lower() const { return clopper_pearson_lower(errors_, runs(), 0.999); }

void RuleResult::set_work(std::uint64_t all_steps, std::uint64_t all_cpu_ns) {
  steps = all_steps;
  cpu_ns = all_cpu_ns;
  ns_per_step = steps > 0 ? static_cast<double>(cpu_ns) / static_cast<double>(steps) : 0.0;
}

void RuleResult::append(RuleResult next) {
  if (next.rule != rule || next.deltas != deltas || next.runs.size() != runs.size()) {
    throw std::invalid_argument("results of different rules, risks or records do not join");
  }
  for (std::size_t i = 0; i < summaries.size(); ++i) summaries[i].merge(next.summaries[i]);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].empty()) {
      runs[i].swap(next.runs[i]);  // avoids two copies of a large record
      continue;
    }
    runs[i].insert(runs[i].end(), std::make_move_iterator(next.runs[i].begin()),
                   std::make_move_iterator(next.runs[i].end()));
  }
  set_work(steps + next.steps, cpu_ns + next.cpu_ns);
}

double clopper_pearson_upper(std::uint64_t events, std::uint64_t trials, double confidence) {
  if (events >= trials) return 1.0;
  return boost::math::binomial_distribution<>::find_upper_bound_on_p(
      static_cast<double>(trials), static_cast<double>(events), 1.0 - confidence);
}

double clopper_pearson_lower(std::uint64_t events, std::uint64_t trials, double confidence) {
  if (events == 0) return 0.0;
  return boost::math::binomial_distribution<>::find_lower_bound_on_p(
      static_cast<double>(trials), static_cast<double>(events), 1.0 - confidence);
}

}  // namespace mirador
