#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mirador/simulate/campaign.hpp"
#include "sim/fingerprint.hpp"

namespace mirador::cli {

/// The file from which a simulation resumes: the fingerprint of its command, its progress, and a
/// checksum. It is replaced as a whole after every block, so the file is valid however the program
/// ends. One process at a time may use it. The format may change with the version of mirador.
class Checkpoint {
 public:
  /// Creates the file if there is none, and locks it. Throws InputError if that fails, or if
  /// another process holds the lock.
  Checkpoint(std::string path, Fingerprint fingerprint);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// The saved state, or nothing if none was saved. Throws InputError, without changing the file,
  /// if it is damaged, not a checkpoint, or belongs to another command.
  std::optional<CampaignState> load() const;

  /// Replaces the saved state. Throws RunError if it does not reach the disk; the previous state is
  /// then still there.
  void save(const CampaignState& state);

 private:
  void take_hold();
  CampaignState state_in(std::string_view text) const;
  void refuse_other_command(std::string_view lines) const;
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy) const;

  std::string path_;
  Fingerprint fingerprint_;
  int file_ = -1;  // open and locked during the lifetime of this object
};

}  // namespace mirador::cli
