#pragma once

#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <system_error>
#include <thread>

#include "child.hpp"
#include "ground.hpp"
#include "sqlite_database.hpp"

namespace mirador::testing_support {

inline int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// The environment of a campaign, determined by its seed.
struct KillSite {
  std::string place, name;
  Durability durability;
  std::uint32_t seed;
};

/// kill -9 at random moments: a process works on a store and reports what was acknowledged, is
/// killed, and the store is checked; several times per campaign. MIRADOR_KILL_SQLITE and
/// MIRADOR_KILL_POSTGRES are the numbers of campaigns.
class KillCampaigns : public StoreTest {
 protected:
  static constexpr int lives = 3;

  /// In the process that is killed: works until then, continuing from the previous life.
  virtual void live(const KillSite& site, const Child::Report& report) = 0;
  /// Checks the store against the complete lines that the life reported.
  virtual void check(const KillSite& site, const std::string& lines) = 0;
  /// Before the first life and after the last.
  virtual void begin(const KillSite&) {}
  virtual void end(const KillSite&) {}

  /// Runs the requested number of campaigns, or until one fails; returns their number.
  int run_campaigns(int few_of_sqlite, int few_of_postgres) {
    const int campaigns = ground.in_file() ? number_from("MIRADOR_KILL_SQLITE", few_of_sqlite)
                                           : number_from("MIRADOR_KILL_POSTGRES", few_of_postgres);
    for (int i = 1; i <= campaigns && !HasFailure(); ++i) {
      SCOPED_TRACE("campaign " + std::to_string(i));
      run_campaign(i);
    }
    return campaigns;
  }

 private:
  /// Some moments are chosen by time (opening, creating the tables), most by progress.
  void wait_for_the_moment(Child& child) {
    if (random() % 4 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    } else {
      child.wait_for_lines(static_cast<std::ptrdiff_t>(random() % 16));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 2'000));
    }
  }

  std::string live_and_die(const KillSite& site) {
    Child child([&](const Child::Report& report) { live(site, report); });
    wait_for_the_moment(child);
    child.kill();
    std::string lines = child.all_lines();
    EXPECT_TRUE(WIFSIGNALED(child.wait())) << "it ended by itself";
    return lines;
  }

  void run_campaign(int number) {
    const std::string digits = std::to_string(number);
    const KillSite site{.place = ground.in_file() ? folder.file(digits + ".db") : ground.place(),
                        .name = "campaign " + digits,
                        .durability = ground.durability(),
                        .seed = static_cast<std::uint32_t>(number)};
    begin(site);
    for (int life = 0; life < lives; ++life) check(site, live_and_die(site));
    end(site);
    if (ground.in_file()) {
      const store::SqliteDatabase database({.file = site.place, .vfs = {}});
      EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
    }
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(site.place + end, ignored);
  }

  TemporaryFolder folder;
  std::mt19937 random{20};
};

}  // namespace mirador::testing_support
