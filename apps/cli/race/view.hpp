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

/// The current activity.
struct Activity {
  std::string text = {};  ///< "run of 'sleep 1'"
  double seconds = 0.0;   ///< since its start
};

/// A race in progress as lines for a terminal, narrower than the screen and fewer than its rows:
/// one line per command with its interval, mean and share of the runs; the evidence and the
/// evidence required; the estimated rest.
std::vector<std::string> race_frame(const race::RaceReport& report, const Activity& activity,
                                    const Screen& screen);

/// The same in one line, for a log.
std::string race_line(const race::RaceReport& report);

/// Shows a race in progress on standard error. On a terminal: a frame that is redrawn in place at
/// most ten times a second and removed at the end. Elsewhere, or if the commands print too: one
/// line at the start and one every five seconds.
class RaceView {
 public:
  RaceView(bool commands_print, Style style);
  ~RaceView();
  RaceView(const RaceView&) = delete;
  RaceView& operator=(const RaceView&) = delete;

  /// Prints one line if there is no frame.
  void announce(std::string_view line);
  /// Sets the current activity.
  void set_activity(std::string text);
  /// Shows the report, which is computed only when it is due, because that takes time.
  void refresh(const std::function<race::RaceReport()>& report);
  /// Draws the last report again with the current time.
  void tick();
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  std::size_t rows_on_screen(std::size_t columns) const;

  Style style_;
  bool live_;
  std::optional<race::RaceReport> report_;
  Activity activity_;
  Clock::time_point busy_since_ = Clock::now(), drawn_at_ = {}, due_ = {};
  std::vector<std::size_t> drawn_widths_;  // of the lines on the screen
};

}  // namespace mirador::cli
