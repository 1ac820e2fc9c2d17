#pragma once

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// Writes to standard output and makes sure that it arrived; throws RunError when it did not.
void write_stdout(std::string_view text);

/// One line on standard error: "mirador: field: ...". Line breaks and control characters inside
/// the message (a user's value may hold them) are shown as spaces.
void write_message(std::string_view message);

/// Throws InputError when standard output goes to this very file: each would destroy the other.
void refuse_file_of_stdout(std::string_view field, const std::string& path);

/// A file to be written at the end of long work. Opened at once if it is there, so that one that
/// cannot be written, or that is where standard output goes, is refused (InputError) before the
/// work begins; what it held stays until `write`.
class OutputFile {
 public:
  OutputFile(std::string_view field, const std::string& path);
  /// Replaces the contents, all or nothing, and waits for the disk. Throws RunError when they do
  /// not arrive; then those of before are still there.
  void write(std::string_view text);

 private:
  std::string field_, path_;
  std::ofstream stream_;
};

/// A folder for files that are written together at the end of long work. Made at once where it does
/// not exist; what cannot be written there is refused (InputError) before the work begins. Every
/// file is replaced whole or not at all, and what was made for nothing is removed again.
class OutputFolder {
 public:
  OutputFolder(std::string_view field, const std::string& path, std::vector<std::string> files);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// The contents of the files, in their order. Throws RunError when they do not arrive.
  void write(std::span<const std::string> contents);
  std::filesystem::path operator/(std::string_view file) const { return folder_ / file; }

 private:
  void make();
  void refuse_unwritable(const std::filesystem::path& file) const;

  std::string field_;
  std::filesystem::path folder_;
  std::vector<std::string> files_;
  std::vector<std::filesystem::path> made_;  // folders, the innermost last
  bool written_ = false;
};

}  // namespace mirador::cli
