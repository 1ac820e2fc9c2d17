#include "seal.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <string>

namespace mirador::store {

namespace {

/// The bytes to be sealed, the same on every machine. Small inputs need no allocation.
class Bytes {
 public:
  Bytes() { bytes_.reserve(few); }
  Bytes& add(std::uint64_t number) {
    char word[8];
    for (int i = 0; i < 8; ++i) word[i] = static_cast<char>((number >> 8 * i) & 0xFF);
    bytes_.append(word, sizeof word);
    return *this;
  }
  Bytes& add(std::int64_t number) { return add(static_cast<std::uint64_t>(number)); }
  Bytes& add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }
  /// Includes the length, so that the boundary between two texts is unambiguous.
  Bytes& add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
    return *this;
  }
  Seal seal(Seal before) const {
    return XXH3_64bits_withSeed(bytes_.data(), bytes_.size(), before);
  }

 private:
  static constexpr std::size_t few = 250;
  std::array<std::byte, few + 6> room_;
  std::pmr::monotonic_buffer_resource memory_{room_.data(), room_.size()};
  std::pmr::string bytes_{&memory_};
};

}  // namespace

Seal seal_of(const Heading& heading) {
  Bytes bytes;
  const std::string_view name = heading.born.empty() ? heading.name : heading.born;
  bytes.add(heading.id).add(name).add(std::string_view(heading.spec));
  return bytes.add(heading.created).seal(0);
}

Seal seal_of_end(const Heading& heading) {
  Bytes bytes;
  bytes.add(heading.events).add(heading.last);
  if (!heading.born.empty()) bytes.add(std::string_view(heading.name));
  return bytes.seal(heading.seal);
}

Heading renamed(Heading heading, const std::string& fresh) {
  if (heading.born.empty()) heading.born = heading.name;
  heading.name = fresh;
  heading.end_seal = seal_of_end(heading);
  return heading;
}

void check_heading(const Heading& heading) {
  if (heading.seal == seal_of(heading)) return;
  throw RunError("the experiment " + shown(heading.name) +
                 " is damaged: its name, its description or its date is not what was stored; "
                 "restore the store from a copy");
}

void check_end(const Heading& heading) {
  if (heading.end_seal == seal_of_end(heading) && heading.events >= 0) return;
  throw RunError("the experiment " + shown(heading.name) +
                 " is damaged: its name, or the number of its events, is not what was stored; "
                 "restore the store from a copy");
}

Seal seal_of(Seal before, const Row& row) {
  Bytes bytes;
  const Record& record = row.record;
  bytes.add(row.number).add(static_cast<std::int64_t>(record.kind)).add(record.ticket);
  bytes.add(record.arm).add(record.value).add(record.note).add(row.time).add(row.request);
  return bytes.seal(before);
}

LogCheck::LogCheck(const Heading& heading, std::int64_t after) : heading_(heading), number_(after) {
  if (after == 0) seal_ = heading.seal;
}

void LogCheck::take(const Row& row, const EventSink& sink) {
  if (!seal_ && row.number == number_) {
    seal_ = row.seal;
    return;
  }
  if (!seal_ || row.number != number_ + 1 || row.number > heading_.events) {
    refuse("event " + std::to_string(row.number) + " is not where it was stored");
  }
  if (row.seal != seal_of(*seal_, row)) {
    refuse("event " + std::to_string(row.number) + " is not what was stored");
  }
  const Event event = to_event(row.record, heading_.name);
  ++number_;
  seal_ = row.seal;
  sink(event);
}

void LogCheck::end() const {
  if (number_ > heading_.events) fewer_events(heading_.name, heading_.events, number_);
  if (!seal_ || number_ < heading_.events) {
    refuse("of " + std::to_string(heading_.events) + " events " +
           std::to_string(heading_.events - number_ + (seal_ ? 0 : 1)) + " are missing");
  }
  if (*seal_ != heading_.last) {
    refuse("the recorded end of the log does not match event " + std::to_string(number_));
  }
}

void LogCheck::refuse(const std::string& what) const {
  throw DamagedLog("the log of " + shown(heading_.name) + " is damaged: " + what +
                       "; restore the store from a copy, or save the " + std::to_string(number_) +
                       " events before it with mirador salvage",
                   static_cast<std::uint64_t>(number_));
}

}  // namespace mirador::store
