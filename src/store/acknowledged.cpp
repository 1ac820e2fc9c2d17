#include "acknowledged.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fstream>
#include <functional>
#include <utility>

namespace mirador::store {

namespace {

/// A number that is another one after every start of the machine, and never 0.
std::uint64_t start_of_machine() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string line;
  std::getline(in, line);
  return std::hash<std::string>{}(line) | 1;
}

}  // namespace

Acknowledged::Acknowledged(const std::string& file, Durability durability)
    : file_(open(name_of(file).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)),
      start_(start_of_machine()),
      lasting_(durability == Durability::power_cut) {
  if (file_ < 0) file_ = open(name_of(file).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

Acknowledged::~Acknowledged() {
  if (file_ >= 0) close(file_);
}

/// Tells a slot that was written from one that was not, or by half.
std::uint64_t Acknowledged::seal_of(std::int64_t experiment, const Slot& slot) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(experiment),
                                 static_cast<std::uint64_t>(slot.events), slot.start};
  return XXH3_64bits_withSeed(words, sizeof words, 1);
}

void Acknowledged::note(std::int64_t experiment, std::int64_t events) {
  Slot slot{events, lasting_ ? 0 : start_, 0};
  slot.seal = seal_of(experiment, slot);
  write(experiment, slot);
}

void Acknowledged::forget(std::int64_t experiment) { write(experiment, {}); }

void Acknowledged::forget_all() {
  if (file_ >= 0 && ftruncate(file_, 0) != 0) close(std::exchange(file_, -1));
}

void Acknowledged::write(std::int64_t experiment, const Slot& slot) {
  if (file_ < 0 || experiment < 0) return;
  const off_t at = experiment * static_cast<off_t>(sizeof slot);
  [[maybe_unused]] const ssize_t written = pwrite(file_, &slot, sizeof slot, at);
}

std::optional<std::int64_t> Acknowledged::events(std::int64_t experiment) const {
  Slot slot;
  const off_t at = experiment * static_cast<off_t>(sizeof slot);
  if (file_ < 0 || experiment < 0 || pread(file_, &slot, sizeof slot, at) != sizeof slot) {
    return std::nullopt;
  }
  const bool counts = slot.start == 0 || slot.start == start_;
  if (!counts || slot.seal != seal_of(experiment, slot)) return std::nullopt;
  return slot.events;
}

std::vector<std::int64_t> Acknowledged::experiments() const {
  std::vector<std::int64_t> found;
  struct stat file {};
  if (file_ < 0 || fstat(file_, &file) != 0) return found;
  const auto slots = static_cast<std::int64_t>(file.st_size / static_cast<off_t>(sizeof(Slot)));
  for (std::int64_t experiment = 0; experiment < slots; ++experiment) {
    if (events(experiment)) found.push_back(experiment);
  }
  return found;
}

}  // namespace mirador::store
