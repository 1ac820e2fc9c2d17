#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// What is being done now.
struct Activity {
  std::string text = {};  ///< "run of 'sleep 1'"
  double seconds = 0.0;   ///< since when
};

/// A race under way as lines of a terminal, all of them narrower than the screen and fewer than it
/// has: a command each, with its interval, its mean and its share of the runs; the evidence beside
/// what is required; what is left to do.
std::vector<std::string> race_frame(const race::RaceReport& report, const Activity& activity,
                                    const Screen& screen);

/// The same in a line, for a log.
std::string race_line(const race::RaceReport& report);

/// Shows a race under way on standard error. On a terminal: a frame, redrawn in place at most ten
/// times a second, and gone at the end. Elsewhere, or where commands print between the lines: a
/// line at the start and one every five seconds.
class RaceView {
 public:
  explicit RaceView(bool commands_print);
  ~RaceView();
  RaceView(const RaceView&) = delete;
  RaceView& operator=(const RaceView&) = delete;

  /// One line where there is no frame.
  void announce(std::string_view line);
  /// What is being done from now on.
  void set_activity(std::string text);
  /// Shows the report, made only when it is time to: reports take time that is not the race's.
  void refresh(const std::function<race::RaceReport()>& report);
  /// Draws the last report again, with the time that goes by.
  void tick();
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  std::size_t rows_on_screen(std::size_t columns) const;

  bool live_;
  std::optional<race::RaceReport> report_;
  Activity activity_;
  Clock::time_point busy_since_ = Clock::now(), drawn_at_ = {}, due_ = {};
  std::vector<std::size_t> drawn_widths_;  // of the lines on the screen
};

}  // namespace mirador::cli
