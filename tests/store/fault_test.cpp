// Every write, sync and truncation of a campaign on SQLite fails in turn, in several ways.

#include "campaign.hpp"
#include "fault_vfs.hpp"
#include "sqlite_database.hpp"

namespace mirador {
namespace {

using namespace testing_support;
using Fault = FaultyDisk::Fault;

constexpr int transactions = 12;

struct Trial {
  Fault fault;
  std::vector<Durability> writers = {Durability::power_cut};  // take turns

  /// Must the commits of such a writer survive?
  bool kept_by(Durability writer) const {
    return writer == Durability::power_cut || fault != Fault::power_cut;
  }
};

std::string name_of(const Trial& trial) {
  const char* const names[] = {"none", "fails", "tears", "full", "dies", "power_cut"};
  const std::string name = names[static_cast<int>(trial.fault)];
  if (trial.writers[0] == Durability::kill) return name + "_hasty";
  return trial.writers.size() > 1 ? name + "_careful_and_hasty" : name;
}

class FaultSurvival : public ::testing::TestWithParam<Trial> {
 protected:
  std::unique_ptr<Store> open_faulty(Durability durability = Durability::power_cut) {
    return open_sqlite({.file = file, .vfs = FaultyDisk::name, .durability = durability});
  }

  /// A few transactions on one connection per writer, so that closing sometimes writes the log
  /// back.
  void run_a_while(std::uint32_t seed) {
    const std::vector<Durability>& writers = GetParam().writers;
    std::vector<std::unique_ptr<Store>> stores;
    for (const Durability writer : writers) stores.push_back(open_faulty(writer));
    Store& first = *stores[0];
    if (!has_experiment(first, "e")) first.create("e", "spec", {});
    created = created || GetParam().kept_by(writers[0]);
    Position at = resume(first, "e", seed);
    ASSERT_GE(at.done, acknowledged) << "lost while running";
    for (int i = 0; i < 4 && at.done < transactions; ++i) {
      const std::size_t turn = static_cast<std::size_t>(i) % writers.size();
      append(*stores[turn], "e", at.campaign.next(), request_of(seed, at.done));
      acknowledged = ++at.done;
      if (GetParam().kept_by(writers[turn])) promised = acknowledged;
    }
    finished = at.done == transactions;
  }

  /// After an error the store is reopened, at most twice: a disk may be gone permanently.
  void run_campaign(std::uint32_t seed) {
    for (int errors = 0; errors < 3 && !finished;) {
      try {
        run_a_while(seed);
      } catch (const RunError& error) {
        ++errors;
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos);
        EXPECT_SAYS(message, file);
      }
    }
  }

  void expect_nothing_lost(std::uint32_t seed) {
    const auto store = open_faulty();
    {
      const store::SqliteDatabase database({.file = file, .vfs = FaultyDisk::name});
      EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
    }
    if (!has_experiment(*store, "e")) {
      EXPECT_FALSE(created);
      return;
    }
    const int stored = whole_transactions(log_of(*store, "e"), seed);
    EXPECT_GE(stored, promised);
    forgotten += std::max(0, acknowledged - stored);
    EXPECT_LE(stored, acknowledged + 1);
    for (int i = 0; i < stored; ++i) EXPECT_TRUE(store->holds("e", request_of(seed, i)));
    EXPECT_FALSE(store->holds("e", request_of(seed, stored)));
    Position at = resume(*store, "e", seed);
    append(*store, "e", at.campaign.next());
    EXPECT_EQ(whole_transactions(log_of(*store, "e"), seed), stored + 1);
  }

  TemporaryFolder folder;
  std::string file;
  int acknowledged = 0, promised = 0, forgotten = 0;
  bool created = false, finished = false;
};

TEST_P(FaultSurvival, NothingPromisedIsLost) {
  FaultyDisk& disk = FaultyDisk::get();
  std::mt19937 random(1);
  bool struck = true;
  std::uint32_t n = 1;
  for (; struck && !HasFailure(); ++n) {
    SCOPED_TRACE("operation " + std::to_string(n));
    file = folder.file(std::to_string(n) + ".db");
    acknowledged = promised = 0;
    created = finished = false;
    disk.arm(GetParam().fault, n);
    run_campaign(n);
    struck = disk.struck();
    disk.repair(random);
    EXPECT_TRUE(struck || finished);
    expect_nothing_lost(n);
    std::filesystem::remove(file);
  }
  EXPECT_GT(n, 40u) << "the campaign is too small to say much";
  EXPECT_EQ(forgotten > 0, !GetParam().kept_by(GetParam().writers.back())) << forgotten;
  RecordProperty("operations", static_cast<int>(n));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, FaultSurvival,
    ::testing::Values(Trial{Fault::fails}, Trial{Fault::tears}, Trial{Fault::full},
                      Trial{Fault::dies}, Trial{Fault::power_cut},
                      Trial{Fault::power_cut, {Durability::kill}},
                      Trial{Fault::power_cut, {Durability::power_cut, Durability::kill}}),
    [](const auto& trial) { return name_of(trial.param); });

TEST(DiskSurvival, AFullDiskSaysSo) {
  const TemporaryFolder folder;
  std::mt19937 random(1);
  FaultyDisk& disk = FaultyDisk::get();
  disk.arm(Fault::none, 0);
  const auto store = open_sqlite({.file = folder.file("full.db"), .vfs = FaultyDisk::name});
  store->create("e", "", {});
  disk.arm(Fault::full, 1);
  const std::string message = message_of<RunError>([&] { append(*store, "e", {Asked{1, 0}}); });
  EXPECT_SAYS(message, "the disk is full; free some space and try again");
  EXPECT_EQ(log_of(*store, "e").size(), 0u);
  disk.repair(random);
  append(*store, "e", {Asked{1, 0}});
  EXPECT_EQ(log_of(*store, "e").size(), 1u);
}

}  // namespace
}  // namespace mirador
