#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mirador::fuzz {

/// An in-memory file system for SQLite, for one process with one connection at a time. There is a
/// single instance, because SQLite selects file systems by name.
class MemoryDisk {
 public:
  static constexpr const char* name = "mirador-fuzz";

  static MemoryDisk& get() {
    static MemoryDisk disk;
    return disk;
  }

  /// Access only while nothing is open.
  std::map<std::string, std::string> files;

 private:
  struct File {
    sqlite3_file base;
    std::string* bytes;
  };
  static constexpr sqlite3_int64 most_bytes = 1 << 20;

  static std::string& bytes_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file)->bytes; }

  static int read(sqlite3_file* file, void* to, int wanted, sqlite3_int64 offset) {
    const std::string& bytes = bytes_of(file);
    const auto size = static_cast<std::size_t>(wanted);
    const std::size_t from = std::min(static_cast<std::size_t>(offset), bytes.size());
    const std::size_t got = std::min(size, bytes.size() - from);
    std::memcpy(to, bytes.data() + from, got);
    std::memset(static_cast<char*>(to) + got, 0, size - got);
    return got == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
  }
  static int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    if (offset + size > most_bytes) return SQLITE_FULL;
    std::string& bytes = bytes_of(file);
    bytes.resize(std::max(bytes.size(), static_cast<std::size_t>(offset + size)));
    std::memcpy(bytes.data() + offset, from, static_cast<std::size_t>(size));
    return SQLITE_OK;
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (size > most_bytes) return SQLITE_FULL;
    bytes_of(file).resize(static_cast<std::size_t>(size));
    return SQLITE_OK;
  }
  static int size_of(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(bytes_of(file).size());
    return SQLITE_OK;
  }
  static int map_shared(sqlite3_file*, int page, int size, int extend, void volatile** memory) {
    auto& pages = get().shared_;
    if (static_cast<std::size_t>(page) >= pages.size() && extend == 0) {
      *memory = nullptr;
      return SQLITE_OK;
    }
    while (pages.size() <= static_cast<std::size_t>(page)) {
      pages.push_back(std::make_unique<char[]>(static_cast<std::size_t>(size)));
    }
    *memory = pages[static_cast<std::size_t>(page)].get();
    return SQLITE_OK;
  }
  static int close(sqlite3_file*) { return SQLITE_OK; }
  static int unmap_shared(sqlite3_file*, int) {
    get().shared_.clear();
    return SQLITE_OK;
  }

  static const sqlite3_io_methods* calls() {
    static const sqlite3_io_methods table = [] {
      sqlite3_io_methods made{};
      made.iVersion = 2;
      made.xClose = close;
      made.xRead = read;
      made.xWrite = write;
      made.xTruncate = truncate;
      made.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
      made.xFileSize = size_of;
      made.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
      made.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
      made.xCheckReservedLock = [](sqlite3_file*, int* taken) { return *taken = 0, SQLITE_OK; };
      made.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
      made.xSectorSize = [](sqlite3_file*) { return 4096; };
      made.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
      made.xShmMap = map_shared;
      made.xShmLock = [](sqlite3_file*, int, int, int) { return SQLITE_OK; };
      made.xShmBarrier = [](sqlite3_file*) {};
      made.xShmUnmap = unmap_shared;
      return made;
    }();
    return &table;
  }

  static int open(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* opened) {
    auto* const made = reinterpret_cast<File*>(file);
    made->base.pMethods = calls();
    made->bytes = &get().files[path == nullptr ? "temporary" : path];
    if (opened != nullptr) *opened = flags;
    return SQLITE_OK;
  }
  static int full_path(sqlite3_vfs*, const char* path, int size, char* full) {
    sqlite3_snprintf(size, full, "%s", path);
    return SQLITE_OK;
  }

  MemoryDisk() {
    vfs_ = *sqlite3_vfs_find(nullptr);
    vfs_.szOsFile = sizeof(File);
    vfs_.zName = name;
    vfs_.pNext = nullptr;
    vfs_.xOpen = open;
    vfs_.xFullPathname = full_path;
    vfs_.xDelete = [](sqlite3_vfs*, const char* path, int) {
      get().files.erase(path);
      return SQLITE_OK;
    };
    vfs_.xAccess = [](sqlite3_vfs*, const char* path, int, int* answer) {
      *answer = get().files.contains(path) ? 1 : 0;
      return SQLITE_OK;
    };
    sqlite3_vfs_register(&vfs_, 0);
  }

  sqlite3_vfs vfs_{};
  std::vector<std::unique_ptr<char[]>> shared_;
};

}  // namespace mirador::fuzz
