#pragma once

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/random/reward_stream.hpp"

/// The live experiment to measure: K = 10, mixture stopping, a million measurements, and a risk so
/// small that there is no verdict before the end.
namespace bench {

using Clock = std::chrono::steady_clock;

inline constexpr std::uint64_t steps = 1'000'000;

inline double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

inline mirador::ExperimentSpec ten_arms(const std::string& rule) {
  mirador::ExperimentSpec spec{.arms = {},
                               .family = mirador::GaussianSpec{},
                               .rule = mirador::parse_rule(rule),
                               .delta = 1e-300};
  for (int a = 0; a < 10; ++a) spec.arms.push_back(fmt::format("arm {}", a));
  return spec;
}

/// Means so close that a million measurements do not separate them at that risk.
inline mirador::RewardStream<mirador::Gaussian> rewards() {
  mirador::World world;
  for (int a = 0; a < 10; ++a) world.means.push_back(-0.005 * a);
  mirador::RewardStream<mirador::Gaussian> stream(mirador::Gaussian(1.0), world);
  stream.start({1, 0});
  return stream;
}

/// Nanoseconds per ask and tell.
inline double ask_and_tell(mirador::Session& session, std::vector<mirador::Event>& log) {
  auto stream = rewards();
  const auto began = Clock::now();
  for (std::uint64_t i = 0; i < steps; ++i) {
    const std::vector<mirador::Event> asked = session.ask(1);
    session.apply(asked);
    const auto [ticket, arm] = std::get<mirador::Asked>(asked.at(0));
    const std::vector<mirador::Event> told = session.tell(ticket, stream.next(arm));
    session.apply(told);
    log.insert(log.end(), {asked[0], told[0]});
  }
  return 1e9 * seconds_since(began) / static_cast<double>(steps);
}

}  // namespace bench
