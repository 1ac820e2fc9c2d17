// Many writers and readers of one experiment at once.

#include <atomic>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "child.hpp"
#include "ground.hpp"

namespace mirador {
namespace {

using namespace testing_support;

class Concurrency : public StoreTest {};

/// Appends like a session: reads the events of others first, then takes the next tickets.
void append_next(Store& store, std::uint64_t mine, std::size_t count, std::set<Ticket>& seen) {
  const auto transaction = store.write("e", std::to_string(mine));
  Ticket last = 0;
  transaction->read(0, [&](const Event& event) { last = std::get<Observed>(event).ticket; });
  std::vector<Event> events;
  for (std::size_t i = 0; i < count; ++i) {
    events.push_back(Observed{++last, mine, static_cast<double>(i)});
    seen.insert(last);
  }
  transaction->append(events);
  transaction->commit();
}

TEST_P(Concurrency, ThreadsTakeTurns) {
  ground.open()->create("e", "", {});
  constexpr std::size_t threads = 8, rounds = 12;
  std::vector<std::set<Ticket>> taken(threads);
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      const auto store = ground.open();
      for (std::size_t round = 0; round < rounds; ++round) {
        append_next(*store, i, 1 + round % 3, taken[i]);
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  std::set<Ticket> all;
  std::size_t total = 0;
  for (const auto& one : taken) {
    all.insert(one.begin(), one.end());
    total += one.size();
  }
  EXPECT_EQ(all.size(), total);
  EXPECT_EQ(*all.rbegin(), total);
  EXPECT_EQ(log_of(*ground.open(), "e").size(), total);
}

TEST_P(Concurrency, AReaderSeesAWholePrefix) {
  ground.open()->create("e", "", {});
  std::atomic<bool> done = false;
  std::thread writer([&] {
    const auto store = ground.open();
    Ticket ticket = 0;
    for (int round = 0; round < 100; ++round) {
      std::vector<Event> events;
      for (int i = 0; i < 10; ++i) events.push_back(Observed{++ticket, 0, 1.0});
      append(*store, "e", events);
    }
    done = true;
  });
  const auto store = ground.open();
  std::size_t before = 0;
  bool last_look = false;
  while (!last_look) {
    last_look = done;
    const std::vector<Event> log = log_of(*store, "e");
    EXPECT_EQ(log.size() % 10, 0u) << "a part of a transaction";
    EXPECT_GE(log.size(), before);
    before = log.size();
    for (std::size_t i = 0; i < log.size(); ++i) {
      ASSERT_EQ(std::get<Observed>(log[i]).ticket, i + 1);
    }
  }
  EXPECT_EQ(before, 1000u);
  writer.join();
}

INSTANTIATE_TEST_SUITE_P(Stores, Concurrency, ::testing::Values("memory", "sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

class Processes : public StoreTest {};

TEST_P(Processes, ThirtyTwoTellOneExperimentAtOnce) {
  constexpr std::uint64_t processes = 32, rounds = 25;
  ground.open()->create("e", "", {});
  std::vector<std::unique_ptr<Child>> children;
  for (std::uint64_t i = 0; i < processes; ++i) {
    children.push_back(std::make_unique<Child>([&, i](const Child::Report& acknowledged) {
      const auto store = ground.open();
      for (std::uint64_t round = 0; round < rounds; ++round) {
        const Ticket ticket = 1000 * i + round;
        append(*store, "e", {Observed{ticket, i, 0.5}}, std::to_string(ticket));
        acknowledged(std::to_string(ticket));
      }
    }));
  }
  std::multiset<Ticket> told;
  for (const auto& child : children) {
    std::istringstream lines(child->all_lines());
    for (Ticket ticket = 0; lines >> ticket;) told.insert(ticket);
    EXPECT_EQ(child->wait(), 0);
  }
  std::multiset<Ticket> stored;
  std::map<Arm, Ticket> last;
  for (const Event& event : log_of(*ground.open(), "e")) {
    const auto& seen = std::get<Observed>(event);
    stored.insert(seen.ticket);
    EXPECT_TRUE(last[seen.arm] == 0 || last[seen.arm] < seen.ticket) << "out of order";
    last[seen.arm] = seen.ticket;
  }
  EXPECT_EQ(told.size(), processes * rounds);
  EXPECT_EQ(stored, told);
}

INSTANTIATE_TEST_SUITE_P(Stores, Processes, ::testing::Values("sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
