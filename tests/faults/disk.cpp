// MIRADOR_FAULT_POWER=N   the power fails at the N-th change of a file in a folder, or at the end
//   MIRADOR_FAULT_FOLDER  the folder; FOLDER.undo must exist next to it
//   MIRADOR_FAULT_LOSES   what is lost of the unsynced changes: nothing, data, or names too
// A change is a write, a truncation, a sync, or the creation, change or removal of a name. A write
// at which the power fails is done partly.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <utility>
#include <vector>

#include "faults.hpp"

namespace mirador::faults {
namespace {

/// An open file, and the part of it that is on the disk.
class Watched {
 public:
  explicit Watched(int file) : file_(file), safe_(contents()) {}
  bool is(int other) const {
    struct stat mine {
    }, its{};
    return fstat(file_, &mine) == 0 && fstat(other, &its) == 0 && mine.st_ino == its.st_ino &&
           mine.st_dev == its.st_dev;
  }
  void sync() { safe_ = contents(); }
  void lose() const {
    syscall(SYS_ftruncate, file_, 0);
    syscall(SYS_pwrite64, file_, safe_.data(), safe_.size(), 0);
  }

 private:
  std::string contents() const {
    std::string all;
    char piece[65536];
    while (true) {
      const ssize_t size = pread(file_, piece, sizeof piece, static_cast<off_t>(all.size()));
      if (size <= 0) return all;
      all.append(piece, static_cast<std::size_t>(size));
    }
  }
  int file_;
  std::string safe_;
};

/// What a name referred to before it was changed: a link to the file, or nothing.
struct Name {
  std::string path, link;
};

/// The simulated disk under a folder. Other files are ignored.
class Disk {
 public:
  Disk() {
    const std::string number = word_in("MIRADOR_FAULT_POWER");
    if (number.empty()) return;
    folder_ = word_in("MIRADOR_FAULT_FOLDER");
    failing_ = number_in("MIRADOR_FAULT_POWER");
    const std::string loses = word_in("MIRADOR_FAULT_LOSES");
    loses_names_ = loses == "names";
    loses_data_ = loses_names_ || loses == "data";
  }

  bool has(const char* path) const {
    return is_in_main && !folder_.empty() && std::string(path).starts_with(folder_ + "/");
  }
  bool has(int file) const { return is_in_main && find(file) != nullptr; }
  bool is_folder(int file) const {
    char path[4096] = "";
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    return is_in_main && !folder_.empty() && readlink(link.c_str(), path, sizeof path - 1) > 0 &&
           folder_ == path;
  }
  long changes() const { return changes_; }

  /// Call before the change. Does the power fail at it?
  bool count() { return ++changes_ == failing_; }
  [[noreturn]] void fail() {
    lose();
    kill(getpid(), SIGKILL);
    while (true) pause();
  }
  void change() {
    if (count()) fail();
  }

  void watch(int file) {
    if (file < 0 || find(file) != nullptr) return;
    // Another handle of the same file, because this one may be write-only and will be closed.
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    watched_.emplace_back(
        static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDWR | O_CLOEXEC, 0)));
  }
  void watch(const char* path) {
    const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
    watch(file);
    if (file >= 0) syscall(SYS_close, file);
  }
  void sync(int file) {
    if (Watched* const one = find(file)) one->sync();
    if (is_folder(file)) names_.clear();
  }
  /// Call before the name is created, changed or removed.
  void remember(const char* path) {
    const std::string link = folder_ + ".undo/" + std::to_string(++links_);
    const bool was_there = syscall(SYS_link, path, link.c_str()) == 0;
    names_.push_back({path, was_there ? link : ""});
  }
  void remember_new(const char* path) { names_.push_back({path, ""}); }
  /// Undoes what was not synced.
  void lose() {
    if (loses_data_) {
      for (const Watched& one : watched_) one.lose();
    }
    if (!loses_names_) return;
    for (auto name = names_.rbegin(); name != names_.rend(); ++name) {
      syscall(SYS_unlink, name->path.c_str());
      if (!name->link.empty()) syscall(SYS_link, name->link.c_str(), name->path.c_str());
    }
  }

 private:
  const Watched* find(int file) const {
    for (const Watched& one : watched_) {
      if (one.is(file)) return &one;
    }
    return nullptr;
  }
  Watched* find(int file) { return const_cast<Watched*>(std::as_const(*this).find(file)); }

  std::string folder_;
  long failing_ = 0, changes_ = 0;
  bool loses_data_ = false, loses_names_ = false;
  std::vector<Watched> watched_;
  std::vector<Name> names_;
  int links_ = 0;
};

Disk* disk = nullptr;  // while main runs

bool concerns(const char* path) { return disk != nullptr && disk->has(path); }
bool concerns(int file) { return disk != nullptr && disk->has(file); }

/// A write may be done partly.
template <class Write>
ssize_t write_through(int file, std::size_t size, Write&& write) {
  if (concerns(file) && disk->count()) {
    write(size / 2);
    disk->fail();
  }
  return write(size);
}

template <class Change>
auto change_through(bool does_concern, Change&& change) {
  if (does_concern) disk->change();
  return change();
}

/// A file opened for writing is watched; its name may be new.
template <class Open>
auto open_through(const char* path, bool writes, bool truncates, Open&& open) {
  if (!writes || !concerns(path)) return open();
  const bool is_new = access(path, F_OK) != 0;
  if (is_new || truncates) disk->change();
  is_new ? disk->remember(path) : disk->watch(path);
  const auto file = open();
  if (is_new) disk->watch(path);
  return file;
}

template <class Sync>
int sync_through(int file, Sync&& sync) {
  if (!concerns(file) && !(disk != nullptr && disk->is_folder(file))) return sync();
  disk->change();
  disk->sync(file);
  return sync();
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

void plan_disk() { disk = new Disk; }

void end_disk() {
  if (!word_in("MIRADOR_FAULT_POWER").empty()) disk->lose();
}

std::string disk_report() { return "changes " + std::to_string(disk->changes()) + "\n"; }

}  // namespace mirador::faults

using namespace mirador::faults;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_through(path, (flags & O_ACCMODE) != O_RDONLY, (flags & O_TRUNC) != 0, [&] {
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  });
}

std::FILE* fopen(const char* path, const char* mode) {
  return open_through(path, *mode != 'r', *mode == 'w',
                      [&] { return real<decltype(fopen)>("fopen")(path, mode); });
}

int mkostemp(char* pattern, int flags) {
  if (!concerns(pattern)) return real<decltype(mkostemp)>("mkostemp")(pattern, flags);
  disk->change();
  const int file = real<decltype(mkostemp)>("mkostemp")(pattern, flags);
  disk->remember_new(pattern);
  disk->watch(file);
  return file;
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  return write_through(file, size,
                       [&](std::size_t part) { return syscall(SYS_write, file, bytes, part); });
}
ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t at) {
  return write_through(
      file, size, [&](std::size_t part) { return syscall(SYS_pwrite64, file, bytes, part, at); });
}
ssize_t writev(int file, const iovec* pieces, int count) {
  return write_through(file, static_cast<std::size_t>(count),
                       [&](std::size_t part) { return syscall(SYS_writev, file, pieces, part); });
}

int ftruncate(int file, off_t size) noexcept {
  return change_through(concerns(file),
                        [&] { return static_cast<int>(syscall(SYS_ftruncate, file, size)); });
}
int truncate(const char* path, off_t size) noexcept {
  if (concerns(path)) disk->watch(path);
  return change_through(concerns(path),
                        [&] { return static_cast<int>(syscall(SYS_truncate, path, size)); });
}

int fsync(int file) {
  return sync_through(file, [&] { return static_cast<int>(syscall(SYS_fsync, file)); });
}
int fdatasync(int file) {
  return sync_through(file, [&] { return static_cast<int>(syscall(SYS_fdatasync, file)); });
}

int rename(const char* from, const char* to) noexcept {
  return change_through(concerns(to), [&] {
    if (concerns(to)) {
      disk->remember(from);
      disk->remember(to);
    }
    return static_cast<int>(syscall(SYS_rename, from, to));
  });
}
int unlink(const char* path) noexcept {
  return change_through(concerns(path), [&] {
    if (concerns(path)) disk->remember(path);
    return static_cast<int>(syscall(SYS_unlink, path));
  });
}

// The same under their older names.
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
std::FILE* fopen64(const char* path, const char* mode) __attribute__((alias("fopen")));
ssize_t pwrite64(int, const void*, std::size_t, off_t) __attribute__((alias("pwrite")));
int ftruncate64(int, off_t) noexcept __attribute__((alias("ftruncate")));
int truncate64(const char*, off_t) noexcept __attribute__((alias("truncate")));
int mkostemp64(char*, int) __attribute__((alias("mkostemp")));
}
