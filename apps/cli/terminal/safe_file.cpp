#include "terminal/safe_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace mirador::cli {
namespace {

/// The target, if the path is a symbolic link.
std::string target_of(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

/// The mode of the file, or of a new file.
mode_t mode_of(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) == 0) return file.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  // Pipes and terminals cannot be synchronised.
  return fsync(file) == 0 || errno == EINVAL || errno == EROFS;
}

void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

bool replace_file(const std::string& path, std::string_view text) {
  const std::string target = target_of(path);
  std::string fresh = target + ".XXXXXX";
  const int file = mkostemp(fresh.data(), O_CLOEXEC);
  if (file < 0) return false;
  const bool is_written = fchmod(file, mode_of(target)) == 0 && write_all(file, text);
  // Some file systems report a full disk only on close.
  const bool is_closed = close(file) == 0;
  if (is_written && is_closed && std::rename(fresh.c_str(), target.c_str()) == 0) {
    sync_folder_of(target);
    return true;
  }
  const int why = errno;
  unlink(fresh.c_str());
  errno = why;
  return false;
}

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace mirador::cli
