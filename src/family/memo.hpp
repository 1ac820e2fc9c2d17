#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mirador::detail {

/// Caches the last values of a costly function of three numbers. The terms of an obstacle are
/// evaluated at one null mean, arm by arm, and half of the work of each depends only on that mean.
/// One per thread (`thread_local`).
class Memo {
 public:
  /// compute() is the value at (x, y, z), none of them NaN.
  template <class Compute>
  double at(double x, double y, double z, Compute&& compute) {
    Entry& entry = entries_[place(x, y, z)];
    if (!(entry.x == x && entry.y == y && entry.z == z)) entry = {x, y, z, compute()};
    return entry.value;
  }

 private:
  static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  struct Entry {
    double x = nothing, y = nothing, z = nothing, value = nothing;
  };
  static constexpr int log_size = 6;

  /// The top bits of a product spread neighbours over all slots.
  static std::size_t place(double x, double y, double z) {
    const auto mix = [](std::uint64_t so_far, double next) {
      return (so_far ^ std::bit_cast<std::uint64_t>(next)) * 0x9E3779B97F4A7C15u;
    };
    return static_cast<std::size_t>(mix(mix(mix(0, x), y), z) >> (64 - log_size));
  }

  std::array<Entry, std::size_t{1} << log_size> entries_;
};

}  // namespace mirador::detail
