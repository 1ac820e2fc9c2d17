// A live experiment in memory, without a store: what an ask and a tell cost, and how long it takes
// to rebuild an experiment from a million observations. K = 10, mixture stopping; one thread.
// The risk is so small that no verdict falls before the last observation.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/random/reward_stream.hpp"

namespace {

using namespace mirador;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t steps = 1'000'000;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

ExperimentSpec ten_arms(const std::string& rule) {
  ExperimentSpec spec{.arms = {}, .rule = parse_rule(rule), .delta = 1e-300};
  for (int a = 0; a < 10; ++a) spec.arms.push_back(fmt::format("arm {}", a));
  return spec;
}

/// Means so close that a million measurements do not tell them apart at that risk.
RewardStream<Gaussian> rewards() {
  World world;
  for (int a = 0; a < 10; ++a) world.means.push_back(-0.005 * a);
  RewardStream<Gaussian> stream(Gaussian(1.0), world);
  stream.start({1, 0});
  return stream;
}

/// Nanoseconds of an ask and a tell.
double ask_and_tell(Session& session, std::vector<Event>& log) {
  auto stream = rewards();
  const auto began = Clock::now();
  for (std::uint64_t i = 0; i < steps; ++i) {
    const std::vector<Event> asked = session.ask(1);
    session.apply(asked);
    const auto [ticket, arm] = std::get<Asked>(asked.at(0));
    const std::vector<Event> told = session.tell(ticket, stream.next(arm));
    session.apply(told);
    log.insert(log.end(), {asked[0], told[0]});
  }
  return 1e9 * seconds_since(began) / static_cast<double>(steps);
}

void report(const std::string& rule) {
  std::vector<Event> log;
  log.reserve(2 * steps);
  const auto live = make_session(ten_arms(rule));
  const double step = ask_and_tell(*live, log);
  const auto replayed = make_session(ten_arms(rule));
  const auto began = Clock::now();
  replayed->apply(log);
  const double replay = seconds_since(began);
  const auto looked = Clock::now();
  const bool same = replayed->status() == live->status();
  fmt::print("{:<12} {:9.0f} {:15.2f} {:13.0f}   {}\n", rule, step, replay,
             0.5e6 * seconds_since(looked), same ? "the same state" : "ANOTHER STATE");
}

}  // namespace

int main() {
  fmt::print("A live experiment in memory, K=10, mixture stopping, {} measurements\n", steps);
  fmt::print("(goals: ask and tell 2000 ns, replay 2 s)\n\n");
  fmt::print("{:<12} {:>9} {:>15} {:>13}\n", "rule", "ask+tell", "replay of all", "a status");
  fmt::print("{:<12} {:>9} {:>15} {:>13}\n", "", "ns", "s", "us");
  for (const std::string rule : {"lma", "bc", "dt", "ttts", "unif", "rr"}) report(rule);
}
