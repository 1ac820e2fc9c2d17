// A live experiment in memory, without a store: the cost of an ask and a tell, and the time to
// rebuild an experiment from a million observations. K = 10, mixture stopping; one thread.

#include <fmt/core.h>

#include <string>
#include <vector>

#include "ten_arms.hpp"

namespace {

using namespace mirador;
using namespace bench;

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
  fmt::print("{:<12} {:>9} {:>15} {:>13}\n", "rule", "ask+tell", "replay of all", "status");
  fmt::print("{:<12} {:>9} {:>15} {:>13}\n", "", "ns", "s", "us");
  for (const std::string rule : {"lma", "bc", "dt", "ttts", "unif", "rr"}) report(rule);
}
