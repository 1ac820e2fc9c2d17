#pragma once

#include <sys/types.h>

#include <string>

namespace mirador::store {

/// A file that was opened by its name. Others may delete it, move it, or put another one in its
/// place; what is written then goes to a file that has no name, or not this one.
class OpenedFile {
 public:
  /// Follows symbolic links. Where there is no such file, nothing is known.
  explicit OpenedFile(const std::string& name);

  const std::string& name() const { return name_; }
  bool exists() const { return file_ != 0; }
  /// Does the name still lead to it? Yes where nothing is known.
  bool in_place() const;
  /// By how many names it can be opened; 0 where nothing is known.
  nlink_t links() const { return links_; }

 private:
  std::string name_;  // absolute: the folder of the process may change
  dev_t device_ = 0;
  ino_t file_ = 0;
  nlink_t links_ = 0;
};

}  // namespace mirador::store
