// The cost of the SQLite store relative to a bare sqlite3 loop that inserts the same rows into the
// same table with the same durability (write-ahead log, synchronous=FULL), in one run, alternating:
// the speed of the disk changes from minute to minute, the ratio less. Then: reading a log of 10^6
// events, opening experiments of 10^6 measurements, the cost of an id that a client chose at 10^6
// requests, and the speed of the PostgreSQL store if MIRADOR_TEST_POSTGRES names one
// (tools/with_postgres.sh).
// usage: store_cost [FOLDER]   (default: the current one; its disk is measured)

#include <fmt/core.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/stores.hpp"
#include "ten_arms.hpp"

namespace {

using namespace mirador;
using bench::Clock;
using bench::seconds_since;

std::vector<Event> observations(std::uint64_t first, std::size_t count) {
  std::vector<Event> events;
  for (std::size_t i = 0; i < count; ++i) {
    events.push_back(Observed{first + i, i % 10, 0.1 * static_cast<double>(i)});
  }
  return events;
}

/// Of the form that mirador itself makes, and of one that clients choose.
std::string request_of(std::uint64_t number) { return fmt::format("{:032x}", number); }
std::string chosen(std::uint64_t number) { return fmt::format("key:bench-{:022x}", number); }

/// The loop one would write by hand for one table, without lookups or checks.
class BareLoop {
 public:
  explicit BareLoop(const std::string& file) {
    check(sqlite3_open(file.c_str(), &db_));
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    run("CREATE TABLE event (experiment INTEGER NOT NULL, number INTEGER NOT NULL, "
        "kind INTEGER NOT NULL, ticket INTEGER NOT NULL, arm INTEGER, value ANY, "
        "time INTEGER NOT NULL, request TEXT, PRIMARY KEY (experiment, number)) "
        "STRICT, WITHOUT ROWID; "
        "CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind IN (2, 3);");
    prepare("INSERT INTO event VALUES (1, ?1, 3, ?2, ?3, ?4, ?5, ?6)", &insert_);
    prepare("BEGIN IMMEDIATE", &begin_);
    prepare("COMMIT", &commit_);
  }
  ~BareLoop() {
    for (sqlite3_stmt* statement : {insert_, begin_, commit_}) sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  void append(const std::vector<Event>& events, const std::string& request) {
    const std::int64_t time = std::chrono::duration_cast<std::chrono::milliseconds>(
                                  std::chrono::system_clock::now().time_since_epoch())
                                  .count();
    step(begin_);
    bool first = true;
    for (const Event& event : events) {
      const auto& seen = std::get<Observed>(event);
      sqlite3_bind_int64(insert_, 1, ++number_);
      sqlite3_bind_int64(insert_, 2, static_cast<std::int64_t>(seen.ticket));
      sqlite3_bind_int64(insert_, 3, static_cast<std::int64_t>(seen.arm));
      sqlite3_bind_double(insert_, 4, seen.value);
      sqlite3_bind_int64(insert_, 5, time);
      if (first) {
        sqlite3_bind_text(insert_, 6, request.data(), static_cast<int>(request.size()),
                          SQLITE_STATIC);
      } else {
        sqlite3_bind_null(insert_, 6);
      }
      first = false;
      step(insert_);
    }
    step(commit_);
  }

 private:
  static void check(int code) {
    if (code != SQLITE_OK) throw RunError(sqlite3_errstr(code));
  }
  void run(const char* sql) { check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }
  void prepare(const char* sql, sqlite3_stmt** statement) {
    check(sqlite3_prepare_v2(db_, sql, -1, statement, nullptr));
  }
  static void step(sqlite3_stmt* statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) throw RunError("the bare loop failed");
    sqlite3_reset(statement);
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt *insert_ = nullptr, *begin_ = nullptr, *commit_ = nullptr;
  std::int64_t number_ = 0;
};

struct Load {
  const char* name;
  std::size_t batch, commits, rounds;
  double goal;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const std::string& folder, const Load& load) {
  BareLoop bare(folder + "/bare.db");
  const auto store = open_sqlite({.file = folder + "/store.db", .vfs = {}});
  store->create("bench", "", {});
  std::vector<double> ratios, bare_times, store_times;
  std::uint64_t ticket = 1;
  for (std::size_t round = 0; round < load.rounds; ++round) {
    std::vector<std::vector<Event>> batches;
    for (std::size_t i = 0; i < load.commits; ++i, ticket += load.batch) {
      batches.push_back(observations(ticket, load.batch));
    }
    const auto by_bare = [&] {
      const auto began = Clock::now();
      for (const auto& batch : batches) bare.append(batch, request_of(ticket));
      bare_times.push_back(seconds_since(began));
    };
    const auto by_store = [&] {
      const auto began = Clock::now();
      for (const auto& batch : batches) {
        const auto transaction = store->write("bench", request_of(ticket));
        transaction->append(batch);
        transaction->commit();
      }
      store_times.push_back(seconds_since(began));
    };
    round % 2 == 0 ? (by_bare(), by_store()) : (by_store(), by_bare());
    ratios.push_back(bare_times.back() / store_times.back());
  }
  const double events = static_cast<double>(load.batch * load.commits);
  fmt::print("{:<16} bare {:9.0f}/s   store {:9.0f}/s   store/bare {:5.1f} %   (goal {} %)\n",
             load.name, events / median(bare_times), events / median(store_times),
             100 * median(ratios), load.goal);
}

void append(Store& store, const std::vector<Event>& events, const std::string& request) {
  const auto transaction = store.write("bench", request);
  transaction->append(events);
  transaction->commit();
}

void read_million(const std::string& place) {
  constexpr std::size_t size = 1'000'000;
  append(*open_store(place), observations(1'000'000, size), chosen(0));
  std::vector<double> times, searches;
  for (int round = 0; round < 5; ++round) {
    auto began = Clock::now();
    const auto store = open_store(place);
    std::size_t events = 0;
    store->read("bench", 0, [&](const Event&) { ++events; });
    times.push_back(seconds_since(began));
    if (events < size) throw RunError("events are missing");
    began = Clock::now();
    store->holds("bench", chosen(1));
    searches.push_back(seconds_since(began));
  }
  fmt::print(
      "opening the store and reading 10^6 events: {:.3f} s; looking for a request: {:.3f} s\n",
      median(times), median(searches));
}

/// With the rule's own requests, so that there are two events per measurement: reads and replays.
void open_experiment(const std::string& place, const std::string& rule) {
  const auto session = make_session(bench::ten_arms(rule));
  std::vector<Event> log;
  bench::ask_and_tell(*session, log);
  open_store(place)->create(rule, to_json(session->spec()), log);
  std::vector<double> opening, reading;
  for (int round = 0; round < 5; ++round) {
    auto began = Clock::now();
    const auto store = open_store(place);
    LiveExperiment experiment(*store, rule);
    opening.push_back(seconds_since(began));
    if (experiment.status() != session->status()) throw RunError("it is another experiment");
    began = Clock::now();
    store->read(rule, 0, [](const Event&) {});
    reading.push_back(seconds_since(began));
  }
  fmt::print(
      "opening an experiment of 10^6 measurements, K=10, {:<4}: {:.3f} s, of which reading "
      "{:.3f} s   (goal 2 s)\n",
      rule, median(opening), median(reading));
}

/// A commit with an id that a client chose, which is looked for first, beside one without, when the
/// log has 10^6 events in requests of so many.
void repeatable(Store& store, std::uint64_t in_request) {
  constexpr std::uint64_t size = 1'000'000, in_one = 1000;
  const std::uint64_t requests = size / in_request;
  store.create("bench", "", {});
  for (std::uint64_t first = 1; first <= size; first += in_one) {
    const auto transaction = store.write("bench", {});
    for (std::uint64_t ticket = first; ticket < first + in_one; ticket += in_request) {
      transaction->begin_request(chosen(ticket / in_request * 2654435761 % requests));
      transaction->append(observations(ticket, in_request));
    }
    transaction->commit();
  }
  constexpr std::uint64_t commits = 100;
  std::uint64_t ticket = size;
  std::vector<double> ratios, plain_times, chosen_times, repeat_times;
  const auto time = [&](std::vector<double>& times, const auto& deed) {
    const auto began = Clock::now();
    for (std::uint64_t i = 0; i < commits; ++i) deed(++ticket);
    times.push_back(1e6 * seconds_since(began) / static_cast<double>(commits));
  };
  const auto tell = [&](std::uint64_t number, const std::string& request, bool looks) {
    const auto transaction = store.write("bench", request);
    if (looks && transaction->appended(request)) throw RunError("the request is not new");
    transaction->append(observations(number, 1));
    transaction->commit();
  };
  for (int round = 0; round < 21; ++round) {
    time(plain_times, [&](std::uint64_t number) { tell(number, request_of(number), false); });
    time(chosen_times, [&](std::uint64_t number) { tell(number, chosen(number), true); });
    time(repeat_times, [&](std::uint64_t number) {
      const auto found = store.write("bench", {})->appended(chosen(number % requests));
      if (!found || found->size() != in_request) throw RunError("the request is not found");
    });
    ratios.push_back(chosen_times.back() / plain_times.back());
  }
  fmt::print(
      "at 10^6 events of {} requests: a commit {:.0f} us, with a client's id {:.0f} us ({:.2f} "
      "times), a repeat of one {:.0f} us\n",
      requests, median(plain_times), median(chosen_times), median(ratios), median(repeat_times));
  store.remove("bench");
}

void postgres(const std::string& place) {
  const auto store = open_store(place);
  store->create("bench", "", {});
  std::uint64_t ticket = 1;
  for (const std::size_t batch : {1u, 256u}) {
    constexpr std::size_t commits = 1000;
    const auto began = Clock::now();
    for (std::size_t i = 0; i < commits; ++i, ticket += batch) {
      append(*store, observations(ticket, batch), request_of(ticket));
    }
    fmt::print("PostgreSQL, batches of {:<3}: {:9.0f} events/s\n", batch,
               static_cast<double>(batch * commits) / seconds_since(began));
  }
  read_million(place);
  store->remove("bench");
  repeatable(*store, 10);
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::filesystem::path folder =
      std::filesystem::path(argc > 1 ? argv[1] : ".") / "store_cost.tmp";
  const auto fresh = [&] {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder.string();
  };
  compare(fresh(), {.name = "single events", .batch = 1, .commits = 300, .rounds = 21, .goal = 90});
  compare(fresh(),
          {.name = "batches of 256", .batch = 256, .commits = 60, .rounds = 21, .goal = 80});
  const std::string million = fresh() + "/million.db";
  open_store(million)->create("bench", "", {});
  read_million(million);
  repeatable(*open_store(fresh() + "/repeatable.db"), 1);
  for (const std::string rule : {"lma", "bc"}) open_experiment(fresh() + "/live.db", rule);
  std::filesystem::remove_all(folder);
  if (const char* place = std::getenv("MIRADOR_TEST_POSTGRES")) postgres(place);
}
