#pragma once

#include <cstdint>

namespace mirador::race {

/// Starts recording when this process continues after a stop, and lets a stop of a child end the
/// waiting: by handlers of SIGCONT and SIGCHLD, if there are none yet.
void watch_for_stops();

/// Detects pauses since it was constructed: was this process stopped and continued (Ctrl-Z and fg),
/// or was the machine suspended?
class PauseWatch {
 public:
  PauseWatch();
  bool seen() const;

 private:
  /// Bounds of the seconds that the machine has slept since its start.
  struct Slept {
    double at_least, at_most;
  };
  static Slept slept_so_far();

  std::uint32_t stops_;
  Slept slept_;
};

}  // namespace mirador::race
