#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "ground.hpp"

namespace mirador::testing_support {

/// A line to the PostgreSQL server that can be cut at the COMMIT: what is asked of a store is hard
/// to meet by chance.
class LossyLine {
 public:
  enum class Cut { never, before_commit, after_commit };

  /// Listens on a socket in a folder of its own.
  LossyLine();
  ~LossyLine();
  LossyLine(const LossyLine&) = delete;
  LossyLine& operator=(const LossyLine&) = delete;

  /// The address of the server through this line.
  std::string address() const;
  /// The next COMMIT is lost (before), or done by the server and its answer lost (after).
  void cut_next(Cut cut) { cut_ = cut; }

 private:
  void serve();
  void carry(int client);

  TemporaryFolder folder_;
  int listener_ = -1;
  std::atomic<Cut> cut_ = Cut::never;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace mirador::testing_support
