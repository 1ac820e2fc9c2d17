#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Attacks on the watch over assumptions (mirador/assumption/): measurements that are what the
/// family says, in an order that works for a false alarm.
namespace attack {

struct WatchAttack {
  std::string_view family;
  std::string_view order;
  std::uint64_t (*alarms)(std::uint64_t runs, unsigned threads);  ///< in so many runs
};

/// The risk of a false alarm at which the watches are tried. (Experiments use a smaller one, at
/// which nothing could be counted.)
inline constexpr double watch_risk = 0.05;

std::vector<WatchAttack> watch_attacks();

}  // namespace attack
