#pragma once

#include <chrono>
#include <string>

namespace mirador::cli {

/// A bar on standard error with the estimated time left:
///   [############............] 50 %  lma 1500/3000 runs  12 s left
///   [############............] 50 %  figure 1  12 s left
/// Only when that is a terminal that can redraw a line, only for work that takes over a second as
/// far as one can tell, and gone again at the end. The estimate takes the rest to go as fast as the
/// part that is done.
class ProgressBar {
 public:
  /// `total` units of work that take about as long each.
  explicit ProgressBar(double total);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// So many units are done; the label says what is being done.
  void show(double done, const std::string& label);

 private:
  using Clock = std::chrono::steady_clock;

  bool worth_showing(double seconds, double done) const;

  double total_;
  Clock::time_point began_ = Clock::now();
  bool live_;
  bool drawn_ = false;
};

/// The line of the bar, shorter than `columns`: the label and the time left; on a narrow terminal
/// only the last, with a shorter bar.
struct BarState {
  std::string label;
  double done = 0.0, total = 1.0;
  double seconds = 0.0;
  std::size_t columns = 80;
};
std::string progress_line(const BarState& bar);

}  // namespace mirador::cli
