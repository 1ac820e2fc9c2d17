// kill -9 at random moments. MIRADOR_KILL_SQLITE and MIRADOR_KILL_POSTGRES are how many campaigns;
// docs/reliability.md has the numbers of the long run.

#include <sstream>
#include <thread>

#include "campaign.hpp"
#include "child.hpp"
#include "sqlite_database.hpp"

namespace mirador {
namespace {

using namespace testing_support;

int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// What the killed process had reported.
struct Acknowledged {
  int transactions = 0;
  bool created = false;
};

class KillSurvival : public StoreTest {
 protected:
  struct Counts {
    int kills = 0, acknowledged = 0, in_flight = 0;
  };

  std::string place_of(int campaign) const {
    if (ground.sort() == "postgres") return ground.place();
    return folder.file(std::to_string(campaign) + ".db");
  }

  static void live(const std::string& place, const std::string& name, std::uint32_t seed,
                   const Child::Report& report) {
    const auto store = open_store(place);
    if (!has_experiment(*store, name)) store->create(name, "spec", {});
    Position at = resume(*store, name, seed);
    if (at.done < 0) throw RunError("the log is torn");
    report(std::to_string(at.done));
    while (true) {
      append(*store, name, at.campaign.next(), request_of(seed, at.done));
      report(std::to_string(++at.done));
    }
  }

  /// Some moments are chosen by the clock (opening, making the tables), most by what was done.
  void wait_for_the_moment(Child& child) {
    if (random() % 4 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    } else {
      child.wait_for_lines(static_cast<std::ptrdiff_t>(random() % 16));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 2'000));
    }
  }

  Acknowledged live_and_die(const std::string& place, const std::string& name, std::uint32_t seed) {
    Child child([&](const Child::Report& report) { live(place, name, seed, report); });
    wait_for_the_moment(child);
    child.kill();
    Acknowledged result;
    std::istringstream lines(child.all_lines());
    while (lines >> result.transactions) result.created = true;
    EXPECT_TRUE(WIFSIGNALED(child.wait())) << "it ended by itself";
    return result;
  }

  /// Every acknowledged transaction is there, in order and once; the one in flight whole or not.
  void check(const std::string& place, const std::string& name, std::uint32_t seed,
             const Acknowledged& acknowledged) {
    const auto store = open_store(place);
    if (!has_experiment(*store, name)) {
      EXPECT_FALSE(acknowledged.created);
      return;
    }
    // On a server the last transaction may be under way still: holds waits for it.
    const bool in_flight = store->holds(name, request_of(seed, acknowledged.transactions));
    const int stored = whole_transactions(log_of(*store, name), seed);
    if (acknowledged.created) {
      EXPECT_EQ(stored, acknowledged.transactions + (in_flight ? 1 : 0));
      counts.in_flight += in_flight ? 1 : 0;
    }
    EXPECT_TRUE(stored == 0 || store->holds(name, request_of(seed, stored - 1)));
    EXPECT_GE(stored, before) << "an earlier life was lost";
    counts.acknowledged += acknowledged.created ? acknowledged.transactions - before : 0;
    before = stored;
  }

  void run_campaign(int number) {
    const auto seed = static_cast<std::uint32_t>(number);
    const std::string place = place_of(number), name = "campaign " + std::to_string(number);
    before = 0;
    for (int life = 0; life < 3; ++life) {
      check(place, name, seed, live_and_die(place, name, seed));
      ++counts.kills;
    }
    if (ground.sort() == "sqlite") {
      const store::SqliteDatabase database({.file = place, .vfs = {}});
      EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
    }
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(place + end, ignored);
  }

  TemporaryFolder folder;
  std::mt19937 random{20};
  int before = 0;
  Counts counts;
};

TEST_P(KillSurvival, EveryAcknowledgedEventIsThereOnce) {
  const int campaigns = ground.sort() == "sqlite" ? number_from("MIRADOR_KILL_SQLITE", 40)
                                                  : number_from("MIRADOR_KILL_POSTGRES", 12);
  for (int i = 1; i <= campaigns && !HasFailure(); ++i) {
    SCOPED_TRACE("campaign " + std::to_string(i));
    run_campaign(i);
  }
  EXPECT_GT(counts.acknowledged, campaigns) << "killed before it began: nothing was tested";
  std::printf("%s: %d campaigns, %d kills, %d transactions acknowledged, %d more found whole\n",
              GetParam().c_str(), campaigns, counts.kills, counts.acknowledged, counts.in_flight);
}

INSTANTIATE_TEST_SUITE_P(Stores, KillSurvival, ::testing::Values("sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
