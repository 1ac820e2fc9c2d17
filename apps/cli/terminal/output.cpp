#include "terminal/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"
#include "terminal/safe_file.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// Whether standard output is redirected to this regular file (a pipe or a terminal can take both).
bool is_redirected_stdout(const std::string& path) {
  struct stat file {
  }, out{};
  return stat(path.c_str(), &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
         S_ISREG(file.st_mode) && file.st_dev == out.st_dev && file.st_ino == out.st_ino;
}

/// Whether there is neither a file nor a dangling link.
bool is_absent(const std::string& path) {
  struct stat file {};
  return lstat(path.c_str(), &file) != 0 && errno == ENOENT && !path.empty();
}

bool can_be_made(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

void write_stdout(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw RunError("output: cannot write to standard output: " + reason(errno));
  }
}

void write_message(std::string_view message) { write_log_line("mirador: " + std::string(message)); }

void write_log_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  line = printable(line) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void refuse_file_of_stdout(std::string_view field, const std::string& path) {
  if (!is_redirected_stdout(path)) return;
  throw InputError(std::string(field) + ": " + in_quotes(path) +
                   " is the file to which standard output is redirected; give another");
}

OutputFile::OutputFile(std::string_view field, const std::string& path)
    : field_(field), path_(path) {
  refuse_file_of_stdout(field, path);
  errno = 0;
  // A new file is created only at the end, so that no empty file is left behind.
  const bool is_new = is_absent(path);
  if (!is_new) stream_.open(path, std::ios::binary | std::ios::app);
  if (is_new ? !can_be_made(path) : !stream_) {
    throw InputError(field_ + ": cannot write to " + in_quotes(path) + ": " + reason(errno) +
                     "; give a file in a folder that you may write to");
  }
}

void OutputFile::write(std::string_view text) {
  const auto fail = [&] {
    throw RunError(field_ + ": cannot write to " + in_quotes(path_) + ": " + reason(errno));
  };
  std::error_code ignored;
  if (!stream_.is_open() || std::filesystem::is_regular_file(path_, ignored)) {
    if (replace_file(path_, text)) return;
    // Written in place if the folder does not allow new files.
    if (!stream_.is_open() || (errno != EACCES && errno != EPERM && errno != EROFS)) fail();
    std::filesystem::resize_file(path_, 0, ignored);
  }
  errno = 0;
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream_.close();
  if (!stream_) fail();
}

OutputFolder::OutputFolder(std::string_view field, const std::string& path,
                           std::vector<std::string> files)
    : field_(field), folder_(path), files_(std::move(files)) {
  if (path.empty()) throw InputError(field_ + ": no folder given; give its name");
  make();
  for (const std::string& file : files_) refuse_unwritable(folder_ / file);
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (written_) return;
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) {
    std::filesystem::remove(*made, ignored);  // removes it only if it is empty
  }
}

void OutputFolder::make() {
  std::filesystem::path step;
  for (const std::filesystem::path& name : folder_) {
    step /= name;
    std::error_code error;
    if (std::filesystem::create_directory(step, error)) made_.push_back(step);
    if (std::filesystem::is_directory(step, error)) continue;
    const std::string why =
        std::filesystem::exists(step, error) ? "it is not a folder" : reason(errno);
    throw InputError(field_ + ": " + in_quotes(step.string()) +
                     " cannot be created as a folder: " + why + "; give another");
  }
}

void OutputFolder::refuse_unwritable(const std::filesystem::path& file) const {
  std::error_code ignored;
  const auto refuse = [&](const std::string& why) {
    throw InputError(field_ + ": cannot write to " + in_quotes(file.string()) + ": " + why +
                     "; give another folder");
  };
  if (is_redirected_stdout(file)) refuse("standard output goes there");
  if (std::filesystem::is_directory(file, ignored)) refuse("it is a folder");
  if (::access(folder_.c_str(), W_OK | X_OK) != 0) refuse(reason(errno));
}

void OutputFolder::write(std::span<const std::string> contents) {
  const auto fail = [&](const std::filesystem::path& file) {
    throw RunError(field_ + ": cannot write to " + in_quotes(file.string()) + ": " + reason(errno));
  };
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!replace_file(folder_ / files_[i], contents[i])) fail(folder_ / files_[i]);
  }
  written_ = true;
}

}  // namespace mirador::cli
