#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "record.hpp"

namespace mirador::store {

/// Events out of the bytes of COPY ... BINARY, whatever pieces they come in.
class EventReader {
 public:
  EventReader(const std::string& name, const EventSink& sink) : name_(name), sink_(sink) {}

  void take(std::string_view piece) {
    pending_.erase(0, at_);
    at_ = 0;
    pending_ += piece;
    if (!begun_) {
      if (pending_.size() < header) return;
      at_ = header;
      begun_ = true;
    }
    while (take_row()) {
    }
  }

 private:
  static constexpr std::size_t header = 19;  // signature, flags, length of an extension we lack

  template <class Unsigned>
  Unsigned number() {
    Unsigned result = 0;
    for (std::size_t i = 0; i < sizeof result; ++i) {
      result = static_cast<Unsigned>(result << 8 | static_cast<unsigned char>(pending_[at_++]));
    }
    return result;
  }

  bool enough(std::size_t bytes) const { return pending_.size() - at_ >= bytes; }

  std::string_view text(std::size_t length) {
    at_ += length;
    return std::string_view(pending_).substr(at_ - length, length);
  }

  /// Kind, ticket, arm, value and note, each behind its length; -1 is the length of nothing.
  bool take_row() {
    const std::size_t began = at_;
    Record record{};
    bool given[5] = {};
    if (!enough(2) || number<std::uint16_t>() != 5) return keep(began);
    for (int column = 0; column < 5; ++column) {
      if (!enough(4)) return keep(began);
      const auto length = number<std::uint32_t>();
      if (length == 0xFFFFFFFF) continue;
      if (!enough(length)) return keep(began);
      given[column] = true;
      if (column == 0) {
        record.kind = kind_of(static_cast<std::int16_t>(number<std::uint16_t>()), name_);
      }
      if (column == 1) record.ticket = static_cast<std::int64_t>(number<std::uint64_t>());
      if (column == 2) record.arm = static_cast<std::int64_t>(number<std::uint64_t>());
      if (column == 3) record.value = std::bit_cast<double>(number<std::uint64_t>());
      if (column == 4) record.note = text(length);
    }
    if (!given[0] || !given[1]) damaged_log(name_, "an event without kind or ticket");
    if (has_arm(record.kind) && !given[2]) damaged_log(name_, "an event without arm");
    if (has_value(record.kind) && !given[3]) damaged_log(name_, "a value that is no number");
    sink_(to_event(record, name_));
    return true;
  }
  bool keep(std::size_t began) {
    at_ = began;
    return false;
  }

  const std::string& name_;
  const EventSink& sink_;
  std::string pending_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

}  // namespace mirador::store
