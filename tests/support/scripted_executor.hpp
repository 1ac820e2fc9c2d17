#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "mirador/race/executor.hpp"
#include "mirador/random/philox.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador::testing_support {

/// Simulates commands by a script, without delay. The n-th run of a command (from 0) is a function
/// of n and of its own standard normal number; simulated time passes as runs take.
class ScriptedExecutor : public race::Executor {
 public:
  using Script = std::function<race::Run(std::uint64_t n, double noise)>;

  std::map<std::string, Script> scripts;
  std::vector<std::string> made;  ///< the command lines that were run, in order
  std::string cut;                ///< the last one that was interrupted or timed out
  std::uint64_t seed = 1;
  std::uint64_t stop_after = UINT64_MAX;  ///< the user interrupts after this many runs

  /// Seconds with a relative standard deviation in per cent.
  static Script takes(double seconds, double percent) {
    return [=](std::uint64_t, double noise) {
      return race::Run{.wall = seconds * std::exp(0.01 * percent * noise), .user = 0.5 * seconds};
    };
  }
  static Script prints(std::function<std::string(std::uint64_t, double)> text) {
    return [=](std::uint64_t n, double noise) {
      return race::Run{.wall = 0.01, .output = text(n, noise)};
    };
  }

  race::Run run(const race::Errand& errand) override {
    const std::string& line = errand.words.back();
    if (made.size() >= stop_after) {
      interrupted_ = true;
      cut = line;
      return {.ending = race::Ending::interrupted};
    }
    if (line.empty()) return startup;
    const auto script = scripts.find(line);
    if (script == scripts.end()) throw std::logic_error("no script for " + line);
    made.push_back(line);
    const std::uint64_t n = counts_[line]++;
    race::Run result = script->second(n, noise_of(line, n));
    result.wall += errand.words.size() > 1 ? startup.wall : 0.0;
    if (errand.timeout && result.wall > *errand.timeout) {
      cut = line;
      result = {.wall = *errand.timeout, .ending = race::Ending::timed_out};
    }
    time_ += result.wall;
    return result;
  }
  double now() override { return time_; }
  bool interrupted() override { return interrupted_; }
  /// The state that a new process finds.
  void forget_interrupt() {
    interrupted_ = false;
    stop_after = UINT64_MAX;
  }

  race::Run startup{.wall = 0.001, .user = 0.0005};

 private:
  double noise_of(const std::string& line, std::uint64_t n) const {
    std::uint64_t hash = seed;
    for (const char c : line) hash = hash * 1099511628211U + static_cast<unsigned char>(c);
    const auto bits =
        philox({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32),
                static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32)},
               {1, 2});
    return normal_quantile((static_cast<double>(bits[0]) + 0.5) / 4294967296.0);
  }

  std::map<std::string, std::uint64_t> counts_;
  double time_ = 0.0;
  bool interrupted_ = false;
};

}  // namespace mirador::testing_support
