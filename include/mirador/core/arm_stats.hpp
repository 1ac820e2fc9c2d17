#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mirador/core/arm.hpp"

namespace mirador {

/// The data of one arm: pulls and their sum.
struct ArmData {
  double pulls;
  double sum;
};

/// The data of all arms: pulls N_a, sums S_a, means m_a = S_a / N_a and, on request, the variances
/// s²_a = Σ (x - m_a)² / N_a.
/// Counts are kept as doubles (exact up to 2^53) because they serve as weights in projections.
class ArmStats {
 public:
  explicit ArmStats(std::size_t arms)
      : counts_(arms, 0.0), sums_(arms, 0.0), means_(arms, 0.0), variances_(arms, 0.0) {}

  /// Imagined data: every count above 0, but not necessarily whole.
  ArmStats(std::span<const double> counts, std::span<const double> means,
           std::span<const double> variances)
      : counts_(counts.begin(), counts.end()),
        sums_(counts.size()),
        means_(means.begin(), means.end()),
        variances_(variances.begin(), variances.end()),
        unpulled_(0) {
    double total = 0.0;
    for (Arm a = 0; a < arms(); ++a) {
      sums_[a] = counts_[a] * means_[a];
      total += counts_[a];
    }
    total_ = static_cast<std::uint64_t>(total);
  }

  std::size_t arms() const { return counts_.size(); }
  /// Pulls so far, t = Σ N_a.
  std::uint64_t total() const { return total_; }
  /// True once every arm has been pulled; means of unpulled arms are undefined.
  bool all_pulled() const { return unpulled_ == 0; }
  ArmData operator[](Arm arm) const { return {counts_[arm], sums_[arm]}; }

  std::span<const double> counts() const { return counts_; }
  std::span<const double> sums() const { return sums_; }
  std::span<const double> means() const { return means_; }
  /// 0 unless all measurements were added by add_with_spread.
  std::span<const double> variances() const { return variances_; }

  void clear() {
    counts_.assign(counts_.size(), 0.0);
    sums_.assign(sums_.size(), 0.0);
    means_.assign(means_.size(), 0.0);
    variances_.assign(variances_.size(), 0.0);
    total_ = 0;
    unpulled_ = counts_.size();
  }

  void add(Arm arm, double reward) {
    if (counts_[arm] == 0.0) --unpulled_;
    counts_[arm] += 1.0;
    sums_[arm] += reward;
    means_[arm] = sums_[arm] / counts_[arm];
    ++total_;
  }

  /// As add, and updates the variance (Welford's numerically stable update).
  void add_with_spread(Arm arm, double reward) {
    const double pulls = counts_[arm], step = reward - means_[arm];
    variances_[arm] = (variances_[arm] + step * step / (pulls + 1.0)) * (pulls / (pulls + 1.0));
    const double mean = pulls == 0.0 ? reward : means_[arm] + step / (pulls + 1.0);
    add(arm, reward);
    means_[arm] = mean;  // exact for constant data, unlike the sum over the pulls
  }

 private:
  std::vector<double> counts_, sums_, means_, variances_;
  std::uint64_t total_ = 0;
  std::size_t unpulled_ = counts_.size();
};

}  // namespace mirador
