#include "opened_file.hpp"

#include <sys/stat.h>

#include <filesystem>

namespace mirador::store {

OpenedFile::OpenedFile(const std::string& name) : name_(std::filesystem::absolute(name).string()) {
  struct stat found {};
  if (stat(name_.c_str(), &found) != 0) return;
  device_ = found.st_dev;
  file_ = found.st_ino;
  links_ = found.st_nlink;
}

bool OpenedFile::in_place() const {
  if (!exists()) return true;
  struct stat found {};
  return stat(name_.c_str(), &found) == 0 && found.st_dev == device_ && found.st_ino == file_;
}

}  // namespace mirador::store
