// Two or more processes, one of which removes or replaces what another one changes: no acknowledged
// event is lost unless the removal came after it, and nothing is left incomplete.

#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "campaign.hpp"
#include "child.hpp"
#include "kill_campaigns.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"
#include "sqlite_schema.hpp"

namespace mirador {
namespace {

using namespace testing_support;
using Clock = std::chrono::steady_clock;

const ExperimentSpec& rivals_spec() {
  static const ExperimentSpec made{.arms = {"a", "b"}, .family = GaussianSpec{}, .delta = 1e-300};
  return made;
}

std::int64_t now() { return Clock::now().time_since_epoch().count(); }  // one clock for all

std::vector<std::int64_t> numbers_in(const std::string& lines) {
  std::istringstream in(lines);
  return {std::istream_iterator<std::int64_t>(in), {}};
}

/// Lets all processes begin at about the same moment, in random order.
class Start {
 public:
  explicit Start(std::mt19937& random,
                 std::chrono::milliseconds lead = std::chrono::milliseconds(15))
      : random_(random), at_(Clock::now() + lead) {}
  auto next() {
    const auto wait = std::chrono::microseconds(random_() % 4000);
    return [at = at_ + wait] { std::this_thread::sleep_until(at); };
  }

 private:
  std::mt19937& random_;
  Clock::time_point at_;
};

class RivalsSurvival : public StoreTest {
 protected:
  int rounds() const {
    const bool is_long = number_from("MIRADOR_LONG", 0) == 1;
    return ground.in_file() ? (is_long ? 500 : 12) : (is_long ? 200 : 8);
  }

  /// Observes until the experiment is gone, for ten minutes at most; reports for each acknowledged
  /// observation when it began.
  template <class Begin>
  void observe_until_gone(Begin&& begin, const Child::Report& acknowledged) const {
    const auto store = ground.open();
    try {
      LiveExperiment experiment(*store, "e");
      begin();
      const auto give_up = Clock::now() + std::chrono::minutes(10);
      while (Clock::now() < give_up) {
        const std::int64_t begun = now();
        experiment.observe("a", 0.5);
        acknowledged(std::to_string(begun));
      }
    } catch (const InputError&) {
    }
  }

  std::mt19937 random{18};
};

TEST_P(RivalsSurvival, OneDeletesWhatAnotherObserves) {
  std::size_t observed = 0;
  for (int round = 0; round < rounds() && !HasFailure(); ++round) {
    const bool is_made_anew = round % 2 == 0;
    LiveExperiment::create(*ground.open(), "e", rivals_spec());
    Start start(random);
    Child observer([&, begin = start.next()](const Child::Report& report) {
      observe_until_gone(begin, report);
    });
    observer.wait_for_lines(1);  // it has opened this one
    Child remover([&, begin = start.next()](const Child::Report& report) {
      const auto store = ground.open();
      begin();
      store->remove("e");
      report(std::to_string(now()));
      if (is_made_anew) LiveExperiment::create(*store, "e", rivals_spec());
    });
    const std::vector<std::int64_t> begun = numbers_in(observer.all_lines());
    const std::vector<std::int64_t> removed = numbers_in(remover.all_lines());
    EXPECT_EQ(observer.wait(), 0);
    EXPECT_EQ(remover.wait(), 0);
    ASSERT_EQ(removed.size(), 1u);
    for (const std::int64_t time : begun) EXPECT_LT(time, removed[0]) << "acknowledged, and gone";
    observed += begun.size();
    const auto store = ground.open();
    ASSERT_EQ(has_experiment(*store, "e"), is_made_anew);
    if (!is_made_anew) continue;
    EXPECT_TRUE(log_of(*store, "e").empty()) << "events of the one before";
    store->remove("e");
  }
  std::printf("%s: %d experiments deleted while observed, %zu events acknowledged before\n",
              GetParam().c_str(), rounds(), observed);
}

/// Like a race that failed before its first run, while another process resumes it.
TEST_P(RivalsSurvival, OneDiscardsWhatAnotherGoesOnWith) {
  int discarded = 0, kept = 0;
  for (int round = 0; round < rounds() && !HasFailure(); ++round) {
    LiveExperiment::create(*ground.open(), "e", rivals_spec());
    Start start(random, std::chrono::milliseconds(80));  // time for both to open it
    Child discarder([&, begin = start.next()](const Child::Report& report) {
      const auto store = ground.open();
      LiveExperiment experiment(*store, "e");
      report("2");  // it has seen that there is nothing
      begin();
      report(experiment.remove_unless_changed() ? "1" : "0");
    });
    discarder.wait_for_lines(1);
    Child other([&, begin = start.next()](const Child::Report& report) {
      const auto store = ground.open();
      try {
        LiveExperiment experiment(*store, "e");
        begin();
        for (int i = 0; i < 3; ++i) report(std::to_string(experiment.observe("a", 0.5)));
      } catch (const InputError&) {  // it was discarded
      }
    });
    const std::vector<std::int64_t> tickets = numbers_in(other.all_lines());
    const std::vector<std::int64_t> answers = numbers_in(discarder.all_lines());
    EXPECT_EQ(other.wait(), 0);
    EXPECT_EQ(discarder.wait(), 0);
    ASSERT_EQ(answers.size(), 2u);
    const auto store = ground.open();
    const bool is_discarded = answers[1] == 1;
    ++(is_discarded ? discarded : kept);
    ASSERT_EQ(has_experiment(*store, "e"), !is_discarded);
    EXPECT_EQ(tickets.size(), is_discarded ? 0u : 3u);
    if (is_discarded) continue;
    EXPECT_EQ(log_of(*store, "e").size(), 3u);
    store->remove("e");
  }
  std::printf("%s: %d discarded before an event came, %d kept\n", GetParam().c_str(), discarded,
              kept);
}

/// Imports of two experiments under one name, and a process that deletes that name.
TEST_P(RivalsSurvival, TwoImportUnderOneNameAndOneDeletesIt) {
  std::vector<std::string> exports;
  const auto draft = open_memory();
  for (const double value : {1.0, 2.0}) {
    const std::string name = "draft " + std::to_string(value);
    LiveExperiment made = LiveExperiment::create(*draft, name, rivals_spec());
    for (int i = 0; i < 20; ++i) made.observe("a", value);
    std::ostringstream out;
    export_experiment(*draft, name, out);
    exports.push_back(out.str());
  }
  int imported = 0, refused = 0, deleted = 0;
  for (int round = 0; round < rounds() && !HasFailure(); ++round) {
    Start start(random);
    std::vector<std::unique_ptr<Child>> importers;
    for (const std::string& text : exports) {
      importers.push_back(
          std::make_unique<Child>([&, begin = start.next()](const Child::Report& report) {
            const auto store = ground.open();
            std::istringstream in(text);
            begin();
            try {
              import_experiment(*store, in, "e");
              report("1");
            } catch (const InputError&) {
            }
          }));
    }
    Child remover([&, begin = start.next()](const Child::Report& report) {
      const auto store = ground.open();
      begin();
      try {
        store->remove("e");
        report("1");
      } catch (const InputError&) {
      }
    });
    std::size_t made = 0;
    for (const auto& importer : importers) {
      made += numbers_in(importer->all_lines()).size();
      EXPECT_EQ(importer->wait(), 0);
    }
    const std::size_t removed = numbers_in(remover.all_lines()).size();
    EXPECT_EQ(remover.wait(), 0);
    imported += static_cast<int>(made);
    refused += static_cast<int>(exports.size() - made);
    deleted += static_cast<int>(removed);
    const auto store = ground.open();
    EXPECT_GE(made, 1u);
    ASSERT_EQ(has_experiment(*store, "e"), made > removed) << made << " - " << removed;
    if (made == removed) continue;
    const std::vector<Event> log = log_of(*store, "e");
    ASSERT_EQ(log.size(), 20u);
    for (const Event& event : log) {
      EXPECT_EQ(std::get<Observed>(event).value, std::get<Observed>(log[0]).value);
    }
    store->remove("e");
  }
  std::printf("%s: %d imports, %d refused, %d deleted\n", GetParam().c_str(), imported, refused,
              deleted);
}

INSTANTIATE_TEST_SUITE_P(Stores, RivalsSurvival, ::testing::Values("sqlite", "postgres"),
                         [](const auto& sort) { return sort.param; });

/// A file of an older mirador is upgraded while several processes open it at the same time.
TEST(MigrationSurvival, SeveralBringAFileUpToDate) {
  constexpr int processes = 6;
  const int rounds = number_from("MIRADOR_LONG", 0) == 1 ? 200 : 6;
  const TemporaryFolder folder;
  std::mt19937 random(19);
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const std::string file = folder.file(std::to_string(round) + ".db");
    {
      const store::SqliteDatabase database({.file = file, .vfs = {}});
      // A version without seals, as the rows below have none.
      const auto versions = store::sqlite_migrations();
      store::bring_up_to_date(database, versions.first(1 + random() % 3));
      store::SqliteStatement(
          database, "INSERT INTO experiment (id, name, spec, created) VALUES (7, 'e', ?1, 1)")
          .bind(1, std::string_view(to_json(rivals_spec())))
          .run();
      database.run(
          "INSERT INTO event (experiment, number, kind, ticket, arm, value, time) "
          "VALUES (7, 1, 3, 1, 0, 0.25, 1)");
    }
    Start start(random);
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < processes; ++i) {
      children.push_back(
          std::make_unique<Child>([&, begin = start.next()](const Child::Report& report) {
            begin();
            const auto store = open_patiently(file);
            report(std::to_string(LiveExperiment(*store, "e").observe("b", 0.5)));
          }));
    }
    std::set<std::int64_t> tickets;
    for (const auto& child : children) {
      for (const std::int64_t ticket : numbers_in(child->all_lines())) tickets.insert(ticket);
      EXPECT_EQ(child->wait(), 0);
    }
    EXPECT_EQ(tickets, (std::set<std::int64_t>{2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(log_of(*open_patiently(file), "e").size(), 1u + processes);
  }
  std::printf("%d files brought up to date by %d processes at once\n", rounds, processes);
}

}  // namespace
}  // namespace mirador
