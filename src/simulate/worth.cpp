#include "mirador/simulate/worth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

namespace mirador {
namespace {

/// By how much each arm is worse than the best.
std::vector<double> shortfalls(const ProblemSpec& problem, Direction direction) {
  std::vector<double> lags = problem.means;
  const double best = direction == Direction::highest ? *std::ranges::max_element(lags)
                                                      : *std::ranges::min_element(lags);
  for (double& lag : lags) lag = std::abs(lag - best);
  return lags;
}

}  // namespace

Worth worth_of(const Summary& runs, const ProblemSpec& problem) {
  const double all = static_cast<double>(runs.runs());
  Worth worth{.right = static_cast<double>(runs.right()) / all,
              .right_lower = clopper_pearson_lower(runs.right(), runs.runs(), 0.999),
              .right_upper = clopper_pearson_upper(runs.right(), runs.runs(), 0.999),
              .shortfall = std::nullopt,
              .shortfall_std_error = std::nullopt};
  const auto* question = std::get_if<BestArmSpec>(&problem.question);
  const std::span<const std::uint64_t> times = runs.recommended();
  const std::uint64_t arms_named = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
  if (question == nullptr || arms_named != runs.runs() || arms_named == 0) return worth;
  const std::vector<double> lags = shortfalls(problem, question->direction);
  double sum = 0.0, squares = 0.0;
  for (std::size_t a = 0; a < lags.size(); ++a) sum += static_cast<double>(times[a]) * lags[a];
  const double mean = sum / all;
  for (std::size_t a = 0; a < lags.size(); ++a) {
    squares += static_cast<double>(times[a]) * (lags[a] - mean) * (lags[a] - mean);
  }
  worth.shortfall = mean;
  worth.shortfall_std_error = runs.runs() > 1 ? std::sqrt(squares / (all - 1.0) / all)
                                              : std::numeric_limits<double>::quiet_NaN();
  return worth;
}

}  // namespace mirador
