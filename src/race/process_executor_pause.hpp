#pragma once

#include <cstdint>

namespace mirador::race {

/// From now on it is noted when this process goes on after a stop, and waiting ends when a child
/// stops: by handlers of SIGCONT and SIGCHLD, where these have none.
void watch_for_stops();

/// Looks whether time has passed without us: since it was made, did this process stop and go on
/// (Ctrl-Z and fg), or did the machine sleep?
class PauseWatch {
 public:
  PauseWatch();
  bool seen() const;

 private:
  /// The seconds that the machine has slept since its start are between these two.
  struct Slept {
    double at_least, at_most;
  };
  static Slept slept_so_far();

  std::uint32_t stops_;
  Slept slept_;
};

}  // namespace mirador::race
