#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "seal.hpp"

namespace mirador::store {

/// The columns that are read from mirador.event, in the order in which RowReader reads them.
inline constexpr const char* row_columns =
    "number, kind, ticket, arm, value, note, (extract(epoch FROM time) * 1000)::bigint, request, "
    "seal";

/// Decodes rows from the bytes of COPY ... BINARY, however they are split into pieces.
class RowReader {
 public:
  using Sink = std::function<void(const Row&)>;
  RowReader(const std::string& name, Sink sink) : name_(name), sink_(std::move(sink)) {}

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
  static constexpr std::size_t header = 19;  // signature, flags, length of the (empty) extension

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

  enum Column { number_of, kind, ticket, arm, value, note, time, request, seal, columns };
  /// The bytes of each column; 0 for texts of any length.
  static constexpr std::uint32_t widths[columns] = {8, 2, 8, 8, 8, 0, 8, 0, 8};

  /// Every column follows its length; the length of null is -1.
  bool take_row() {
    const std::size_t began = at_;
    Row row;
    Record& record = row.record;
    bool given[columns] = {};
    if (!enough(2) || number<std::uint16_t>() != columns) return keep(began);
    for (int column = 0; column < columns; ++column) {
      if (!enough(4)) return keep(began);
      const auto length = number<std::uint32_t>();
      if (length == 0xFFFFFFFF) continue;
      if (widths[column] != 0 && length != widths[column]) {
        damaged_log(name_, "a number of " + std::to_string(length) + " bytes");
      }
      if (!enough(length)) return keep(began);
      given[column] = true;
      const auto whole = [&] { return static_cast<std::int64_t>(number<std::uint64_t>()); };
      if (column == number_of) row.number = whole();
      if (column == kind) {
        record.kind = kind_of(static_cast<std::int16_t>(number<std::uint16_t>()), name_);
      }
      if (column == ticket) record.ticket = whole();
      if (column == arm) record.arm = whole();
      if (column == value) record.value = std::bit_cast<double>(number<std::uint64_t>());
      if (column == note) record.note = text(length);
      if (column == time) row.time = whole();
      if (column == request) row.request = text(length);
      if (column == seal) row.seal = number<std::uint64_t>();
    }
    if (!given[kind] || !given[ticket]) damaged_log(name_, "an event without kind or ticket");
    if (has_arm(record.kind) && !given[arm]) damaged_log(name_, "an event without arm");
    if (has_value(record.kind) && !given[value]) damaged_log(name_, "a value that is no number");
    sink_(row);
    return true;
  }
  bool keep(std::size_t began) {
    at_ = began;
    return false;
  }

  const std::string& name_;
  Sink sink_;
  std::string pending_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

}  // namespace mirador::store
