#include "mirador/simulate/summary.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace mirador {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Wide total_of(std::span<const std::uint64_t> values) {
  Wide total = 0;
  for (const std::uint64_t value : values) total += value;
  return total;
}

}  // namespace

void Summary::add(const RunRecord& run, std::span<const std::uint64_t> pulls) {
  samples_.push_back(run.samples);
  errors_ += run.outcome == Outcome::wrong;
  undecided_ += run.outcome == Outcome::undecided;
  equal_ += run.equal;
  for (std::size_t a = 0; a < pulls_.size(); ++a) pulls_[a] += pulls[a];
}

void Summary::merge(const Summary& other) {
  if (other.pulls_.size() != pulls_.size()) {
    throw std::invalid_argument("summaries of different numbers of arms do not merge");
  }
  samples_.insert(samples_.end(), other.samples_.begin(), other.samples_.end());
  errors_ += other.errors_;
  undecided_ += other.undecided_;
  equal_ += other.equal_;
  for (std::size_t a = 0; a < pulls_.size(); ++a) pulls_[a] += other.pulls_[a];
}

double Summary::mean() const {
  if (samples_.empty()) return not_a_number;
  return static_cast<double>(total_of(samples_)) / static_cast<double>(runs());
}

double Summary::std_error() const {
  if (samples_.size() < 2) return not_a_number;
  // n Σx² - (Σx)² in integers: no rounding before the last step, whatever the order of the runs.
  const Wide n = runs(), sum = total_of(samples_);
  Wide squares = 0;
  for (const std::uint64_t value : samples_) squares += Wide{value} * value;
  const double spread = static_cast<double>(n * squares - sum * sum);
  const double runs_as_real = static_cast<double>(runs());
  return std::sqrt(spread / (runs_as_real - 1.0)) / runs_as_real;
}

double Summary::quantile(double level) const {
  if (samples_.empty()) return not_a_number;
  const double position = level * static_cast<double>(samples_.size() - 1);
  const auto rank = static_cast<std::ptrdiff_t>(position);
  std::vector<std::uint64_t> samples = samples_;
  const auto below = samples.begin() + rank;
  std::nth_element(samples.begin(), below, samples.end());
  const auto above = std::min_element(below + 1, samples.end());
  if (above == samples.end()) return static_cast<double>(*below);
  const double low = static_cast<double>(*below), high = static_cast<double>(*above);
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
