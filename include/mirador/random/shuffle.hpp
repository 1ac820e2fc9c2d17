#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "mirador/random/stream.hpp"

namespace mirador {

/// Puts the values into a random order, a pure function of (key, number): each of the orders is
/// equally likely. At most 2^24 values.
template <class Value>
void shuffle(std::span<Value> values, RandomKey key, std::uint64_t number) {
  for (std::size_t n = values.size(); n > 1; --n) {
    const double u = detail::uniform_pair(key, detail::RandomUse::order, n, number)[0];
    const auto chosen = static_cast<std::size_t>(u * static_cast<double>(n));
    std::swap(values[n - 1], values[chosen]);
  }
}

}  // namespace mirador
