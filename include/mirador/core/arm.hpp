#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mirador {

/// An option that can be measured, numbered from 0 in the library. User-visible output (tables,
/// messages, CSV) counts from 1.
using Arm = std::size_t;

/// A set of arms out of 0..K-1; the answer type of problems that select several arms.
/// Assigning into an existing set of the same K does not allocate.
class ArmSet {
 public:
  ArmSet() = default;
  explicit ArmSet(std::size_t arms) { clear(arms); }

  /// K, the number of arms in total.
  std::size_t arms() const { return arms_; }
  bool contains(Arm arm) const { return (words_[arm / 64] >> (arm % 64)) & 1u; }
  void insert(Arm arm) { words_[arm / 64] |= std::uint64_t{1} << (arm % 64); }
  /// Makes this the empty set over `arms` arms.
  void clear(std::size_t arms) {
    arms_ = arms;
    words_.assign((arms + 63) / 64, 0);
  }

  bool operator==(const ArmSet&) const = default;

 private:
  std::size_t arms_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace mirador
