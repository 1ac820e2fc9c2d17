#pragma once

#include <cstdint>

#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// An arm at random, each with the same probability up to one part in 2^32 / K. Works for every
/// problem; a baseline.
template <Problem P>
class UniformSampling {
 public:
  explicit UniformSampling(const P&) {}

  void start(RandomKey key) { key_ = key; }

  Arm next(const Standing<P>& standing) const {
    const std::uint64_t word = round_word(key_, standing.round());
    return static_cast<Arm>((word * standing.arms()) >> 32);
  }

  void observe(const Standing<P>&, Arm) {}

 private:
  RandomKey key_;
};

/// The arms in turn: the least pulled one. Works for every problem; a baseline.
template <Problem P>
class RoundRobin {
 public:
  explicit RoundRobin(const P&) {}

  void start(RandomKey) {}

  Arm next(const Standing<P>& standing) const {
    return least_pulled(standing.counts(), standing.pending());
  }

  void observe(const Standing<P>&, Arm) {}
};

}  // namespace mirador
