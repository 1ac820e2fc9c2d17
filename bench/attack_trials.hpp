#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "attack_worlds.hpp"

namespace attack {

/// The risks at which every run is judged, on the same trajectory.
inline constexpr std::array<double, 2> risks = {0.1, 0.01};

/// How often an attack brought about a wrong verdict, at each risk.
struct Misses {
  std::uint64_t runs = 0;
  std::array<std::uint64_t, risks.size()> wrong{};
  std::uint64_t cpu_ns = 0;

  void add(const Misses& other);
};

/// `runs` of a world under an order, by the simulator, with mixture stopping as it is shipped. A
/// verdict is wrong when one of its claims is. The same counts on every number of threads.
Misses try_attack(const AttackWorld& world, const Order& order, std::uint64_t runs,
                  unsigned threads);

/// Does mixture stopping say "proved" of the world's question?
bool is_proved(const AttackWorld& world);

}  // namespace attack
