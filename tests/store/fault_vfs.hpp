#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace mirador::testing_support {

/// A file system for SQLite, on top of the default one, in which a chosen write or sync fails.
/// There is a single instance, because SQLite selects file systems by name; one test uses it at a
/// time.
class FaultyDisk {
 public:
  enum class Fault {
    none,
    fails,      // the operation fails, the next one succeeds
    tears,      // half of it is written, the next one succeeds
    full,       // no space from this operation on
    dies,       // half of it is written, and all later operations fail
    power_cut,  // as `dies`, and some unsynced sectors are lost
  };
  static constexpr const char* name = "mirador-faults";

  static FaultyDisk& get();
  /// The n-th operation from now, counted from 1, fails.
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
  /// A write at an offset, or a new length if there are no bytes.
  struct Change {
    std::int64_t offset;
    std::string bytes;
    enum class Sort { write, truncate } sort;
    void apply(std::string& file) const;
  };
  /// The part that is certainly on the disk, and the pending changes.
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
