// Every write, sync and truncation of a campaign on SQLite goes wrong in turn, in several ways.

#include "campaign.hpp"
#include "fault_vfs.hpp"
#include "sqlite_database.hpp"

namespace mirador {
namespace {

using namespace testing_support;
using Fault = FaultyDisk::Fault;

constexpr int transactions = 12;

std::string name_of(Fault fault) {
  const char* const names[] = {"none", "fails", "tears", "full", "dies", "power_cut"};
  return names[static_cast<int>(fault)];
}

class FaultSurvival : public ::testing::TestWithParam<Fault> {
 protected:
  std::unique_ptr<Store> open_faulty() {
    return open_sqlite({.file = file, .vfs = FaultyDisk::name});
  }

  /// A few transactions on one connection, so that closing writes the log back now and then.
  void run_a_while(std::uint32_t seed) {
    const auto store = open_faulty();
    if (!has_experiment(*store, "e")) store->create("e", "spec", {});
    created = true;
    Position at = resume(*store, "e", seed);
    ASSERT_GE(at.done, acknowledged) << "lost while running";
    for (int i = 0; i < 4 && at.done < transactions; ++i) {
      append(*store, "e", at.campaign.next(), request_of(seed, at.done));
      acknowledged = ++at.done;
    }
    finished = at.done == transactions;
  }

  /// Errors are met by opening the store again, twice at most: a disk may be gone for good.
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
    EXPECT_GE(stored, acknowledged);
    EXPECT_LE(stored, acknowledged + 1);
    for (int i = 0; i < stored; ++i) EXPECT_TRUE(store->holds("e", request_of(seed, i)));
    EXPECT_FALSE(store->holds("e", request_of(seed, stored)));
    Position at = resume(*store, "e", seed);
    append(*store, "e", at.campaign.next());
    EXPECT_EQ(whole_transactions(log_of(*store, "e"), seed), stored + 1);
  }

  TemporaryFolder folder;
  std::string file;
  int acknowledged = 0;
  bool created = false, finished = false;
};

TEST_P(FaultSurvival, NothingAcknowledgedIsLost) {
  FaultyDisk& disk = FaultyDisk::get();
  std::mt19937 random(1);
  bool struck = true;
  std::uint32_t n = 1;
  for (; struck && !HasFailure(); ++n) {
    SCOPED_TRACE("operation " + std::to_string(n));
    file = folder.file(std::to_string(n) + ".db");
    acknowledged = 0;
    created = finished = false;
    disk.arm(GetParam(), n);
    run_campaign(n);
    struck = disk.struck();
    disk.repair(random);
    EXPECT_TRUE(struck || finished);
    expect_nothing_lost(n);
    std::filesystem::remove(file);
  }
  EXPECT_GT(n, 40u) << "the campaign is too small to say much";
  RecordProperty("operations", static_cast<int>(n));
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultSurvival,
                         ::testing::Values(Fault::fails, Fault::tears, Fault::full, Fault::dies,
                                           Fault::power_cut),
                         [](const auto& fault) { return name_of(fault.param); });

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
