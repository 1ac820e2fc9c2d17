// A connection to the PostgreSQL server, or the server, that fails after any message of the
// protocol.

#include <array>
#include <atomic>
#include <thread>

#include "campaign.hpp"
#include "kill_campaigns.hpp"
#include "lossy_line.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"

namespace mirador {
namespace {

using namespace testing_support;

/// How long a client waits for a server that is frozen.
enum class Patience { usual, little };

/// With little patience, a slow operation on a busy machine counts as another fault.
std::unique_ptr<Store> open_through(const LossyLine& line, Patience patience) {
  if (patience == Patience::usual) return open_postgres({.url = line.address()});
  return open_postgres({.url = line.address() + "&connect_timeout=2",
                        .patience = std::chrono::milliseconds(300),
                        .silence = std::chrono::milliseconds(300)});
}

/// Reads what is stored, bypassing the connection.
class Witness {
 public:
  /// Repeats the query if the server is recovering from a crash.
  template <class Question>
  auto ask(Question&& question) {
    for (int repeat = 0;; ++repeat) {
      try {
        if (!store_) store_ = open_patiently(postgres_address());
        return question(*store_);
      } catch (const ConnectionLost&) {
        if (repeat == 6000) throw;
        store_.reset();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
  }
  std::vector<Event> log(const std::string& name) {
    return ask([&](Store& store) {
      store.holds(name, "waits for a commit");
      return log_of(store, name);
    });
  }

 private:
  std::unique_ptr<Store> store_;
};

/// A change with its own request, and the number of events after it.
struct Step {
  const char* name;
  void (*make)(LiveExperiment&);
  std::size_t events;
};

const std::array steps = {
    Step{"ask", [](LiveExperiment& e) { EXPECT_EQ(e.ask(3).size(), 3u); }, 3},
    Step{"tell",
         [](LiveExperiment& e) {
           EXPECT_EQ(e.tell(std::vector<Reading>{{1, 0.5, "note"}, {2, 0.25}}), 2u);
         },
         5},
    Step{"observe", [](LiveExperiment& e) { EXPECT_EQ(e.observe("b", 0.75), 4u); }, 6},
    Step{"abandon", [](LiveExperiment& e) { EXPECT_TRUE(e.abandon(3)); }, 7},
};

const ExperimentSpec& spec() {
  static const ExperimentSpec made{
      .arms = {"a", "b"}, .family = GaussianSpec{}, .rule = parse_rule("rr"), .delta = 1e-300};
  return made;
}

/// The log of an undisturbed experiment.
const std::vector<Event>& whole_log() {
  static const std::vector<Event> log = [] {
    const auto store = open_memory();
    LiveExperiment experiment = LiveExperiment::create(*store, "e", spec());
    for (const Step& step : steps) step.make(experiment);
    return log_of(*store, "e");
  }();
  return log;
}

/// Counts of the answers given.
struct Answers {
  std::atomic<int> campaigns = 0, made = 0, failed = 0, unknown_and_made = 0, unknown_and_not = 0;
  std::atomic<long> slowest_ms = 0;
};

/// One experiment from beginning to end, through a failing connection.
class LineCampaign {
 public:
  LineCampaign(LossyLine& line, Patience patience, Answers& answers)
      : line_(line), patience_(patience), answers_(answers) {}

  /// Did the line fail?
  bool run(std::uint64_t messages, Fault fault, std::uint64_t period) {
    is_one_process_ = messages % 2 == 0;
    name_ = "after message " + std::to_string(messages);
    close();
    line_.fail_after(messages, fault, period);
    create();
    for (const Step& step : steps) {
      SCOPED_TRACE(step.name);
      play(step);
    }
    remove();
    const bool failed = line_.has_failed();
    line_.mend();
    ++answers_.campaigns;
    return failed;
  }

 private:
  enum class Answer { made, failed, unknown };

  /// Classifies the answer; an error that is not caused by the connection fails the test.
  template <class Action>
  Answer answer_to(Action&& action) {
    const auto begin = std::chrono::steady_clock::now();
    Answer answer = Answer::made;
    try {
      action();
    } catch (const OutcomeUnknown& error) {
      EXPECT_SAYS(std::string(error.what()), "outcome unknown");
      EXPECT_SAYS(std::string(error.what()), "--request " + error.request);
      answer = Answer::unknown;
    } catch (const RunError&) {
      answer = Answer::failed;
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not a fault of the line: " << error.what();
    }
    const auto took = std::chrono::steady_clock::now() - begin;
    const long ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    for (long most = answers_.slowest_ms; ms > most;) {
      if (answers_.slowest_ms.compare_exchange_weak(most, ms)) break;
    }
    answers_.made += answer == Answer::made ? 1 : 0;
    answers_.failed += answer == Answer::failed ? 1 : 0;
    return answer;
  }

  Store& store() {
    if (!store_) store_ = open_through(line_, patience_);
    return *store_;
  }
  LiveExperiment& experiment() {
    if (!experiment_) experiment_.emplace(store(), name_);
    return *experiment_;
  }
  void close() {
    experiment_.reset();
    store_.reset();
  }
  /// The connection works again, for the same process or for another one.
  void mend() {
    line_.mend();
    witness_.ask([](Store& store) { return store.list(); });
    if (!is_one_process_) close();
  }

  void create() {
    insist_once([&] { LiveExperiment::create(store(), name_, spec()); });
    EXPECT_TRUE(witness_.log(name_).empty());
    EXPECT_EQ(witness_.ask([&](Store& store) { return store.spec(name_); }), to_json(spec()));
  }

  void play(const Step& step) {
    const std::size_t before = witness_.log(name_).size();
    const auto make = [&] {
      experiment().set_request(std::string("request of ") + step.name);
      step.make(experiment());
    };
    const Answer answer = answer_to(make);
    if (answer != Answer::made) {
      mend();
      const std::size_t events = witness_.log(name_).size();
      EXPECT_TRUE(events == before || events == step.events) << "a part of a change";
      if (answer == Answer::failed) {
        EXPECT_EQ(events, before) << "it was made, and this was not said";
      } else {
        ++(events == before ? answers_.unknown_and_not : answers_.unknown_and_made);
      }
    }
    if (answer == Answer::made) expect_stored(step);
    insist(make);  // repeated in any case: it is stored once
    expect_stored(step);
  }

  /// Repeats the change until it is done.
  template <class Action>
  void insist(Action&& action) {
    for (int repeat = 0; answer_to(action) != Answer::made && repeat < 100; ++repeat) mend();
  }

  /// The same for changes that are refused when repeated, which shows that they were done.
  template <class Action>
  void insist_once(Action&& action) {
    bool is_repeated = false;
    insist([&] {
      try {
        action();
      } catch (const InputError&) {
        if (!is_repeated) throw;
      } catch (...) {
        is_repeated = true;
        throw;
      }
    });
  }

  void expect_stored(const Step& step) {
    const std::span<const Event> expected = std::span(whole_log()).first(step.events);
    EXPECT_EQ(witness_.log(name_), std::vector<Event>(expected.begin(), expected.end()));
  }

  void remove() {
    insist_once([&] { store().remove(name_); });
    EXPECT_FALSE(witness_.ask([&](Store& store) { return has_experiment(store, name_); }));
  }

  LossyLine& line_;
  Patience patience_;
  std::string name_;
  Witness witness_;
  Answers& answers_;
  bool is_one_process_ = true;
  std::unique_ptr<Store> store_;
  std::optional<LiveExperiment> experiment_;
};

/// The commit is still in progress when the client gives up, and holds the lock that the client's
/// query waits for.
TEST(LineSurvival, ACommitThatIsLateIsNotSaidToBeLost) {
  if (postgres_address().empty()) GTEST_SKIP() << "no PostgreSQL: run tools/with_postgres.sh";
  LossyLine line;
  Witness witness;
  const auto store = open_through(line, Patience::little);
  LiveExperiment experiment = LiveExperiment::create(*store, "late", spec());
  line.cut_next(LossyLine::Cut::late_commit);
  Request request;
  try {
    experiment.observe("a", 0.5);
    ADD_FAILURE() << "no error";
  } catch (const OutcomeUnknown& error) {
    request = error.request;
  }
  line.mend();
  EXPECT_EQ(witness.log("late").size(), 1u);
  experiment.set_request(request);
  EXPECT_EQ(experiment.observe("a", 0.5), 1u);
  EXPECT_EQ(witness.log("late").size(), 1u);
  store->remove("late");
}

struct Plan {
  const char* name;
  Fault fault;
  bool again;               // repeatedly
  Patience patience;        // of the client
  std::uint64_t few, many;  // step in messages between campaigns; many: MIRADOR_LONG=1
  int at_once;              // campaigns; most of them wait
};

class LineFaultsSurvival : public ::testing::TestWithParam<Plan> {};

TEST_P(LineFaultsSurvival, NothingIsLostOrDoubled) {
  if (postgres_address().empty()) GTEST_SKIP() << "no PostgreSQL: run tools/with_postgres.sh";
  const Plan& plan = GetParam();
  const std::uint64_t step = number_from("MIRADOR_LONG", 0) == 1 ? plan.many : plan.few;
  std::atomic<std::uint64_t> next = 1;
  std::atomic<bool> is_over = false;
  Answers answers;
  const auto work = [&] {
    LossyLine line;
    LineCampaign campaign(line, plan.patience, answers);
    while (!is_over && !HasFailure()) {
      const std::uint64_t messages = next.fetch_add(step);
      SCOPED_TRACE("after message " + std::to_string(messages));
      const std::uint64_t period = plan.again ? 40 + messages * 7919 % 90 : 0;
      if (!campaign.run(messages, plan.fault, period)) is_over = true;
    }
  };
  whole_log();
  open_patiently(postgres_address());  // makes the tables
  std::vector<std::thread> workers;
  for (int i = 0; i < plan.at_once; ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  EXPECT_LT(answers.slowest_ms, 30'000) << "waited for what could not come";
  std::printf(
      "%s: %d campaigns, up to message %lu, %d changes acknowledged, %d failed, of unknown outcome "
      "%d made and %d not, slowest answer %.1f s\n",
      plan.name, answers.campaigns.load(), static_cast<unsigned long>(next - step),
      answers.made.load(), answers.failed.load(), answers.unknown_and_made.load(),
      answers.unknown_and_not.load(), static_cast<double>(answers.slowest_ms) / 1000);
}

constexpr Patience usual = Patience::usual, little = Patience::little;

INSTANTIATE_TEST_SUITE_P(Every, LineFaultsSurvival,
                         ::testing::Values(Plan{"cut", Fault::cut, false, usual, 29, 1, 4},
                                           Plan{"cut_again", Fault::cut, true, usual, 61, 3, 32},
                                           Plan{"crash", Fault::crash, false, usual, 301, 11, 1},
                                           Plan{"delay", Fault::delay, false, usual, 61, 1, 4},
                                           Plan{"freeze", Fault::freeze, false, little, 41, 1, 16},
                                           Plan{"partition", Fault::partition, false, little, 41, 1,
                                                16},
                                           Plan{"refuse", Fault::refuse, false, usual, 41, 1, 32}),
                         [](const auto& plan) { return std::string(plan.param.name); });

}  // namespace
}  // namespace mirador
