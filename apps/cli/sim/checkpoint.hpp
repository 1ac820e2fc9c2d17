#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mirador/simulate/campaign.hpp"
#include "sim/fingerprint.hpp"

namespace mirador::cli {

/// A file that a simulation is resumed from: the fingerprint of its command, how far it has come,
/// and a checksum. It is replaced whole after every block, so that whatever ends the program leaves
/// a file that is right; and it belongs to one process at a time. For resuming only: the format is
/// that of this version of mirador.
class Checkpoint {
 public:
  /// Makes the file if there is none, and takes hold of it. Throws InputError when that cannot be
  /// done, or when another process holds it.
  Checkpoint(std::string path, Fingerprint fingerprint);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// What was saved, or nothing when nothing was. Throws InputError, and leaves the file alone,
  /// when it is damaged, not a checkpoint, or that of another command.
  std::optional<CampaignState> load() const;

  /// Replaces what was saved. Throws RunError when it does not reach the disk; what was there
  /// before is then still there.
  void save(const CampaignState& state);

 private:
  void take_hold();
  CampaignState state_in(std::string_view text) const;
  void refuse_other_command(std::string_view lines) const;
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy) const;

  std::string path_;
  Fingerprint fingerprint_;
  int file_ = -1;  // open and locked as long as this lives
};

}  // namespace mirador::cli
