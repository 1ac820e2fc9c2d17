#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace mirador::testing_support {

/// A file system for SQLite, over the usual one, on which a chosen write or sync goes wrong. There
/// is one, because SQLite knows file systems by name; one test uses it at a time.
class FaultyDisk {
 public:
  enum class Fault {
    none,
    fails,      // the operation fails, the next one works
    tears,      // half of it is written, the next one works
    full,       // no space from there on
    dies,       // half of it is written, and nothing works from there on
    power_cut,  // as before, and of what was not synced some sectors are lost
  };
  static constexpr const char* name = "mirador-faults";

  static FaultyDisk& get();
  /// The n-th operation from now, counted from 1, goes wrong.
  void arm(Fault fault, std::uint64_t n);
  /// Everything works again. After a power cut call it when the files are closed.
  void repair(std::mt19937& random);
  bool struck() const { return struck_; }
  /// Operations since arm().
  std::uint64_t operations() const { return operations_; }

  // For the functions that SQLite calls:
  enum class Operation { write, sync, truncate };
  enum class Effect { works, tears, fails, no_space };
  Effect next(Operation operation);
  void opened(const std::string& path);
  void written(const std::string& path, std::int64_t offset, std::string bytes);
  void truncated(const std::string& path, std::int64_t size);
  void synced(const std::string& path);
  void removed(const std::string& path) { images_.erase(path); }

 private:
  /// A write at an offset, or without bytes the new length.
  struct Change {
    std::int64_t offset;
    std::string bytes;
    enum class Sort { write, truncate } sort;
    void apply(std::string& file) const;
  };
  /// What is surely on the disk, and what is only on its way there.
  struct Image {
    std::string durable;
    std::vector<Change> pending;
  };

  FaultyDisk();
  void lose_what_was_not_synced(std::mt19937& random);

  Fault fault_ = Fault::none;
  std::uint64_t strike_at_ = 0, operations_ = 0;
  bool struck_ = false;
  std::map<std::string, Image> images_;
};

}  // namespace mirador::testing_support
