// Live experiments under kill -9; docs/reliability.md has the numbers of the long run.

#include <map>
#include <set>
#include <sstream>

#include "campaign.hpp"
#include "kill_campaigns.hpp"
#include "mirador/live/json_text.hpp"
#include "player.hpp"

namespace mirador {
namespace {

using namespace testing_support;

/// A line is the number of events after a move and, each after a tab, those it was acknowledged.
std::string line_of(Player& player, const std::vector<Event>& events) {
  std::string line = std::to_string(player.position());
  for (const Event& event : events) line += '\t' + to_json(event, player.experiment().spec());
  return line;
}

class ExperimentKillSurvival : public KillCampaigns {
 protected:
  void live(const KillSite& site, const Child::Report& report) override {
    const auto store = open_patiently(site.place);
    Player player(*store, site.name, site.seed);
    report(line_of(player, {}));
    while (true) {
      const std::vector<Event> events = player.move();
      report(line_of(player, events));
    }
  }

  void begin(const KillSite& site) override {
    twin_store = open_memory();
    twin.emplace(*twin_store, site.name, site.seed);
    acknowledged.clear();
    position = 0;
    one_before = 0;
  }

  void check(const KillSite& site, const std::string& lines) override {
    read(lines);
    const auto store = open_patiently(site.place);
    if (!has_experiment(*store, site.name)) {
      EXPECT_TRUE(lines.empty()) << "the experiment is gone";
      return;
    }
    // A server may be busy still with the last change: this waits for it.
    store->holds(site.name, "nobody's");
    const std::vector<Event> log = log_of(*store, site.name);
    check_acknowledged(log);
    follow(log.size());
    EXPECT_EQ(log, log_of(*twin_store, site.name));
    EXPECT_GE(log.size(), position) << "an acknowledged change was lost";
    EXPECT_GE(position, one_before) << "more than the change in flight was not acknowledged";
    changes_in_flight += log.size() > position ? 1 : 0;
    position = log.size();
    EXPECT_EQ(LiveExperiment(*store, site.name).status(), twin->experiment().status());
  }

  /// The two go on as one would.
  void end(const KillSite& site) override {
    const auto store = open_patiently(site.place);
    Player survivor(*store, site.name, site.seed);
    follow(survivor.position());
    ++phases[twin->experiment().status().phase];
    for (int i = 0; i < 8; ++i) EXPECT_EQ(survivor.move(), twin->move());
    EXPECT_EQ(survivor.ask(7), twin->ask(7));
    EXPECT_EQ(survivor.experiment().status(), twin->experiment().status());
  }

  /// What a killed process had reported.
  void read(const std::string& lines) {
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) {
      std::istringstream words(line);
      std::string word;
      std::getline(words, word, '\t');
      position = std::stoull(word);
      std::size_t events = 0;
      for (; std::getline(words, word, '\t'); ++events) acknowledged.insert(word);
      changes += events > 0 ? 1 : 0;
      events_acknowledged += static_cast<int>(events);
    }
  }

  /// Every acknowledged event of all lives is there, no event is there twice, and tickets are
  /// handed out without a gap.
  void check_acknowledged(const std::vector<Event>& log) {
    std::set<std::string> stored;
    Ticket last = 0;
    for (const Event& event : log) {
      const std::string text = to_json(event, twin->experiment().spec());
      EXPECT_TRUE(stored.insert(text).second) << "twice: " << text;
      const bool new_ticket =
          std::holds_alternative<Asked>(event) || std::holds_alternative<Observed>(event);
      if (!new_ticket) continue;
      EXPECT_EQ(ticket_of(event), ++last);
    }
    for (const std::string& text : acknowledged) EXPECT_TRUE(stored.contains(text)) << text;
  }

  /// The twin plays on until it has as many events, which are whole moves.
  void follow(std::uint64_t events) {
    while (twin->position() < events) {
      const std::uint64_t before = twin->position();
      if (!twin->move().empty()) one_before = before;
    }
    EXPECT_EQ(twin->position(), events) << "a part of a change was stored";
  }

  std::unique_ptr<Store> twin_store;
  std::optional<Player> twin;
  std::set<std::string> acknowledged;
  std::uint64_t position = 0;    // events that are known to be stored
  std::uint64_t one_before = 0;  // the twin's events before its last change
  std::map<Phase, int> phases;   // of the experiments at the end of their campaigns
  int changes = 0, events_acknowledged = 0, changes_in_flight = 0;
};

TEST_P(ExperimentKillSurvival, TheExperimentEqualsAnUncrashedTwin) {
  const int campaigns = run_campaigns(22, 8);
  EXPECT_GT(changes, campaigns) << "killed before it began: nothing was tested";
  std::printf(
      "%s: %d campaigns, %d kills, %d changes (%d events) acknowledged, %d more found whole, "
      "at the end %d experiments running, %d decided, %d undecided\n",
      GetParam().c_str(), campaigns, lives * campaigns, changes, events_acknowledged,
      changes_in_flight, phases[Phase::running], phases[Phase::decided], phases[Phase::undecided]);
}

INSTANTIATE_TEST_SUITE_P(Stores, ExperimentKillSurvival, ::testing::Values("sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
