#pragma once

#include <cstdint>
#include <vector>

namespace mirador {

__extension__ using WideCount = unsigned __int128;

/// An exact multiset of integers. A number that occurs often (a stopping time of many runs) is
/// stored once, with a count: 16 bytes per different number, in whatever order they were added.
/// Adding is a store and a comparison; from time to time new numbers are sorted and merged, about
/// ten nanoseconds per number on average. Equal multisets give equal results.
class Tally {
 public:
  struct Entry {
    std::uint64_t value, count;
    bool operator==(const Entry&) const = default;
  };

  Tally() = default;
  /// Values must increase and counts be positive; throws std::invalid_argument otherwise.
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
  /// The different numbers in increasing order. O(n) for n of them.
  std::vector<Entry> entries() const;
  /// The memory used, in bytes.
  std::size_t footprint() const;

 private:
  void settle();
  void take(std::vector<Entry> entries);

  std::vector<Entry> entries_;          // in increasing order
  std::vector<std::uint64_t> pending_;  // in the order they were added
  std::uint64_t settled_ = 0;           // the sum of the counts of entries_
  std::size_t patience_ = 1u << 16;     // the size at which pending_ is sorted
};

/// The mean of its numbers; NaN without numbers.
double mean_of(const Tally& tally);

}  // namespace mirador
