#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/stopping/glr.hpp"
#include "mirador/stopping/kaufmann_koolen_constants.hpp"

namespace mirador {

/// The number of arms that an alternative moves (its rank r), and the number of alternatives to a
/// true answer. Problems without a special structure move all arms at once: r = K, n = 1 (full
/// form).
struct Alternatives {
  std::size_t rank;
  std::size_t count;
};

template <Problem P>
Alternatives alternatives_of(const P& problem) {
  return {problem.arms(), 1};
}
template <Family F>
Alternatives alternatives_of(const BestArm<F>& problem) {
  return {2, problem.margin() > 0.0 ? all_pairs(problem.arms()) : problem.arms() - 1};
}
template <Family F>
Alternatives alternatives_of(const TopM<F>& problem) {
  const std::size_t exchanges = problem.top() * (problem.arms() - problem.top());
  return {2, problem.margin() > 0.0 ? all_pairs(problem.arms()) : exchanges};
}
template <Family F>
Alternatives alternatives_of(const Thresholding<F>& problem) {
  return {1, problem.arms()};
}

/// β of Kaufmann and Koolen (2021), for n alternatives of rank r, x = log(n/δ):
///   - Gaussian arms: 2 Σ log(4 + log N_a) + r C_G(x/r)
///   - other one-parameter families: 3 Σ log(1 + log N_a) + r C_exp(x/r)
/// where Σ is over the r arms that are moved. Here it is over the r largest counts (slightly larger
/// than needed), so that β does not fall when the rival changes. Pair form r = 2 for best-arm and
/// top-m, r = 1 for thresholding, full form r = K otherwise. Proved for these families and every
/// problem; 2 to 6 times the samples of the mixture.
struct KaufmannKoolenThreshold {
  template <Problem P>
  double level(const P& problem, const ArmStats& stats, double delta) const {
    const Alternatives alternatives = alternatives_of(problem);
    const double rank = static_cast<double>(alternatives.rank);
    const double x = std::log(static_cast<double>(alternatives.count) / delta) / rank;
    if constexpr (std::same_as<typename P::FamilyType, Gaussian>) {
      const auto growth = [](double pulls) { return 2.0 * std::log(4.0 + std::log(pulls)); };
      return sum_of_largest(stats, alternatives.rank, growth) + rank * gaussian_calibration(x);
    } else {
      const auto growth = [](double pulls) { return 3.0 * std::log1p(std::log(pulls)); };
      return sum_of_largest(stats, alternatives.rank, growth) + rank * exponential_calibration(x);
    }
  }

  template <Problem P>
  Guarantee guarantee(const P&) const {
    if constexpr (OneParameterFamily<typename P::FamilyType>) {
      return {Status::proved,
              "Kaufmann and Koolen 2021: delta-correct for one-parameter families (bounded arms "
              "by the convexity of docs/theory.md, section 2)"};
    } else {
      return {Status::heuristic,
              "Kaufmann and Koolen's threshold is not proved for arms of unknown variance"};
    }
  }

 private:
  template <class Growth>
  static double sum_of_largest(const ArmStats& stats, std::size_t rank, Growth&& growth) {
    double sum = 0.0;
    if (rank >= stats.arms()) {
      for (const double pulls : stats.counts()) sum += growth(pulls);
    } else {
      double first = 1.0, second = 1.0;  // ranks below K are 1 or 2
      for (const double pulls : stats.counts()) {
        if (pulls > first) {
          second = first;
          first = pulls;
        } else {
          second = std::max(second, pulls);
        }
      }
      sum = growth(first) + (rank == 2 ? growth(second) : 0.0);
    }
    return sum;
  }
};

using KaufmannKoolenStopping = Glr<KaufmannKoolenThreshold>;

}  // namespace mirador
