#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Attacks on the assumption tests (mirador/assumption/): measurements that follow the family, in
/// an order that aims at a false alarm.
namespace attack {

struct WatchAttack {
  std::string_view family;
  std::string_view order;
  std::uint64_t (*alarms)(std::uint64_t runs, unsigned threads);  ///< counts alarms
};

/// The risk of a false alarm used here. (Experiments use a smaller one, at which nothing could be
/// counted.)
inline constexpr double watch_risk = 0.05;

std::vector<WatchAttack> watch_attacks();

}  // namespace attack
