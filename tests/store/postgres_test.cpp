// Tests specific to a server: versions, addresses, permissions, and broken connections.

#include <libpq-fe.h>

#include <bit>
#include <random>
#include <thread>

#include "ground.hpp"
#include "lossy_line.hpp"
#include "postgres_connection.hpp"
#include "postgres_schema.hpp"

namespace mirador {
namespace {

using namespace testing_support;

/// Directly, without the store.
std::string run_sql(const std::string& address, const std::string& sql) {
  PGconn* connection = PQconnectdb(address.c_str());
  PGresult* result = PQexec(connection, sql.c_str());
  EXPECT_TRUE(PQresultStatus(result) == PGRES_COMMAND_OK ||
              PQresultStatus(result) == PGRES_TUPLES_OK)
      << PQresultErrorMessage(result);
  const std::string value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  PQclear(result);
  PQfinish(connection);
  return value;
}

std::string of_database(const std::string& database) {
  std::string address = postgres_address();
  return address.replace(address.find("/postgres?") + 1, 8, database);
}

void end_sessions() {
  run_sql(postgres_address(),
          "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
          "WHERE application_name = 'mirador' AND pid <> pg_backend_pid()");
}

class Postgres : public ::testing::Test {
 protected:
  void SetUp() override {
    if (ground.missing()) GTEST_SKIP() << "no PostgreSQL: run it by tools/with_postgres.sh";
  }
  Ground ground{"postgres"};
};

TEST_F(Postgres, SchemaVersions) {
  run_sql(postgres_address(), "CREATE DATABASE versions");
  const std::string address = of_database("versions");
  {
    open_store(address)->create("e", "", std::vector<Event>{Asked{1, 0}});
    EXPECT_EQ(run_sql(address, "SELECT version FROM mirador.version"), "5");
    store::PostgresConnection connection({.url = address});
    std::vector<store::PostgresMigration> steps(store::postgres_migrations().begin(),
                                                store::postgres_migrations().end());
    steps.push_back({"ALTER TABLE mirador.experiment ADD note text DEFAULT 'x'"});
    steps.push_back({"INSERT INTO nowhere VALUES (1)"});
    EXPECT_THROW(bring_up_to_date(connection, steps), RunError);
    EXPECT_EQ(run_sql(address, "SELECT version FROM mirador.version"), "5");
    steps.pop_back();
    bring_up_to_date(connection, steps);
    EXPECT_EQ(run_sql(address, "SELECT note FROM mirador.experiment"), "x");
    EXPECT_SAYS(message_of<InputError>([&] { open_store(address); }),
                "newer mirador (schema 6, this one knows 5): upgrade mirador");
  }
  run_sql(postgres_address(), "DROP DATABASE versions");
}

TEST_F(Postgres, ASchemaOfVersion1IsBroughtUpToDate) {
  run_sql(postgres_address(), "CREATE DATABASE version_1");
  const std::string address = of_database("version_1");
  {
    store::PostgresConnection connection({.url = address});
    bring_up_to_date(connection, store::postgres_migrations().first(1));
    connection.run_script(
        "INSERT INTO mirador.experiment (name, spec, origin) VALUES ('e', 'spec', 'me');"
        "INSERT INTO mirador.event (experiment, number, kind, ticket, arm, value, request) VALUES "
        "(1, 1, 1, 1, 2, NULL, 'r'), (1, 2, 2, 1, NULL, -7.5, 's'), (1, 3, 3, 2, 1, 0.25, 't'), "
        "(1, 4, 4, 1, NULL, NULL, NULL)");
    const std::vector<Event> before = {Asked{1, 2}, Told{1, -7.5}, Observed{2, 1, 0.25},
                                       Abandoned{1}};
    const auto store = open_store(address);
    EXPECT_EQ(run_sql(address, "SELECT version FROM mirador.version"), "5");
    EXPECT_EQ(log_of(*store, "e"), before);
    EXPECT_EQ(store->spec("e"), "spec");
    EXPECT_TRUE(store->holds("e", "s"));
    const std::vector<Event> noted = {Observed{3, 0, 0.5, "noted"}};
    append(*store, "e", noted);
    EXPECT_EQ(log_of(*open_store(address), "e", 4), noted);
    // Like a program of that version that was connected all the time.
    for (const char* const unsealed :
         {"INSERT INTO mirador.experiment (name, spec, origin) VALUES ('f', 'spec', 'me')",
          "INSERT INTO mirador.event (experiment, number, kind, ticket, arm) VALUES (1, 6, 1, 4, "
          "0)"}) {
      EXPECT_THROW(connection.run_script(unsealed), RunError) << unsealed;
    }
    EXPECT_EQ(log_of(*open_store(address), "e").size(), 5u);
  }
  run_sql(postgres_address(), "DROP DATABASE version_1");
}

TEST_F(Postgres, ManyMakeTheTablesAtOnce) {
  run_sql(postgres_address(), "CREATE DATABASE together");
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back(
        [i] { open_store(of_database("together"))->create(std::to_string(i), "", {}); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(open_store(of_database("together"))->list().size(), 6u);
  run_sql(postgres_address(), "DROP DATABASE together WITH (FORCE)");
}

constexpr std::size_t first_with_seals = 4;

/// An experiment as a program of version 4 would store it.
std::string sealed_experiment() {
  store::Heading heading{.id = 1, .name = "e", .spec = "spec", .created = 1'700'000'000'000};
  heading.last = heading.seal = seal_of(heading);
  const auto bits = [](store::Seal seal) {
    return std::to_string(std::bit_cast<std::int64_t>(seal));
  };
  return "INSERT INTO mirador.experiment (name, spec, created, origin, seal, events, last, "
         "end_seal) "
         "VALUES ('e', 'spec', to_timestamp(1700000000), 'me', " +
         bits(heading.seal) + ", 0, " + bits(heading.last) + ", " + bits(seal_of_end(heading)) +
         ")";
}

TEST_F(Postgres, ManyBringAnOldSchemaUpToDateAtOnce) {
  constexpr std::uint64_t many = 6;
  for (std::size_t version = 1; version < store::postgres_migrations().size(); ++version) {
    run_sql(postgres_address(), "CREATE DATABASE old");
    {
      store::PostgresConnection connection({.url = of_database("old")});
      bring_up_to_date(connection, store::postgres_migrations().first(version));
      connection.run_script(version < first_with_seals ? "INSERT INTO mirador.experiment "
                                                         "(name, spec, origin) "
                                                         "VALUES ('e', 'spec', 'me')"
                                                       : sealed_experiment());
    }
    std::vector<std::thread> threads;
    for (std::uint64_t ticket = 1; ticket <= many; ++ticket) {
      threads.emplace_back([ticket] {
        append(*open_patiently(of_database("old")), "e", {Asked{ticket, 0}});
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(log_of(*open_store(of_database("old")), "e").size(), many);
    run_sql(postgres_address(), "DROP DATABASE old WITH (FORCE)");
  }
}

TEST_F(Postgres, AddressesThatLeadNowhere) {
  const std::string wrong = message_of<RunError>(
      [] { open_store("postgresql://u:secret@127.0.0.1:1/db?connect_timeout=2"); });
  EXPECT_SAYS(wrong, "cannot reach the store postgresql://127.0.0.1:1/db");
  EXPECT_EQ(wrong.find("secret"), std::string::npos);
  const std::string odd = message_of<InputError>([] { open_store("postgresql://u:secret@[x"); });
  EXPECT_SAYS(odd, "postgresql://USER@HOST/DATABASE");
  EXPECT_SAYS(message_of<RunError>([] { open_store(of_database("nothing")); }), "does not exist");
}

TEST_F(Postgres, RightsThatLack) {
  run_sql(postgres_address(), "CREATE ROLE guest LOGIN");
  std::string address = postgres_address();
  address.replace(address.find("user=mirador"), 12, "user=guest");
  EXPECT_SAYS(message_of<RunError>([&] { open_store(address); }), "permission denied");
  // A user of the tables need not be able to create them.
  run_sql(postgres_address(),
          "GRANT USAGE ON SCHEMA mirador TO guest; "
          "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA mirador TO guest");
  const auto store = open_store(address);
  store->create("e", "", std::vector<Event>{Asked{1, 0}});
  EXPECT_SAYS(message_of<RunError>([&] { store->remove("e"); }), "ask the owner");
  append(*store, "e", {Told{1, 0.5}});
  run_sql(postgres_address(), "DROP OWNED BY guest; DROP ROLE guest");
}

TEST_F(Postgres, ABusyExperimentIsAClearErrorAndOthersAreFree) {
  const auto other = ground.open();
  other->create("e", "", {});
  other->create("f", "", {});
  const auto hurried =
      open_postgres({.url = ground.place(), .patience = std::chrono::milliseconds(200)});
  const auto transaction = other->write("e", "r");
  EXPECT_SAYS(message_of<RunError>([&] { hurried->write("e", "s"); }),
              "busy: another process has been writing for 0.20 s; try again");
  append(*hurried, "f", {Asked{1, 0}});
  transaction->append(std::vector<Event>{Asked{1, 0}});
  transaction->commit();
  append(*hurried, "e", {Asked{2, 0}});
}

TEST_F(Postgres, ASessionThatEndedWhileIdleIsNoError) {
  const auto store = ground.open();
  store->create("e", "", {});
  end_sessions();
  append(*store, "e", {Asked{1, 0}});
  end_sessions();
  EXPECT_EQ(log_of(*store, "e").size(), 1u);
  end_sessions();
  EXPECT_EQ(store->list().size(), 1u);
  end_sessions();
  store->create("f", "spec", {});
  end_sessions();
  EXPECT_EQ(store->spec("f"), "spec");
  end_sessions();
  EXPECT_FALSE(store->holds("f", "r"));
  end_sessions();
  store->remove("f");
}

/// A session of another program that listens.
class Listener {
 public:
  Listener() : connection_(PQconnectdb(postgres_address().c_str())) { run("LISTEN mirador"); }
  ~Listener() { PQfinish(connection_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  /// Since the last time. What was sent before a statement is read with its answer.
  int notifications() {
    run("SELECT 1");
    int count = 0;
    while (PGnotify* one = PQnotifies(connection_)) {
      PQfreemem(one);
      ++count;
    }
    return count;
  }

 private:
  void run(const char* sql) { PQclear(PQexec(connection_, sql)); }
  PGconn* connection_;
};

TEST_F(Postgres, EveryCommitNotifies) {
  const auto store = ground.open();
  Listener listener;
  store->create("e", "", {});
  EXPECT_EQ(listener.notifications(), 1);
  append(*store, "e", {Asked{1, 0}, Asked{2, 0}});
  EXPECT_EQ(listener.notifications(), 1);
  store->rename("e", "f");
  EXPECT_EQ(listener.notifications(), 1);
  {
    const auto dropped = store->write("f", "r");
    dropped->append(std::vector<Event>{Asked{3, 0}});
  }
  message_of<RunError>([&] { append(*store, "f", {Told{1, 0.5}, Told{1, 0.5}}); });
  message_of<InputError>([&] { store->create("f", "", {}); });
  EXPECT_EQ(listener.notifications(), 0);
  store->remove("f");
  EXPECT_EQ(listener.notifications(), 1);
}

TEST_F(Postgres, TheVersionNeedsNoQuery) {
  const auto other = ground.open();
  other->create("e", "", {});
  const auto store = open_postgres({.url = ground.place(), .recheck = std::chrono::hours(1)});
  std::uint64_t version = store->version();
  for (Ticket ticket = 1; ticket <= 20; ++ticket) {
    append(*other, "e", {Asked{ticket, 0}});
    ASSERT_TRUE(changes(*store, version)) << ticket;
    version = store->version();
  }
  // A change without a notification is not seen, so there was no query.
  const std::string forgotten = "DELETE FROM mirador.experiment";
  run_sql(postgres_address(), forgotten);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(store->version(), version);
  // Own changes are no changes of others.
  store->create("f", "", {});
  EXPECT_EQ(store->version(), version);
  const auto careful =
      open_postgres({.url = ground.place(), .recheck = std::chrono::milliseconds(20)});
  version = careful->version();
  run_sql(postgres_address(), forgotten);
  EXPECT_TRUE(changes(*careful, version));
}

TEST_F(Postgres, ARequestIsFoundByItsIndex) {
  constexpr Ticket many = 2000;
  constexpr int lookups = 10;
  ground.open()->create("e", "", {});
  {
    const auto store = ground.open();
    const auto transaction = store->write("e", {});
    for (Ticket ticket = 1; ticket <= many; ++ticket) {
      transaction->begin_request("request " + std::to_string(ticket));
      transaction->append(std::vector<Event>{Asked{ticket, 0}});
    }
    transaction->commit();
  }
  const auto count = [](const std::string& what, const std::string& index) {
    return std::stoll(run_sql(postgres_address(), "SELECT coalesce(sum(" + what +
                                                      "), 0) FROM pg_stat_user_indexes "
                                                      "WHERE schemaname = 'mirador' AND "
                                                      "indexrelname LIKE '" +
                                                      index + "'"));
  };
  const auto scans = [&] { return count("idx_scan", "event_request"); };
  const auto rows = [&] { return count("idx_tup_read", "event%"); };
  const std::int64_t scans_before = scans(), rows_before = rows();
  {
    const auto store = ground.open();
    for (int i = 0; i < lookups; ++i) {
      const auto transaction = store->write("e", {});
      const Ticket ticket = many / 2 + static_cast<Ticket>(i);
      EXPECT_EQ(transaction->appended("request " + std::to_string(ticket)),
                (std::vector<Event>{Asked{ticket, 0}}));
      EXPECT_EQ(transaction->appended("another " + std::to_string(ticket)), std::nullopt);
    }
  }
  // The server counts when the session has ended.
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (scans() < scans_before + 2 * lookups) {
    ASSERT_LT(std::chrono::steady_clock::now(), give_up);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_LT(rows() - rows_before, 100 * lookups);
}

TEST_F(Postgres, AnotherSessionHasAnotherVersion) {
  const auto store = open_postgres({.url = ground.place(), .recheck = std::chrono::hours(1)});
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t version = store->version();
    EXPECT_EQ(store->version(), version);
    end_sessions();
    EXPECT_TRUE(changes(*store, version));
  }
  // The new session listens too.
  const std::uint64_t version = store->version();
  ground.open()->create("e", "", {});
  EXPECT_TRUE(changes(*store, version));
}

TEST_F(Postgres, ASessionThatEndsInATransactionUndoesIt) {
  const auto store = ground.open();
  store->create("e", "", {});
  auto transaction = store->write("e", "first");
  end_sessions();
  EXPECT_THROW(transaction->append(std::vector<Event>{Asked{1, 0}}), ConnectionLost);
  transaction.reset();
  transaction = store->write("e", "second");
  transaction->append(std::vector<Event>{Asked{1, 0}});
  end_sessions();
  EXPECT_THROW(transaction->commit(), ConnectionLost);
  transaction.reset();
  EXPECT_FALSE(store->holds("e", "first"));
  EXPECT_FALSE(store->holds("e", "second"));
  EXPECT_EQ(log_of(*store, "e").size(), 0u);
}

TEST_F(Postgres, ATransactionThatTheServerGaveUpIsNotCommitted) {
  ground.open()->create("e", "", {});
  store::PostgresConnection connection({.url = ground.place()});
  connection.run_script("BEGIN");
  EXPECT_THROW(connection.run_script("SELECT 1 / 0"), RunError);
  EXPECT_SAYS(message_of<RunError>([&] { connection.commit(); }), "undid the transaction");
}

TEST_F(Postgres, AnAnswerThatIsLostIsFoundByItsRequest) {
  LossyLine line;
  const auto store = open_store(line.address());
  store->create("e", "", {});
  for (const auto cut : {LossyLine::Cut::before_commit, LossyLine::Cut::after_commit}) {
    const std::size_t before = log_of(*store, "e").size();
    const std::string request = "request " + std::to_string(static_cast<int>(cut));
    line.cut_next(cut);
    message_of<ConnectionLost>([&] { append(*store, "e", {Asked{before + 1, 0}}, request); });
    const bool done = cut == LossyLine::Cut::after_commit;
    EXPECT_EQ(store->holds("e", request), done);
    EXPECT_EQ(log_of(*store, "e").size(), before + (done ? 1 : 0));
  }
}

TEST_F(Postgres, ACreationWhoseAnswerIsLostIsDoneOnce) {
  LossyLine line;
  const auto store = open_store(line.address());
  for (const auto cut : {LossyLine::Cut::before_commit, LossyLine::Cut::after_commit}) {
    const std::string name = "e" + std::to_string(static_cast<int>(cut));
    line.cut_next(cut);
    store->create(name, "spec", std::vector<Event>{Asked{1, 0}, Told{1, 0.5}});
    EXPECT_EQ(log_of(*store, name).size(), 2u);
    EXPECT_SAYS(message_of<InputError>([&] { store->create(name, "", {}); }), "already");
  }
}

/// Sessions end at random moments while results are told; a client in doubt queries the request.
TEST_F(Postgres, SurvivalSessionsThatEndAtRandom) {
  const auto store = ground.open();
  store->create("e", "", {});
  std::atomic<bool> done = false;
  std::thread axe([&] {
    std::mt19937 random(7);
    while (!done) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
      end_sessions();
    }
  });
  std::size_t lost = 0, held = 0;
  Ticket ticket = 1;
  while (ticket <= 150 || lost == 0) {
    const std::string request = std::to_string(ticket) + "." + std::to_string(lost);
    bool there = true;
    try {
      append(*store, "e", {Observed{ticket, 0, 0.5}}, request);
    } catch (const ConnectionLost&) {
      ++lost;
      for (bool known = false; !known;) {
        try {
          there = store->holds("e", request);
          known = true;
        } catch (const RunError&) {
        }
      }
      held += there ? 1 : 0;
    } catch (const RunError&) {
      there = false;  // the connection attempt failed
    }
    if (there) ++ticket;
  }
  done = true;
  axe.join();
  const std::vector<Event> log = log_of(*store, "e");
  ASSERT_EQ(log.size(), ticket - 1);
  for (Ticket i = 1; i < ticket; ++i) EXPECT_EQ(std::get<Observed>(log[i - 1]).ticket, i);
  RecordProperty("lost", static_cast<int>(lost));
  RecordProperty("held", static_cast<int>(held));
}

}  // namespace
}  // namespace mirador
