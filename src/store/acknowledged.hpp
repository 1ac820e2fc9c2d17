#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mirador/store/store.hpp"

namespace mirador::store {

/// How many events of each experiment were acknowledged, in a file of its own beside that of a
/// SQLite store. SQLite commits to a log, FILE-wal; where that is lost or damaged SQLite goes back
/// to an earlier state without a word, and this file tells.
/// Written after a commit and not synced: at most it lags behind. After a restart of the machine,
/// notes of commits that need not survive one (Durability::kill) no longer count. Where the file
/// cannot be written or read nothing is known, and nothing is said.
class Acknowledged {
 public:
  /// `file` is that of the store.
  Acknowledged(const std::string& file, Durability durability);
  ~Acknowledged();
  Acknowledged(const Acknowledged&) = delete;
  Acknowledged& operator=(const Acknowledged&) = delete;

  static std::string name_of(const std::string& file) { return file + "-acknowledged"; }

  void note(std::int64_t experiment, std::int64_t events);
  /// Before the experiment is removed.
  void forget(std::int64_t experiment);
  /// It is there after all: a removal did not come to its end. For those who hold the right to
  /// write, so that none is removing it.
  void revive(std::int64_t experiment);
  void forget_all();
  /// Nothing where nothing is known.
  std::optional<std::int64_t> events(std::int64_t experiment) const;
  /// Of all experiments of which something is known.
  std::vector<std::int64_t> experiments() const;

 private:
  struct Slot {
    std::int64_t events = 0;
    std::uint64_t start = 0;  // of the machine, or 0 where the note outlives it
    std::uint64_t seal = 0;
    // A mark of the experiment once it is removed. Written by those who remove it and by no other,
    // so that a commit that is noted late, by another process, does not bring it back.
    std::uint64_t removed = 0;
  };
  static constexpr auto slot_size = static_cast<std::int64_t>(sizeof(Slot));
  static std::uint64_t seal_of(std::int64_t experiment, const Slot& slot);
  std::optional<Slot> slot_of(std::int64_t experiment) const;
  static std::uint64_t mark_of(std::int64_t experiment);
  /// A part of its slot, which begins so many bytes after the start of that.
  void write(std::int64_t experiment, std::size_t from, const void* part, std::size_t size);

  int file_;
  std::uint64_t start_;  // of this machine
  bool lasting_;
};

}  // namespace mirador::store
