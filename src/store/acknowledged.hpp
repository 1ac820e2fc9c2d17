#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mirador/store/store.hpp"

namespace mirador::store {

/// The number of acknowledged events of each experiment, in a separate file beside a SQLite store.
/// SQLite commits to a log, FILE-wal; if that is lost or damaged SQLite silently returns to an
/// earlier state, which this file reveals. Written after a commit and not synced: it may lag behind
/// but never runs ahead. After a reboot, entries of commits that need not survive one
/// (Durability::kill) no longer count. If the file cannot be written or read, no number is known
/// and nothing is reported.
class Acknowledged {
 public:
  /// `file` is the file of the store.
  Acknowledged(const std::string& file, Durability durability);
  ~Acknowledged();
  Acknowledged(const Acknowledged&) = delete;
  Acknowledged& operator=(const Acknowledged&) = delete;

  static std::string name_of(const std::string& file) { return file + "-acknowledged"; }

  void note(std::int64_t experiment, std::int64_t events);
  /// Called before the experiment is removed.
  void forget(std::int64_t experiment);
  /// The experiment still exists: a removal was not completed. Call only with the right to write,
  /// so that no other process is removing it.
  void revive(std::int64_t experiment);
  void forget_all();
  /// Empty if unknown.
  std::optional<std::int64_t> events(std::int64_t experiment) const;
  /// All experiments with a known number.
  std::vector<std::int64_t> experiments() const;

 private:
  struct Slot {
    std::int64_t events = 0;
    std::uint64_t start = 0;  // boot of the machine, or 0 if the entry survives a reboot
    std::uint64_t seal = 0;
    // Marks a removed experiment. Only a removal writes it, so that a commit recorded late by
    // another process does not bring the experiment back.
    std::uint64_t removed = 0;
  };
  static constexpr auto slot_size = static_cast<std::int64_t>(sizeof(Slot));
  static std::uint64_t seal_of(std::int64_t experiment, const Slot& slot);
  std::optional<Slot> slot_of(std::int64_t experiment) const;
  static std::uint64_t mark_of(std::int64_t experiment);
  /// Writes a part of the slot, starting at this byte.
  void write(std::int64_t experiment, std::size_t from, const void* part, std::size_t size);

  int file_;
  std::uint64_t start_;  // boot of this machine
  bool lasting_;
};

}  // namespace mirador::store
