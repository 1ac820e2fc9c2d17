#pragma once

#include <cstdint>
#include <vector>

namespace mirador {

__extension__ using WideCount = unsigned __int128;

/// An exact multiset of whole numbers. Numbers that come often (stopping times of many runs) are
/// kept once, with a count: 16 bytes for each number that differs, whatever the order in which they
/// came. Adding is a store and a comparison; now and then what was added is sorted and merged, some
/// ten nanoseconds a number on average. Equal multisets give equal answers to every question.
class Tally {
 public:
  struct Entry {
    std::uint64_t value, count;
    bool operator==(const Entry&) const = default;
  };

  Tally() = default;
  /// Values must rise and counts be positive; throws std::invalid_argument otherwise.
  explicit Tally(std::vector<Entry> entries);

  void add(std::uint64_t value) {
    pending_.push_back(value);
    if (pending_.size() >= patience_) settle();
  }
  void merge(const Tally& other);

  std::uint64_t size() const { return settled_ + pending_.size(); }
  bool empty() const { return size() == 0; }
  WideCount sum() const;
  WideCount sum_of_squares() const;
  /// Every number once, rising. O(n) for n numbers that differ.
  std::vector<Entry> entries() const;
  /// Memory held, in bytes.
  std::size_t footprint() const;

 private:
  void settle();
  void take(std::vector<Entry> entries);

  std::vector<Entry> entries_;          // rising
  std::vector<std::uint64_t> pending_;  // in the order they came
  std::uint64_t settled_ = 0;           // the counts of entries_ together
  std::size_t patience_ = 1u << 16;     // pending_ is sorted when it has so many
};

}  // namespace mirador
