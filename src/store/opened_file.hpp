#pragma once

#include <sys/types.h>

#include <string>

namespace mirador::store {

/// A file that was opened by its name. Others may delete it, move it, or replace it; later writes
/// then go to a file that has lost this name.
class OpenedFile {
 public:
  /// Follows symbolic links. If there is no such file, nothing is known.
  explicit OpenedFile(const std::string& name);

  const std::string& name() const { return name_; }
  bool exists() const { return file_ != 0; }
  /// Does the name still refer to this file? True if unknown.
  bool in_place() const;
  /// The number of hard links; 0 if unknown.
  nlink_t links() const { return links_; }

 private:
  std::string name_;  // absolute: the folder of the process may change
  dev_t device_ = 0;
  ino_t file_ = 0;
  nlink_t links_ = 0;
};

}  // namespace mirador::store
