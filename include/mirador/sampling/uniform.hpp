#pragma once

#include <algorithm>

#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// An arm at random, each with the same probability. Serves every problem; a baseline.
template <Problem P>
class UniformSampling {
 public:
  explicit UniformSampling(const P&) {}

  void start(RandomKey key) { key_ = key; }

  Arm next(const Standing<P>& standing) const {
    RoundDraws draws(key_, standing.total() + standing.total_pending());
    const auto arm = static_cast<Arm>(draws.uniform(0) * static_cast<double>(standing.arms()));
    return std::min(arm, standing.arms() - 1);
  }

  void observe(const Standing<P>&, Arm) {}

 private:
  RandomKey key_;
};

/// The arms in turn. Serves every problem; a baseline.
template <Problem P>
class RoundRobin {
 public:
  explicit RoundRobin(const P&) {}

  void start(RandomKey) {}

  Arm next(const Standing<P>& standing) const {
    return static_cast<Arm>((standing.total() + standing.total_pending()) % standing.arms());
  }

  void observe(const Standing<P>&, Arm) {}
};

}  // namespace mirador
