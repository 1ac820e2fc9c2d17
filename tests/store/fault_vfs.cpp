#include "fault_vfs.hpp"

#include <sqlite3.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

namespace mirador::testing_support {

namespace {

using Effect = FaultyDisk::Effect;
using Operation = FaultyDisk::Operation;

/// SQLite's state of an open file; the real file follows it in memory.
struct FaultyFile {
  sqlite3_file base;
  std::string* path;  // null: not watched

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  const sqlite3_io_methods& calls() { return *real()->pMethods; }
};

FaultyFile& of(sqlite3_file* file) { return *reinterpret_cast<FaultyFile*>(file); }

int close_file(sqlite3_file* file) {
  FaultyFile& own = of(file);
  delete own.path;
  return own.calls().xClose(own.real());
}

int write_file(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  FaultyFile& own = of(file);
  const Effect effect = FaultyDisk::get().next(Operation::write);
  if (effect == Effect::fails) return SQLITE_IOERR_WRITE;
  if (effect == Effect::no_space) return SQLITE_FULL;
  const int done = effect == Effect::tears ? size / 2 : size;
  const int code = own.calls().xWrite(own.real(), bytes, done, offset);
  if (code == SQLITE_OK && own.path != nullptr) {
    FaultyDisk::get().written(
        *own.path, offset,
        std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(done)));
  }
  return effect == Effect::tears ? SQLITE_IOERR_WRITE : code;
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  FaultyFile& own = of(file);
  if (FaultyDisk::get().next(Operation::truncate) != Effect::works) return SQLITE_IOERR_TRUNCATE;
  const int code = own.calls().xTruncate(own.real(), size);
  if (code == SQLITE_OK && own.path != nullptr) FaultyDisk::get().truncated(*own.path, size);
  return code;
}

/// Nothing is synced: syncs are simulated, and the real disk would only take time.
int sync_file(sqlite3_file* file, int) {
  FaultyFile& own = of(file);
  if (FaultyDisk::get().next(Operation::sync) != Effect::works) return SQLITE_IOERR_FSYNC;
  if (own.path != nullptr) FaultyDisk::get().synced(*own.path);
  return SQLITE_OK;
}

/// All other functions of a file are forwarded to the real one.
template <auto member, class... Arguments>
auto forward(sqlite3_file* file, Arguments... arguments) {
  return (of(file).calls().*member)(of(file).real(), arguments...);
}

sqlite3_io_methods file_calls() {
  using Calls = sqlite3_io_methods;
  Calls calls{};
  calls.iVersion = 2;
  calls.xClose = close_file;
  calls.xRead = forward<&Calls::xRead, void*, int, sqlite3_int64>;
  calls.xWrite = write_file;
  calls.xTruncate = truncate_file;
  calls.xSync = sync_file;
  calls.xFileSize = forward<&Calls::xFileSize, sqlite3_int64*>;
  calls.xLock = forward<&Calls::xLock, int>;
  calls.xUnlock = forward<&Calls::xUnlock, int>;
  calls.xCheckReservedLock = forward<&Calls::xCheckReservedLock, int*>;
  calls.xFileControl = forward<&Calls::xFileControl, int, void*>;
  calls.xSectorSize = forward<&Calls::xSectorSize>;
  calls.xDeviceCharacteristics = forward<&Calls::xDeviceCharacteristics>;
  calls.xShmMap = forward<&Calls::xShmMap, int, int, int, void volatile**>;
  calls.xShmLock = forward<&Calls::xShmLock, int, int, int>;
  calls.xShmBarrier = forward<&Calls::xShmBarrier>;
  calls.xShmUnmap = forward<&Calls::xShmUnmap, int>;
  return calls;
}

sqlite3_vfs* usual() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find("unix");
  return vfs;
}

int open_file(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* out_flags) {
  static const sqlite3_io_methods calls = file_calls();
  FaultyFile& own = of(file);
  own.path = nullptr;
  own.base.pMethods = nullptr;
  const int code = usual()->xOpen(usual(), path, own.real(), flags, out_flags);
  // SQLite closes only files with methods.
  if (own.real()->pMethods != nullptr) own.base.pMethods = &calls;
  if (code == SQLITE_OK && path != nullptr) {
    own.path = new std::string(path);
    FaultyDisk::get().opened(path);
  }
  return code;
}

int delete_file(sqlite3_vfs*, const char* path, int) {
  if (FaultyDisk::get().next(Operation::sync) != Effect::works) return SQLITE_IOERR_DELETE;
  FaultyDisk::get().removed(path);
  return usual()->xDelete(usual(), path, 0);
}

}  // namespace

FaultyDisk& FaultyDisk::get() {
  static FaultyDisk disk;
  return disk;
}

FaultyDisk::FaultyDisk() {
  static sqlite3_vfs vfs = *usual();
  vfs.szOsFile += static_cast<int>(sizeof(FaultyFile));
  vfs.zName = name;
  vfs.pNext = nullptr;
  vfs.xOpen = open_file;
  vfs.xDelete = delete_file;
  sqlite3_vfs_register(&vfs, 0);
}

void FaultyDisk::arm(Fault fault, std::uint64_t n) {
  fault_ = fault;
  strike_at_ = n;
  operations_ = 0;
  struck_ = false;
  images_.clear();
}

FaultyDisk::Effect FaultyDisk::next(Operation operation) {
  ++operations_;
  if (fault_ == Fault::none || operations_ < strike_at_) return Effect::works;
  const bool first = operations_ == strike_at_;
  struck_ = true;
  const Effect torn = operation == Operation::write ? Effect::tears : Effect::fails;
  switch (fault_) {
    case Fault::fails:
      return first ? Effect::fails : Effect::works;
    case Fault::tears:
      return first ? torn : Effect::works;
    case Fault::full:
      return operation == Operation::write ? Effect::no_space : Effect::works;
    default:
      return first ? torn : Effect::fails;
  }
}

void FaultyDisk::opened(const std::string& path) {
  if (images_.contains(path)) return;
  std::ifstream stream(path, std::ios::binary);
  images_[path].durable.assign(std::istreambuf_iterator<char>(stream), {});
}

void FaultyDisk::written(const std::string& path, std::int64_t offset, std::string bytes) {
  images_[path].pending.push_back({offset, std::move(bytes), Change::Sort::write});
}

void FaultyDisk::truncated(const std::string& path, std::int64_t size) {
  images_[path].pending.push_back({size, {}, Change::Sort::truncate});
}

void FaultyDisk::synced(const std::string& path) {
  Image& image = images_[path];
  for (const Change& change : image.pending) change.apply(image.durable);
  image.pending.clear();
}

void FaultyDisk::Change::apply(std::string& file) const {
  const auto at = static_cast<std::size_t>(offset);
  if (sort == Sort::truncate) {
    file.resize(at);
  } else {
    if (file.size() < at + bytes.size()) file.resize(at + bytes.size());
    file.replace(at, bytes.size(), bytes);
  }
}

void FaultyDisk::repair(std::mt19937& random) {
  if (fault_ == Fault::power_cut && struck_) lose_what_was_not_synced(random);
  fault_ = Fault::none;
  images_.clear();
}

/// Each change arrived completely, or some of its sectors, or not at all, independently of later
/// changes.
void FaultyDisk::lose_what_was_not_synced(std::mt19937& random) {
  constexpr std::size_t sector = 512;
  for (auto& [path, image] : images_) {
    for (Change& change : image.pending) {
      const auto fate = random() % 4;
      if (fate == 0) continue;
      if (fate == 1) change.bytes.resize(std::min(change.bytes.size(), sector * (random() % 8)));
      change.apply(image.durable);
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << image.durable;
    if (path.ends_with("-wal")) {
      std::filesystem::remove(path.substr(0, path.size() - 4) + "-shm");
    }
  }
}

}  // namespace mirador::testing_support
