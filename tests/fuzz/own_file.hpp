#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz.hpp"

namespace mirador::fuzz {

/// A file in its own folder, which is deleted at the end.
class OwnFile {
 public:
  OwnFile() {
    std::string folder = (std::filesystem::temp_directory_path() / "mirador-fuzz.XXXXXX").string();
    require(mkdtemp(folder.data()) != nullptr, "there is a temporary folder");
    folder_ = folder;
  }
  ~OwnFile() { std::filesystem::remove_all(folder_); }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;

  std::string path(std::string_view suffix = {}) const {
    return (folder_ / "file").string() + std::string(suffix);
  }
  void write(std::string_view text, std::string_view suffix = {}) const {
    std::ofstream(path(suffix), std::ios::binary | std::ios::trunc) << text;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace mirador::fuzz
