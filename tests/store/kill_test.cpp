// Logs of stores under kill -9; docs/reliability.md has the numbers of the long run.

#include <sstream>

#include "campaign.hpp"
#include "kill_campaigns.hpp"

namespace mirador {
namespace {

using namespace testing_support;

/// What the killed process had reported.
struct Acknowledged {
  int transactions = 0;
  bool created = false;

  explicit Acknowledged(const std::string& reported) {
    std::istringstream lines(reported);
    while (lines >> transactions) created = true;
  }
};

class KillSurvival : public KillCampaigns {
 protected:
  struct Counts {
    int acknowledged = 0, in_flight = 0;
  };

  void live(const Field& field, const Child::Report& report) override {
    const auto store = open_patiently(field.place, field.durability);
    if (!has_experiment(*store, field.name)) store->create(field.name, "spec", {});
    Position at = resume(*store, field.name, field.seed);
    if (at.done < 0) throw RunError("the log is torn");
    report(std::to_string(at.done));
    while (true) {
      append(*store, field.name, at.campaign.next(), request_of(field.seed, at.done));
      report(std::to_string(++at.done));
    }
  }

  /// Every acknowledged transaction is there, in order and once; the one in progress completely or
  /// not at all.
  void check(const Field& field, const std::string& lines) override {
    const Acknowledged acknowledged(lines);
    const auto store = open_patiently(field.place);
    if (!has_experiment(*store, field.name)) {
      EXPECT_FALSE(acknowledged.created);
      return;
    }
    // On a server the last transaction may still be in progress: holds waits for it.
    const bool in_flight =
        store->holds(field.name, request_of(field.seed, acknowledged.transactions));
    const int stored = whole_transactions(log_of(*store, field.name), field.seed);
    if (acknowledged.created) {
      EXPECT_EQ(stored, acknowledged.transactions + (in_flight ? 1 : 0));
      counts.in_flight += in_flight ? 1 : 0;
    }
    EXPECT_TRUE(stored == 0 || store->holds(field.name, request_of(field.seed, stored - 1)));
    EXPECT_GE(stored, before) << "an earlier life was lost";
    counts.acknowledged += acknowledged.created ? acknowledged.transactions - before : 0;
    before = stored;
  }

  void begin(const Field&) override { before = 0; }

  int before = 0;
  Counts counts;
};

TEST_P(KillSurvival, EveryAcknowledgedEventIsThereOnce) {
  const int campaigns = run_campaigns(40, 12);
  EXPECT_GT(counts.acknowledged, campaigns) << "killed before it began: nothing was tested";
  std::printf("%s: %d campaigns, %d kills, %d transactions acknowledged, %d more found whole\n",
              GetParam().c_str(), campaigns, lives * campaigns, counts.acknowledged,
              counts.in_flight);
}

INSTANTIATE_TEST_SUITE_P(Stores, KillSurvival,
                         ::testing::Values("sqlite", "sqlite_kill", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
