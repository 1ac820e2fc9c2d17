#include "mirador/bound/view_weights.hpp"

#include "mirador/bound/concave_maximiser.hpp"

namespace mirador {

std::vector<double> optimal_weights(const StandingView& standing) {
  const std::size_t arms = standing.arms();
  std::vector<double> weights(arms, 1.0 / static_cast<double>(arms));
  ConcaveMaximiser().maximise(
      [&](std::span<const double> w, std::span<double> gradient) {
        return standing.value_at(w, gradient);
      },
      weights, {.relative_gap = 1e-6});
  return weights;
}

}  // namespace mirador
