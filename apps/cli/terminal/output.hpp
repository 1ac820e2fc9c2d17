#pragma once

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// Writes to standard output and checks that the text was written; throws RunError if it was not.
void write_stdout(std::string_view text);

/// Writes one line to standard error: "mirador: field: ...". Line breaks and control characters in
/// the message (they may come from a value) are shown as spaces.
void write_message(std::string_view message);
/// The same without "mirador: ", for logs.
void write_log_line(std::string_view text);

/// Throws InputError if standard output is redirected to this file: each would destroy the other.
void refuse_file_of_stdout(std::string_view field, const std::string& path);

/// A file that is written at the end of long work. An existing file is opened at once, so that a
/// file that cannot be written, or that standard output is redirected to, is refused (InputError)
/// before the work begins. Its contents stay until `write`.
class OutputFile {
 public:
  OutputFile(std::string_view field, const std::string& path);
  /// Replaces the contents as a whole, and waits for the disk. Throws RunError if that fails; the
  /// old contents are then still there.
  void write(std::string_view text);

 private:
  std::string field_, path_;
  std::ofstream stream_;
};

/// A folder for files that are written together at the end of long work. It is created at once if
/// it does not exist; files that cannot be written there are refused (InputError) before the work
/// begins. Every file is replaced as a whole or not at all. A folder created for nothing is removed
/// again.
class OutputFolder {
 public:
  OutputFolder(std::string_view field, const std::string& path, std::vector<std::string> files);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Writes the contents of the files, in order. Throws RunError if that fails.
  void write(std::span<const std::string> contents);
  std::filesystem::path operator/(std::string_view file) const { return folder_ / file; }

 private:
  void make();
  void refuse_unwritable(const std::filesystem::path& file) const;

  std::string field_;
  std::filesystem::path folder_;
  std::vector<std::string> files_;
  std::vector<std::filesystem::path> made_;  // created folders, the innermost last
  bool written_ = false;
};

}  // namespace mirador::cli
