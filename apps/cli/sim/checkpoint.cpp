#include "sim/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "mirador/core/error.hpp"
#include "mirador/simulate/result_text.hpp"
#include "terminal/output.hpp"
#include "terminal/safe_file.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view title = "mirador checkpoint 1\n";
constexpr std::string_view end_mark = "checksum ";

/// FNV-1a: detects accidental damage, not tampering.
std::string checksum_line(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return fmt::format("{}{:016x}\n", end_mark, hash);
}

std::string contents_of(int file) {
  std::string text;
  char piece[1 << 16];
  for (off_t at = 0;;) {
    const ssize_t got = pread(file, piece, sizeof piece, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw RunError("checkpoint: cannot read it: " + reason(errno));
    if (got == 0) return text;
    text.append(piece, static_cast<std::size_t>(got));
    at += got;
  }
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// The number after `name` on the line that begins here.
std::uint64_t number_after(std::string_view name, std::string_view text) {
  std::uint64_t number = 0;
  if (!text.starts_with(name)) throw std::runtime_error("no such line");
  text.remove_prefix(name.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || *end != '\n') throw std::runtime_error("no such number");
  return number;
}

}  // namespace

Checkpoint::Checkpoint(std::string path, Fingerprint fingerprint)
    : path_(std::move(path)), fingerprint_(std::move(fingerprint)) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) {  // otherwise the link itself would be replaced
    path_ = std::filesystem::weakly_canonical(path_, ignored).string();
  }
  refuse_file_of_stdout("checkpoint", path_);
  take_hold();
}

Checkpoint::~Checkpoint() {
  if (file_ >= 0) close(file_);
}

void Checkpoint::refuse(const std::string& why, const std::string& remedy) const {
  throw InputError(fmt::format("checkpoint: {} {}; {}", in_quotes(path_), why, remedy));
}

void Checkpoint::take_hold() {
  const std::string folder = folder_of(path_);
  if (access(folder.c_str(), F_OK) != 0) {
    refuse("is in a folder that does not exist", "make the folder first");
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse("cannot be replaced: its folder is not writable", "give one in another folder");
  }
  struct stat held {
  }, named{};
  do {
    if (file_ >= 0) close(file_);
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) {
      refuse("cannot be opened: " + reason(errno), "give a file in a folder that you may write to");
    }
    if (fstat(file_, &held) != 0 || !S_ISREG(held.st_mode)) {
      refuse("is not a file", "give the name of one");
    }
    if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      refuse("is in use by another mirador", "wait for it, or give another file");
    }
    // Another process may have replaced the file since it was opened.
  } while (stat(path_.c_str(), &named) != 0 || named.st_ino != held.st_ino);
}

std::optional<CampaignState> Checkpoint::load() const {
  const std::string text = contents_of(file_);
  if (text.empty()) return std::nullopt;
  if (!text.starts_with(title)) {
    refuse("is not a checkpoint of this version of mirador", "give another file");
  }
  const std::size_t end = text.rfind(end_mark);
  const std::string_view all = text;
  if (end == std::string::npos || all.substr(end) != checksum_line(all.substr(0, end))) {
    refuse("is damaged", "remove it to begin again, or give another file");
  }
  return state_in(all.substr(title.size(), end - title.size()));
}

CampaignState Checkpoint::state_in(std::string_view text) const {
  constexpr std::string_view done = "done ";
  const std::size_t at = text.find("\ndone ") + 1;
  refuse_other_command(text.substr(0, at));
  text.remove_prefix(at);
  try {
    CampaignState state;
    state.done = number_after(done, text);
    state.results = results_from_text(text.substr(text.find('\n') + 1));
    return state;
  } catch (const std::runtime_error&) {
    refuse("is damaged", "remove it to begin again, or give another file");
  }
}

void Checkpoint::refuse_other_command(std::string_view lines) const {
  for (const Trait& trait : fingerprint_) {
    const std::string mine = trait.value;
    const std::string_view line = lines.substr(0, lines.find('\n'));
    if (line != fmt::format("{} {}", trait.name, mine)) {
      const std::string_view theirs = line.substr(std::min(line.find(' ') + 1, line.size()));
      refuse(fmt::format("belongs to another command ({}: {} there, {} here)", trait.name,
                         in_quotes(theirs), in_quotes(mine)),
             "give another file");
    }
    lines.remove_prefix(line.size() + 1);
  }
}

void Checkpoint::save(const CampaignState& state) {
  const std::string part = path_ + ".part";
  const auto fail = [&] {
    throw RunError(
        fmt::format("checkpoint: cannot write to {}: {}", in_quotes(part), reason(errno)));
  };
  std::string text = fmt::format("{}{}done {}\n{}", title, lines_of(fingerprint_), state.done,
                                 results_to_text(state.results));
  text += checksum_line(text);
  // Removes the file of an earlier attempt, or a link to another place.
  unlink(part.c_str());
  const int file = open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail();
  flock(file, LOCK_EX | LOCK_NB);  // before the rename, after which other processes find it
  if (!write_all(file, text) || std::rename(part.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    close(file);
    unlink(part.c_str());
    errno = error;
    fail();
  }
  sync_folder_of(path_);
  close(std::exchange(file_, file));
}

}  // namespace mirador::cli
