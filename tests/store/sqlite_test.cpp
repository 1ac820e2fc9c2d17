// Tests specific to the file: its version, its origin, permissions, and other users of the file.

#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "child.hpp"
#include "ground.hpp"
#include "sqlite_rows.hpp"
#include "sqlite_schema.hpp"

namespace mirador {
namespace {

using namespace testing_support;

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_file(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Directly, without the store.
void run_sql(const std::string& file, const std::string& sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(db);
  sqlite3_close(db);
}

class SqliteFile : public ::testing::Test {
 protected:
  void make() {
    const auto store = open_store(file);
    store->create("e", "spec", std::vector<Event>{Asked{1, 0}, Told{1, 0.5}});
  }
  TemporaryFolder folder;
  std::string file = folder.file("test.db");
};

TEST_F(SqliteFile, CommitsAreDurableAndTheFileIsOurs) {
  make();
  const store::SqliteDatabase database({.file = file, .vfs = {}});
  EXPECT_EQ(database.text("PRAGMA journal_mode"), "wal");
  EXPECT_EQ(database.number("PRAGMA application_id"), store::application_id);
  EXPECT_EQ(database.number("PRAGMA user_version"), 5);
  EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
  store::bring_up_to_date(database, store::sqlite_migrations());
  EXPECT_EQ(database.number("PRAGMA synchronous"), 2);
}

TEST_F(SqliteFile, UsersOfBothDurabilitiesShareIt) {
  const store::SqliteDatabase database({.file = file, .vfs = {}, .durability = Durability::kill});
  store::bring_up_to_date(database, store::sqlite_migrations());
  EXPECT_EQ(database.text("PRAGMA journal_mode"), "wal");
  EXPECT_EQ(database.number("PRAGMA synchronous"), 1);
  const auto hasty = open_store(file, Durability::kill);
  const auto careful = open_store(file);
  hasty->create("e", "spec", {});
  std::vector<Event> all;
  for (Ticket ticket = 1; ticket <= 10; ++ticket) {
    all.push_back(Asked{ticket, 0});
    append(ticket % 2 == 0 ? *hasty : *careful, "e", {all.back()});
  }
  EXPECT_EQ(log_of(*hasty, "e"), all);
  EXPECT_EQ(log_of(*careful, "e"), all);
}

/// Whether the file has the index of requests, and how SQLite would use it.
struct RequestIndex {
  explicit RequestIndex(const std::string& file) {
    const store::SqliteDatabase database({.file = file, .vfs = {}});
    is_there = database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'request'") == 1;
    store::SqliteStatement explain(database,
                                   std::string("EXPLAIN QUERY PLAN ") + store::find_chosen_sql);
    while (explain.step()) plan += explain.text(3);
    if (is_there)
      size = database.number("SELECT count(*) FROM event INDEXED BY request WHERE " +
                             std::string(store::chosen_sql));
  }
  bool is_there;
  std::string plan;
  std::int64_t size = 0;
};

TEST_F(SqliteFile, RequestsThatClientsChooseHaveAnIndex) {
  make();
  const auto store = open_store(file);
  for (Ticket ticket = 2; ticket < 20; ++ticket) {
    append(*store, "e", {Asked{ticket, 0}}, fresh_request());
  }
  EXPECT_FALSE(RequestIndex(file).is_there);  // those of mirador itself need none
  {
    const auto dropped = store->write("e", "chosen");
    dropped->append(std::vector<Event>{Asked{20, 0}});
  }
  EXPECT_FALSE(RequestIndex(file).is_there);
  for (Ticket ticket = 20; ticket < 30; ++ticket) {
    append(*store, "e", {Asked{ticket, 0}, Told{ticket, 0.5}},
           ticket % 2 == 0 ? "chosen " + std::to_string(ticket) : fresh_request());
  }
  const RequestIndex index(file);
  EXPECT_EQ(index.size, 5);
  EXPECT_SAYS(index.plan, "INDEX request (experiment=? AND request=?)");
  EXPECT_TRUE(store->holds("e", "chosen 28"));
  EXPECT_FALSE(store->holds("e", "chosen 29"));
}

TEST_F(SqliteFile, AFileWithoutTheIndexIsReadUnchanged) {
  make();
  append(*open_store(file), "e", {Asked{2, 0}, Asked{3, 0}}, "first");
  run_sql(file, "DROP INDEX request");  // as versions up to 0.8 leave it
  const std::string before = contents(file);
  const auto store = open_store(file);
  EXPECT_TRUE(store->holds("e", "first"));
  EXPECT_EQ(store->write("e", {})->appended("first"),
            (std::vector<Event>{Asked{2, 0}, Asked{3, 0}}));
  append(*store, "e", {Asked{4, 0}});
  EXPECT_FALSE(RequestIndex(file).is_there);
  append(*store, "e", {Asked{5, 0}}, "second");
  EXPECT_EQ(RequestIndex(file).size, 2);
  EXPECT_EQ(store->write("e", {})->appended("first"),
            (std::vector<Event>{Asked{2, 0}, Asked{3, 0}}));
  // An earlier version adds to it: SQLite keeps it up to date.
  store->remove("e");
  EXPECT_EQ(RequestIndex(file).size, 0);
  EXPECT_EQ(open_store(file)->verify().size(), 0u);
}

TEST_F(SqliteFile, AFileOfVersion1IsBroughtUpToDate) {
  {
    const store::SqliteDatabase database({.file = file, .vfs = {}});
    store::bring_up_to_date(database, store::sqlite_migrations().first(1));
    database.run(
        "INSERT INTO experiment VALUES (7, 'e', 'spec', 1700000000000);"
        "INSERT INTO event VALUES (7, 1, 1, 1, 2, NULL, 1700000000001, 'r');"
        "INSERT INTO event VALUES (7, 2, 2, 1, NULL, -7.5, 1700000000002, 's');"
        "INSERT INTO event VALUES (7, 3, 3, 2, 1, 0.25, 1700000000003, 't');"
        "INSERT INTO event VALUES (7, 4, 4, 1, NULL, NULL, 1700000000004, NULL);");
  }
  const std::vector<Event> before = {Asked{1, 2}, Told{1, -7.5}, Observed{2, 1, 0.25},
                                     Abandoned{1}};
  const auto store = open_store(file);
  EXPECT_EQ(log_of(*store, "e"), before);
  EXPECT_EQ(store->spec("e"), "spec");
  EXPECT_EQ(store->identity("e"), 7u);
  EXPECT_EQ(store->list().at(0).created, "2023-11-14T22:13:20Z");
  EXPECT_TRUE(store->holds("e", "s"));
  append(*store, "e", {Observed{3, 0, 0.5, "noted"}});
  EXPECT_EQ(log_of(*open_store(file), "e", 4), (std::vector<Event>{Observed{3, 0, 0.5, "noted"}}));
  const store::SqliteDatabase database({.file = file, .vfs = {}});
  EXPECT_EQ(database.number("PRAGMA user_version"), 5);
  EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(database.number("SELECT count(*) FROM event WHERE note IS NULL"), 4);
}

TEST_F(SqliteFile, RemovingAnExperimentRemovesItsEvents) {
  make();
  open_store(file)->remove("e");
  const store::SqliteDatabase database({.file = file, .vfs = {}});
  EXPECT_EQ(database.number("SELECT count(*) FROM event"), 0);
}

TEST_F(SqliteFile, AnOlderSchemaIsBroughtUpToDate) {
  make();
  std::vector<store::Migration> steps(store::sqlite_migrations().begin(),
                                      store::sqlite_migrations().end());
  steps.push_back(
      {"ALTER TABLE experiment ADD COLUMN note TEXT; UPDATE experiment SET note = 'x'"});
  const store::SqliteDatabase database({.file = file, .vfs = {}});
  store::bring_up_to_date(database, steps);
  EXPECT_EQ(database.number("PRAGMA user_version"), 6);
  EXPECT_EQ(database.text("SELECT note FROM experiment"), "x");
  EXPECT_EQ(database.number("SELECT count(*) FROM event"), 2);
  // An older mirador now finds a newer file.
  const std::string message = message_of<InputError>([&] { open_store(file); });
  EXPECT_SAYS(message, "newer mirador (schema 6, this one knows 5): upgrade mirador");
}

TEST_F(SqliteFile, AMigrationThatFailsChangesNothing) {
  make();
  const std::vector<store::Migration> steps = {{""},
                                               {""},
                                               {""},
                                               {""},
                                               {"ALTER TABLE experiment ADD COLUMN note TEXT"},
                                               {"INSERT INTO nowhere VALUES (1)"}};
  {
    const store::SqliteDatabase database({.file = file, .vfs = {}});
    EXPECT_THROW(store::bring_up_to_date(database, steps), RunError);
    EXPECT_EQ(database.number("PRAGMA user_version"), 5);
  }
  EXPECT_EQ(log_of(*open_store(file), "e").size(), 2u);
}

TEST_F(SqliteFile, ANewerSchemaIsLeftAlone) {
  make();
  run_sql(file, "PRAGMA user_version = 6");
  const std::string before = contents(file);
  EXPECT_SAYS(message_of<InputError>([&] { open_store(file); }), "(schema 6, this one knows 5)");
  EXPECT_EQ(contents(file), before);
}

TEST_F(SqliteFile, ASchemaBelowZeroIsDamage) {
  make();
  run_sql(file, "PRAGMA user_version = -3");
  const std::string before = contents(file);
  EXPECT_SAYS(message_of<RunError>([&] { open_store(file); }), "damaged (schema -3)");
  EXPECT_EQ(contents(file), before);
}

TEST_F(SqliteFile, AForeignFileIsLeftAlone) {
  const std::string notes = folder.file("notes.txt");
  write_file(notes, std::string(5000, 'n'));
  EXPECT_SAYS(message_of<InputError>([&] { open_store(notes); }), "not a mirador store");
  EXPECT_EQ(contents(notes), std::string(5000, 'n'));
  write_file(notes, "short");
  EXPECT_SAYS(message_of<InputError>([&] { open_store(notes); }), "not a mirador store");
  EXPECT_EQ(contents(notes), "short");

  for (const char* sql : {"CREATE TABLE event (a)", "PRAGMA application_id = 77",
                          "PRAGMA user_version = 1", "CREATE VIEW v AS SELECT 1"}) {
    const std::string other = folder.file("other.db");
    std::filesystem::remove(other);
    run_sql(other, sql);
    const std::string before = contents(other);
    EXPECT_SAYS(message_of<InputError>([&] { open_store(other); }), "another program");
    EXPECT_EQ(contents(other), before) << sql;
  }
  EXPECT_SAYS(message_of<InputError>([&] { open_store(folder.path().string()); }), "is a folder");
  EXPECT_SAYS(message_of<InputError>([&] { open_store(folder.file("no/such.db")); }), "no folder");
  EXPECT_SAYS(message_of<InputError>([&] { open_store(""); }), "empty");
  EXPECT_SAYS(message_of<RunError>([&] { open_store(":memory:"); }), "file system");
}

TEST_F(SqliteFile, ADamagedFileIsAClearErrorAndLeftAlone) {
  {
    const auto store = open_store(file);
    std::vector<Event> events;
    for (Ticket i = 1; i <= 5000; ++i) events.push_back(Observed{i, 0, 0.5});
    store->create("e", "spec", events);
  }
  const std::string whole = contents(file);
  ASSERT_GT(whole.size(), 100'000u);
  for (const std::size_t size :
       {std::size_t{50}, std::size_t{3000}, std::size_t{4096}, whole.size() / 2}) {
    write_file(file, whole.substr(0, size));
    EXPECT_ANY_THROW({
      try {
        open_store(file);
      } catch (const std::exception& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        EXPECT_SAYS(std::string(error.what()), file);
        throw;
      }
    }) << size;
    EXPECT_EQ(contents(file), whole.substr(0, size));
  }
  // Pages of garbage in the middle: detected when they are read.
  std::string rubbish = whole;
  rubbish.replace(40'960, 40'960, 40'960, '\x5a');
  write_file(file, rubbish);
  const std::string message = message_of<RunError>([&] { log_of(*open_store(file), "e"); });
  EXPECT_SAYS(message, "damaged");
  EXPECT_EQ(contents(file), rubbish);
}

/// Root may write everywhere, so the attempt is made by the user nobody in a separate process.
std::string as_nobody(const std::function<void()>& action) {
  Child child([&](const Child::Report& report) {
    if (getuid() == 0 && setuid(65534) != 0) throw RunError("cannot become nobody");
    try {
      action();
      report("done");
    } catch (const RunError& error) {
      report(error.what());
    }
  });
  return child.all_lines();
}

TEST_F(SqliteFile, ReadOnlyFilesAndFolders) {
  make();
  chmod(folder.path().c_str(), 0777);
  chmod(file.c_str(), 0444);
  const auto tell = [&] { append(*open_store(file), "e", {Asked{2, 0}}); };
  EXPECT_SAYS(as_nobody(tell), "read-only; change its permissions");
  EXPECT_EQ(as_nobody([&] { log_of(*open_store(file), "e"); }), "done\n");
  std::filesystem::remove(file + "-wal");
  std::filesystem::remove(file + "-shm");
  chmod(folder.path().c_str(), 0555);
  EXPECT_SAYS(as_nobody(tell), "read-only");
  chmod(file.c_str(), 0666);
  EXPECT_SAYS(as_nobody(tell), "permissions");
  const std::string message = as_nobody([&] { open_store(folder.file("new.db")); });
  EXPECT_SAYS(message, "check the permissions of the file and of its folder");
  chmod(file.c_str(), 0000);
  EXPECT_SAYS(as_nobody(tell), "cannot be opened");
  chmod(folder.path().c_str(), 0777);
  EXPECT_EQ(log_of(*open_store(file), "e").size(), 2u);
}

TEST_F(SqliteFile, ABusyFileIsAClearError) {
  make();
  const auto other = open_store(file);
  const auto hurried =
      open_sqlite({.file = file, .patience = std::chrono::milliseconds(300), .vfs = {}});
  const auto transaction = other->write("e", "r");
  const auto began = std::chrono::steady_clock::now();
  const std::string message = message_of<RunError>([&] { hurried->write("e", "s"); });
  const auto waited = std::chrono::steady_clock::now() - began;
  EXPECT_SAYS(message, "busy: another process has been writing for 0.30 s; try again");
  EXPECT_GE(waited, std::chrono::milliseconds(300));
  message_of<RunError>([&] { hurried->create("f", "", {}); });
  transaction->commit();
  append(*hurried, "e", {Asked{2, 0}});
}

TEST_F(SqliteFile, AWriterWaitsForItsTurn) {
  make();
  const auto first = open_store(file);
  auto transaction = first->write("e", "r");
  transaction->append(std::vector<Event>{Asked{2, 0}});
  std::thread other([&] { append(*open_store(file), "e", {Asked{3, 0}}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  transaction->commit();
  other.join();
  const std::vector<Event> log = log_of(*first, "e", 2);
  EXPECT_EQ(log, (std::vector<Event>{Asked{2, 0}, Asked{3, 0}}));
}

TEST_F(SqliteFile, ALockedDatabaseOfAnotherProgramIsAClearError) {
  make();
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(db, "BEGIN IMMEDIATE; DELETE FROM event", nullptr, nullptr, nullptr), 0);
  const auto store =
      open_sqlite({.file = file, .patience = std::chrono::milliseconds(100), .vfs = {}});
  EXPECT_EQ(log_of(*store, "e").size(), 2u);
  EXPECT_SAYS(message_of<RunError>([&] { store->write("e", "r"); }), "busy");
  sqlite3_close(db);
  append(*store, "e", {Asked{2, 0}});
}

TEST_F(SqliteFile, OneTransactionAtATime) {
  make();
  const auto store = open_store(file);
  const auto transaction = store->write("e", "r");
  EXPECT_THROW(store->list(), std::logic_error);
  EXPECT_THROW(store->write("e", "s"), std::logic_error);
}

TEST_F(SqliteFile, ManyMakeTheFileAtOnce) {
  for (int round = 0; round < 5; ++round) {
    const std::string fresh = folder.file("fresh" + std::to_string(round));
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < 8; ++i) {
      children.push_back(std::make_unique<Child>([&](const Child::Report&) {
        open_store(fresh)->create("e" + std::to_string(i), "", {});
      }));
    }
    for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
    EXPECT_EQ(open_store(fresh)->list().size(), 8u);
  }
}

TEST_F(SqliteFile, AFileThatIsMovedOrReplacedIsAClearError) {
  const auto remove = [&](const std::string& name) { std::filesystem::remove(name); };
  const auto replace = [&](const std::string& name) {
    write_file(folder.file("other"), contents(name));
    std::filesystem::rename(folder.file("other"), name);
  };
  const auto move = [&](const std::string& name) {
    std::filesystem::rename(name, folder.file("moved"));
  };
  for (const std::function<void(const std::string&)>& deed :
       {std::function<void(const std::string&)>(remove), {replace}, {move}}) {
    for (const std::string what : {"", "-wal"}) {
      for (const std::string each : {"", "-wal", "-shm", "-acknowledged"}) {
        std::filesystem::remove(file + each);
      }
      make();
      const auto store = open_store(file);
      append(*store, "e", {Asked{2, 0}});
      auto transaction = store->write("e", "r");
      transaction->append(std::vector<Event>{Asked{3, 0}});
      deed(file + what);
      const std::string says = "is not in its place: " + file + what + " was moved";
      EXPECT_SAYS(message_of<RunError>([&] { transaction->commit(); }), says);
      transaction.reset();
      EXPECT_SAYS(message_of<RunError>([&] { append(*store, "e", {Asked{4, 0}}); }), says);
      EXPECT_SAYS(message_of<RunError>([&] { store->create("f", "", {}); }), says);
      EXPECT_SAYS(message_of<RunError>([&] { store->list(); }), says);
      EXPECT_SAYS(message_of<RunError>([&] { log_of(*store, "e"); }), says);
    }
  }
}

TEST_F(SqliteFile, SeveralNamesAreRefused) {
  make();
  const std::string other = folder.file("other.db");
  std::filesystem::create_hard_link(file, other);
  for (const std::string& name : {file, other}) {
    EXPECT_SAYS(message_of<InputError>([&] { open_store(name); }), "has 2 names (hard links)");
  }
  std::filesystem::remove(other);
  EXPECT_EQ(log_of(*open_store(file), "e").size(), 2u);
}

TEST_F(SqliteFile, ASymbolicLinkIsTheFileItself) {
  make();
  const std::string link = folder.file("link.db");
  std::filesystem::create_symlink("test.db", link);
  const auto here = open_store(file), there = open_store(link);
  for (std::uint64_t ticket = 2; ticket < 10; ticket += 2) {
    append(*here, "e", {Asked{ticket, 0}});
    append(*there, "e", {Asked{ticket + 1, 0}});
  }
  EXPECT_EQ(log_of(*here, "e"), log_of(*there, "e"));
  EXPECT_EQ(log_of(*open_store(link), "e").size(), 10u);
  there->create("f", "", {});
  here->remove("f");
  EXPECT_EQ(open_store(link)->list().size(), 1u);  // both names share the acknowledged numbers
  EXPECT_FALSE(std::filesystem::exists(link + "-acknowledged"));
  std::filesystem::remove(link);
  std::filesystem::create_symlink("other.db", link);
  EXPECT_SAYS(message_of<RunError>([&] { there->list(); }), "is not in its place");
  EXPECT_EQ(here->list().size(), 1u);
}

TEST_F(SqliteFile, TheDefaultPlaceIsMade) {
  Child child([&](const Child::Report& report) {
    setenv("XDG_DATA_HOME", folder.file("a/b").c_str(), 1);
    report(default_place());
    open_store(default_place())->create("e", "", {});
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", folder.file("home").c_str(), 1);
    report(default_place());
    open_store(default_place())->create("e", "", {});
  });
  EXPECT_EQ(child.all_lines(), folder.file("a/b/mirador/mirador.db") + "\n" +
                                   folder.file("home/.local/share/mirador/mirador.db") + "\n");
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(open_store(folder.file("a/b/mirador/mirador.db"))->list().size(), 1u);
}

}  // namespace
}  // namespace mirador
