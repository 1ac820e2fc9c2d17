#pragma once

#include <cstdint>
#include <vector>

/// The reference of the benchmarks: what a researcher writes by hand for Gaussian best-arm
/// identification with σ = 1 and the heuristic threshold, in one function and plain C++, with
/// std::mt19937_64 and std::normal_distribution. Deliberately uses nothing of mirador.
namespace plain {

struct Total {
  std::uint64_t steps = 0;
  std::uint64_t errors = 0;
};

/// Lazy mirror ascent, η_t = 1/(L√t).
Total run_lma(const std::vector<double>& mu, double delta, double L, std::uint64_t runs);
/// Lazy mirror ascent with the AdaHedge learning rate.
Total run_lma_adahedge(const std::vector<double>& mu, double delta, std::uint64_t runs);
/// Best Challenger with forced exploration.
Total run_bc(const std::vector<double>& mu, double delta, std::uint64_t runs);
/// Every arm with the same probability.
Total run_unif(const std::vector<double>& mu, double delta, std::uint64_t runs);

}  // namespace plain
