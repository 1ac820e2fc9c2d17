#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "attack_worlds.hpp"

namespace attack {

/// The risks at which every run is judged, on the same trajectory.
inline constexpr std::array<double, 2> risks = {0.1, 0.01};

/// The number of wrong verdicts caused by an attack, at each risk.
struct Misses {
  std::uint64_t runs = 0;
  std::array<std::uint64_t, risks.size()> wrong{};
  std::uint64_t cpu_ns = 0;

  void add(const Misses& other);
};

/// `runs` runs of a world under an order, with mixture stopping as released: the Standing and the
/// Watch of simulator and live experiments. A verdict is wrong if one of its claims is
/// (verdict_holds). The counts do not depend on the number of threads.
Misses try_attack(const AttackWorld& world, const Order& order, std::uint64_t runs,
                  unsigned threads);

/// Does mixture stopping report "proved" for the world's question?
bool is_proved(const AttackWorld& world);

}  // namespace attack
