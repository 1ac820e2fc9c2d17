#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace mirador::cli {

/// Writes to standard output and makes sure that it arrived; throws RunError when it did not.
void write_stdout(std::string_view text);

/// One line on standard error: "mirador: field: ...". Line breaks and control characters inside
/// the message (a user's value may hold them) are shown as spaces.
void write_message(std::string_view message);

/// A file to be written at the end of long work. Opened at once, so that one that cannot be
/// written, or that is where standard output goes, is refused (InputError) before the work begins;
/// what it held stays until `write`.
class OutputFile {
 public:
  OutputFile(std::string_view field, const std::string& path);
  /// Replaces the contents. Throws RunError when they do not arrive.
  void write(std::string_view text);

 private:
  std::string field_, path_;
  std::ofstream stream_;
};

}  // namespace mirador::cli
