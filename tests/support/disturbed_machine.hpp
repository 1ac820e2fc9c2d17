#pragma once

#include <cmath>
#include <cstdint>

#include "mirador/race/executor.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador::testing_support {

/// A machine with repeated temporary disturbances: whatever runs during one takes longer,
/// independently of the command.
class DisturbedMachine : public race::Executor {
 public:
  explicit DisturbedMachine(std::uint64_t seed) : key_{seed, 0} {}

  race::Run run(const race::Errand&) override {
    const auto [change, noise] =
        mirador::detail::uniform_pair(key_, mirador::detail::RandomUse::reward, 0, ++runs_);
    if (change < (disturbed_ ? 0.04 : 0.007)) disturbed_ = !disturbed_;
    const double delay = disturbed_ ? -0.3 * std::log(noise) : 0.0;
    const double wall = 0.01 * std::exp(0.02 * normal_quantile(noise) + delay);
    time_ += wall;
    return {.wall = wall};
  }
  double now() override { return time_; }
  bool interrupted() override { return false; }

 private:
  RandomKey key_;
  std::uint64_t runs_ = 0;
  bool disturbed_ = false;
  double time_ = 0.0;
};

}  // namespace mirador::testing_support
