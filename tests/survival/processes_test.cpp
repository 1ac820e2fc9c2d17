// Many processes that ask and tell one experiment at once.

#include <memory>
#include <set>
#include <sstream>

#include "child.hpp"
#include "ground.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"

namespace mirador {
namespace {

using namespace testing_support;

class ExperimentProcessesSurvival : public StoreTest {};

constexpr std::uint64_t processes = 32, rounds = 6, tickets = 2;

/// At a risk that is not reached by this many measurements between 0 and 1.
ExperimentSpec endless() {
  return {.arms = {"a", "b", "c", "d"}, .family = GaussianSpec{}, .delta = 1e-300};
}

/// Asks, and tells its own tickets; reports every event that was acknowledged.
void work(const Ground& ground, std::uint64_t process, const Child::Report& acknowledged) {
  const auto store = ground.open();
  LiveExperiment experiment(*store, "e");
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<Reading> readings;
    for (const HandedOut& asked : experiment.ask(tickets)) {
      acknowledged(to_json(Event(Asked{asked.ticket, asked.arm}), experiment.spec()));
      const double value = (static_cast<double>(process) + static_cast<double>(round) / 16) / 64;
      readings.push_back({asked.ticket, value, "round " + std::to_string(round)});
    }
    if (experiment.tell(readings) != tickets) throw RunError("a ticket was told by another");
    for (const auto& [ticket, value, note] : readings) {
      const bool more = ticket != readings.back().ticket;
      acknowledged(to_json(Event(Told{ticket, value, note, more}), experiment.spec()));
    }
  }
}

TEST_P(ExperimentProcessesSurvival, ThirtyTwoAskAndTellAtOnce) {
  LiveExperiment::create(*ground.open(), "e", endless());
  std::vector<std::unique_ptr<Child>> children;
  for (std::uint64_t i = 0; i < processes; ++i) {
    children.push_back(std::make_unique<Child>(
        [&, i](const Child::Report& acknowledged) { work(ground, i, acknowledged); }));
  }
  std::multiset<std::string> acknowledged;
  for (const auto& child : children) {
    std::istringstream lines(child->all_lines());
    for (std::string line; std::getline(lines, line);) acknowledged.insert(line);
    EXPECT_EQ(child->wait(), 0);
  }
  const auto store = ground.open();
  std::multiset<std::string> stored;
  for (const Event& event : log_of(*store, "e")) stored.insert(to_json(event, endless()));
  EXPECT_EQ(acknowledged.size(), 2 * processes * rounds * tickets);
  EXPECT_EQ(stored, acknowledged);
  const ExperimentStatus status = LiveExperiment(*store, "e").status();
  EXPECT_EQ(status.samples, processes * rounds * tickets);
  EXPECT_EQ(status.tickets, processes * rounds * tickets);
  EXPECT_TRUE(status.open.empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, ExperimentProcessesSurvival,
                         ::testing::Values("sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
