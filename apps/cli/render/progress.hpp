#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "mirador/simulate/plan.hpp"

namespace mirador::cli {

/// A bar on standard error with the estimated time left:
///   [############............] 50 %  lma 1500/3000 runs  12 s left
/// Only when that is a terminal that can redraw a line, only for work that takes over a second as
/// far as one can tell, and gone again at the end. The estimate takes the rest to go as fast as the
/// part that is done.
class ProgressBar {
 public:
  explicit ProgressBar(const Plan& plan);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` replications of all rules together are finished.
  void show(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  bool worth_showing(double seconds, std::uint64_t done) const;

  const Plan& plan_;
  Clock::time_point began_ = Clock::now();
  bool live_;
  bool drawn_ = false;
};

/// The line of the bar, shorter than `columns`: a rule's name, runs done and in all, and the time
/// left; on a narrow terminal only the last, with a shorter bar.
struct Progress {
  std::string rule;
  std::uint64_t done = 0, total = 1;
  double seconds = 0.0;
  std::size_t columns = 80;
};
std::string progress_line(const Progress& progress);

}  // namespace mirador::cli
