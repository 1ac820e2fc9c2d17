#include "acknowledged.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <functional>
#include <utility>

namespace mirador::store {

namespace {

/// A number that changes with every boot of the machine, and is never 0.
std::uint64_t start_of_machine() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string line;
  std::getline(in, line);
  return std::hash<std::string>{}(line) | 1;
}

/// False if the slot would be beyond the largest file; nothing is recorded then.
bool has_slot(std::int64_t experiment) {
  return experiment >= 0 && experiment < std::int64_t{1} << 40;
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

std::uint64_t Acknowledged::mark_of(std::int64_t experiment) {
  return XXH3_64bits_withSeed(&experiment, sizeof experiment, 2);
}

/// Distinguishes a complete slot from an empty or partly written one.
std::uint64_t Acknowledged::seal_of(std::int64_t experiment, const Slot& slot) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(experiment),
                                 static_cast<std::uint64_t>(slot.events), slot.start};
  return XXH3_64bits_withSeed(words, sizeof words, 1);
}

void Acknowledged::note(std::int64_t experiment, std::int64_t events) {
  Slot slot{events, lasting_ ? 0 : start_, 0};
  slot.seal = seal_of(experiment, slot);
  write(experiment, 0, &slot, offsetof(Slot, removed));
}

void Acknowledged::forget(std::int64_t experiment) {
  const std::uint64_t mark = mark_of(experiment);
  write(experiment, offsetof(Slot, removed), &mark, sizeof mark);
}

void Acknowledged::revive(std::int64_t experiment) {
  const std::optional<Slot> slot = slot_of(experiment);
  if (!slot || slot->removed != mark_of(experiment)) return;
  constexpr std::uint64_t no_mark = 0;
  write(experiment, offsetof(Slot, removed), &no_mark, sizeof no_mark);
}

void Acknowledged::forget_all() {
  if (file_ >= 0 && ftruncate(file_, 0) != 0) close(std::exchange(file_, -1));
}

void Acknowledged::write(std::int64_t experiment, std::size_t from, const void* part,
                         std::size_t size) {
  if (file_ < 0 || !has_slot(experiment)) return;
  const std::int64_t at = experiment * slot_size + static_cast<std::int64_t>(from);
  [[maybe_unused]] const ssize_t written = pwrite(file_, part, size, at);
}

std::optional<Acknowledged::Slot> Acknowledged::slot_of(std::int64_t experiment) const {
  Slot slot;
  constexpr ssize_t least = offsetof(Slot, removed);  // the file may end there
  if (file_ < 0 || !has_slot(experiment) ||
      pread(file_, &slot, sizeof slot, experiment * slot_size) < least) {
    return std::nullopt;
  }
  return slot;
}

std::optional<std::int64_t> Acknowledged::events(std::int64_t experiment) const {
  const std::optional<Slot> slot = slot_of(experiment);
  if (!slot || slot->removed == mark_of(experiment)) return std::nullopt;
  const bool counts = slot->start == 0 || slot->start == start_;
  if (!counts || slot->seal != seal_of(experiment, *slot)) return std::nullopt;
  return slot->events;
}

std::vector<std::int64_t> Acknowledged::experiments() const {
  std::vector<std::int64_t> found;
  struct stat file {};
  if (file_ < 0 || fstat(file_, &file) != 0) return found;
  const std::int64_t slots = (file.st_size + slot_size - 1) / slot_size;
  for (std::int64_t experiment = 0; experiment < slots; ++experiment) {
    // Skips holes, which are long if a damaged store contained a huge number.
    const off_t written = lseek(file_, experiment * slot_size, SEEK_DATA);
    if (written < 0) break;
    experiment = std::max(experiment, written / slot_size);
    if (events(experiment)) found.push_back(experiment);
  }
  return found;
}

}  // namespace mirador::store
