#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "ground.hpp"

/// For any damage to a stored log, reading returns what was written, or is refused.
namespace mirador::testing_support {
namespace {

const std::vector<Event>& events() {
  static const std::vector<Event> all = {Asked{1, 0},          Asked{2, 1}, Told{1, 0.5, "note"},
                                         Told{2, -7.25},       Asked{3, 1}, Abandoned{3},
                                         Observed{4, 0, 1e-9}, Asked{5, 0}, Reissued{5}};
  return all;
}

/// The visible state of the store; empty if it is refused.
std::optional<std::string> seen(const std::string& place) {
  std::ostringstream text;
  try {
    const auto store = open_store(place);
    for (const Listing& item : store->list()) {
      text << item.name << ' ' << item.created << ' ' << item.events << ' '
           << store->spec(item.name);
      for (const Event& event : log_of(*store, item.name)) {
        text << ' ' << event.index();
        std::visit(
            [&](const auto& e) {
              text << ' ' << ticket_of(event);
              if constexpr (requires { e.arm; }) text << " arm " << e.arm;
              if constexpr (requires { e.value; }) text << " value " << e.value;
              if constexpr (requires { e.note; }) text << " note " << e.note;
            },
            event);
      }
    }
  } catch (const RunError&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
  return text.str();
}

class Damage : public ::testing::Test {
 protected:
  Damage() {
    const auto store = open_store(file);
    store->create("e", "the spec", std::span(events()).first(2));
    for (const Event& event : std::span(events()).subspan(2)) append(*store, "e", {event}, "r");
  }
  void run_sql(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database) << ": " << sql;
    sqlite3_close(database);
  }
  /// The number of events read before the damage is detected; all of them must be unchanged.
  std::uint64_t intact() const {
    const auto store = open_store(file);
    std::vector<Event> read;
    try {
      store->read("e", 0, [&](const Event& event) { read.push_back(event); });
      ADD_FAILURE() << "nothing was seen";
    } catch (const DamagedLog& error) {
      EXPECT_EQ(error.events, read.size());
      EXPECT_SAYS(std::string(error.what()), "restore the store from a copy");
      EXPECT_SAYS(std::string(error.what()), "mirador salvage");
    } catch (const RunError& error) {
      EXPECT_SAYS(std::string(error.what()), "damaged");
    }
    EXPECT_TRUE(std::equal(read.begin(), read.end(), events().begin()));
    return read.size();
  }

  TemporaryFolder folder;
  const std::string file = folder.file("damaged.db");
};

TEST_F(Damage, EveryColumnOfEveryEventIsSealed) {
  const std::string before = [&] {
    std::ifstream in(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  for (const char* change :
       {"kind = 65539", "kind = 0", "kind = -1", "kind = 4", "kind = 5", "ticket = 0",
        "ticket = 77", "value = NULL", "value = 'x'", "value = 9e999", "value = 0.25",
        "note = 'other'", "note = NULL", "time = time + 1", "request = 'x'", "seal = seal + 1"}) {
    {
      std::ofstream out(file, std::ios::binary | std::ios::trunc);
      out << before;
    }
    run_sql("UPDATE event SET " + std::string(change) + " WHERE number = 3");
    EXPECT_EQ(intact(), 2u) << change;
  }
}

TEST_F(Damage, ArmsAreSealed) {
  for (const char* arm : {"NULL", "-1", "1", "9223372036854775807"}) {
    run_sql("UPDATE event SET arm = " + std::string(arm) + " WHERE number = 1");
    EXPECT_EQ(intact(), 0u) << arm;
  }
}

TEST_F(Damage, ALostEventIsSeen) {
  run_sql("DELETE FROM event WHERE number = 5");
  EXPECT_EQ(intact(), 4u);
}
TEST_F(Damage, ALostEndIsSeen) {
  run_sql("DELETE FROM event WHERE number > 7");
  EXPECT_EQ(intact(), 7u);
}
TEST_F(Damage, AnAddedEventIsSeen) {
  run_sql(
      "INSERT INTO event SELECT experiment, 10, kind, 9, arm, value, time, request, note, seal "
      "FROM event WHERE number = 1");
  EXPECT_EQ(intact(), 9u);
}
TEST_F(Damage, ExchangedEventsAreSeen) {
  run_sql(
      "UPDATE event SET number = -1 WHERE number = 1; UPDATE event SET number = 1 WHERE "
      "number = 2; UPDATE event SET number = 2 WHERE number = -1");
  EXPECT_EQ(intact(), 0u);
}
TEST_F(Damage, TheHeadingIsSealed) {
  for (const char* change : {"spec = 'another'", "created = created + 1000", "seal = seal + 1"}) {
    run_sql("UPDATE experiment SET " + std::string(change));
    EXPECT_SAYS(message_of<RunError>([&] { open_store(file)->spec("e"); }), "is damaged") << change;
  }
  run_sql("UPDATE experiment SET name = 'f'");
  EXPECT_SAYS(message_of<RunError>([&] { open_store(file)->spec("f"); }), "is damaged");
}
TEST_F(Damage, AnotherNameIsSealed) {
  open_store(file)->rename("e", "f");
  EXPECT_EQ(log_of(*open_store(file), "f"), events());
  const auto refuses = [&](const std::string& change, const std::string& name) {
    run_sql("UPDATE experiment SET " + change);
    EXPECT_SAYS(message_of<RunError>([&] { open_store(file)->spec(name); }), "is damaged")
        << change;
  };
  refuses("name = 'g'", "g");
  refuses("name = 'f', born = 'x'", "f");
  refuses("born = ''", "f");
  refuses("born = 'e', spec = 'another'", "f");
}
TEST_F(Damage, TheNumberOfEventsIsSealed) {
  run_sql("UPDATE experiment SET events = 8");
  EXPECT_EQ(intact(), 0u);
  EXPECT_SAYS(message_of<RunError>([&] { open_store(file)->list(); }), "number of its events");
}

/// A reader that has read a part detects damage in the rest.
TEST_F(Damage, ALaterReaderSeesIt) {
  run_sql("UPDATE event SET value = 3.5 WHERE number = 7");
  const auto store = open_store(file);
  EXPECT_EQ(log_of(*store, "e", 7).size(), 2u);  // 7 was read before
  EXPECT_THROW(log_of(*store, "e", 6), DamagedLog);
  EXPECT_THROW(log_of(*store, "e", 3), DamagedLog);
}

/// Commits are in the log of SQLite until they are written back. Without the log SQLite shows an
/// earlier state.
class LostLog : public ::testing::TestWithParam<Durability> {
 protected:
  /// Copies the file without its log, or with a log in which one bit is flipped.
  void copy(const std::string& from, const std::string& to, std::optional<std::size_t> bit) {
    for (const char* part : {"", "-acknowledged"}) {
      std::filesystem::copy_file(from + part, to + part,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    std::filesystem::remove(to + "-wal");
    std::filesystem::remove(to + "-shm");
    if (!bit) return;
    std::filesystem::copy_file(from + "-wal", to + "-wal");
    std::fstream log(to + "-wal", std::ios::binary | std::ios::in | std::ios::out);
    log.seekg(static_cast<std::streamoff>(*bit / 8));
    const int byte = log.get();
    log.seekp(static_cast<std::streamoff>(*bit / 8));
    log.put(static_cast<char>(byte ^ (1 << *bit % 8)));
  }
  TemporaryFolder folder;
  const std::string file = folder.file("whole.db"), other = folder.file("other.db");
};

TEST_P(LostLog, IsSeen) {
  const auto store =
      open_sqlite({.file = file, .vfs = {}, .durability = GetParam()});  // keeps its log
  store->create("e", "spec", {});
  for (Ticket ticket = 1; ticket <= 20; ++ticket) append(*store, "e", {Asked{ticket, 0}});
  copy(file, other, std::nullopt);
  EXPECT_SAYS(message_of<RunError>([&] { log_of(*open_store(other), "e"); }),
              "has lost what it acknowledged");
  const std::size_t bits = 8 * std::filesystem::file_size(file + "-wal");
  const std::optional<std::string> right = seen(file);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < bits; bit += bits / 150) {
    copy(file, other, bit);
    const std::optional<std::string> found = seen(other);
    if (found) {
      EXPECT_EQ(*found, *right) << "bit " << bit;
    }
    refused += found ? 0 : 1;
  }
  EXPECT_GT(refused, 0u);
  // Restoring an earlier copy of a store must be confirmed.
  copy(file, other, std::nullopt);
  std::filesystem::remove(other + "-acknowledged");
  EXPECT_NO_THROW(open_store(other)->list());
}
INSTANTIATE_TEST_SUITE_P(Damage, LostLog,
                         ::testing::Values(Durability::power_cut, Durability::kill));

TEST(Acknowledged, ForgetsWhatWasRemoved) {
  const TemporaryFolder folder;
  const std::string file = folder.file("e.db");
  for (int i = 0; i < 3; ++i) {
    const auto store = open_store(file);
    store->create("e", "", std::vector<Event>{Asked{1, 0}});
    store->remove("e");
    store->create("f" + std::to_string(i), "", {});
  }
  EXPECT_EQ(open_store(file)->list().size(), 3u);
}

TEST(Acknowledged, AStoreMayBeDeletedAndMadeAnew) {
  const TemporaryFolder folder;
  const std::string file = folder.file("e.db");
  open_store(file)->create("e", "", std::vector<Event>{Asked{1, 0}});
  std::filesystem::remove(file);
  open_store(file)->create("f", "", {});
  EXPECT_EQ(open_store(file)->list().size(), 1u);
}

/// The number of the next experiment is not sealed.
TEST(Acknowledged, AHugeNumberIsNoLoop) {
  const TemporaryFolder folder;
  for (const std::string next : {"8589934592", "9223372036854775800"}) {
    const std::string file = folder.file(next + ".db");
    open_store(file)->create("e", "", std::vector<Event>{Asked{1, 0}});
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    const std::string change = "UPDATE sqlite_sequence SET seq = " + next;
    EXPECT_EQ(sqlite3_exec(database, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    open_store(file)->create("f", "", std::vector<Event>{Asked{1, 0}});
    EXPECT_EQ(open_store(file)->list().size(), 2u);
    EXPECT_EQ(log_of(*open_store(file), "f").size(), 1u);
  }
}

/// A share of the bits; with MIRADOR_ALL_BITS=1 all of them.
TEST_F(Damage, AFlippedBitIsSeenOrChangesNothing) {
  const std::string before = [&] {
    std::ifstream in(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  const std::optional<std::string> right = seen(file);
  ASSERT_TRUE(right.has_value());
  const std::size_t bits = 8 * before.size();
  const char* all = std::getenv("MIRADOR_ALL_BITS");
  std::size_t refused = 0, same = 0;
  for (std::size_t bit = 0; bit < bits; bit += all == nullptr ? 211 : 1) {
    std::string changed = before;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    {
      std::ofstream out(file, std::ios::binary | std::ios::trunc);
      out << changed;
    }
    std::filesystem::remove(file + "-wal");
    std::filesystem::remove(file + "-shm");
    const std::optional<std::string> found = seen(file);
    if (found) {
      EXPECT_EQ(*found, *right) << "bit " << bit;
    }
    ++(found ? same : refused);
  }
  EXPECT_GT(refused, 0u);
  EXPECT_GT(same, 0u);
  std::cout << refused << " refused, " << same << " the same\n";
}

}  // namespace
}  // namespace mirador::testing_support
