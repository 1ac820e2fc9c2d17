#pragma once

#include <chrono>
#include <string>

namespace mirador::cli {

/// A bar on standard error with the estimated time left:
///   [############............] 50 %  lma 1500/3000 runs  12 s left
///   [############............] 50 %  figure 1  12 s left
/// It appears only on a terminal that can redraw a line, and only for work that seems to take over
/// a second; it is removed at the end. The estimate assumes that the rest goes as fast as the part
/// that is done.
class ProgressBar {
 public:
  /// `total` units of work of about equal length.
  explicit ProgressBar(double total);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Shows `done` finished units, with a label for the current work.
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
/// only the time left and a shorter bar.
struct BarState {
  std::string label;
  double done = 0.0, total = 1.0;
  double seconds = 0.0;
  std::size_t columns = 80;
};
std::string progress_line(const BarState& bar);

}  // namespace mirador::cli
