#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "mirador/store/stores.hpp"

namespace mirador::testing_support {

/// A folder that is deleted with its test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mirador-store.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw RunError("cannot make " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The server of tools/with_postgres.sh; empty if there is none.
inline std::string postgres_address() {
  const char* address = std::getenv("MIRADOR_TEST_POSTGRES");
  return address == nullptr ? std::string() : std::string(address);
}

/// Opens a store whose writers wait for their turn, and keep it, on busy machines too.
inline std::unique_ptr<Store> open_patiently(const std::string& place,
                                             Durability durability = Durability::power_cut) {
  constexpr std::chrono::minutes patience{20};
  if (place.starts_with("postgresql:")) return open_postgres({.url = place, .patience = patience});
  return open_sqlite({.file = place, .patience = patience, .vfs = {}, .durability = durability});
}

/// An empty store of one kind (memory, sqlite, sqlite_kill, postgres), which may be opened several
/// times; except for the one in memory also by other processes.
class Ground {
 public:
  explicit Ground(const std::string& sort) : sort_(sort) {
    if (sort == "memory") shared_ = open_memory();
    if (sort == "postgres" && !missing()) {
      const auto store = open();
      for (const Listing& experiment : store->list()) store->remove(experiment.name);
    }
  }

  bool missing() const { return sort_ == "postgres" && postgres_address().empty(); }
  std::string place() const {
    return sort_ == "postgres" ? postgres_address() : folder_.file("test.db");
  }
  std::shared_ptr<Store> open() const {
    return shared_ ? shared_ : open_patiently(place(), durability());
  }
  bool in_file() const { return sort_.starts_with("sqlite"); }
  Durability durability() const {
    return sort_ == "sqlite_kill" ? Durability::kill : Durability::power_cut;
  }

 private:
  std::string sort_;
  TemporaryFolder folder_;
  std::shared_ptr<Store> shared_;
};

/// Tests that run on several kinds of stores, named by their parameter.
class StoreTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (ground.missing()) GTEST_SKIP() << "no PostgreSQL: run it by tools/with_postgres.sh";
  }
  Ground ground{GetParam()};
};

inline std::vector<Event> log_of(Store& store, const std::string& name, std::uint64_t after = 0) {
  std::vector<Event> events;
  store.read(name, after, [&](const Event& event) { events.push_back(event); });
  return events;
}

inline void append(Store& store, const std::string& name, const std::vector<Event>& events,
                   const Request& request = "") {
  const auto transaction = store.write(name, request);
  transaction->append(events);
  transaction->commit();
}

/// Is the version another one? Waits for notifications; the limit is for busy machines.
inline bool changes(Store& store, std::uint64_t version) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (store.version() == version) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// The message of the exception of an action, which must be one line of the right type.
template <class Error, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another sort of error: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

#define EXPECT_SAYS(message, words) EXPECT_NE((message).find(words), std::string::npos) << (message)

}  // namespace mirador::testing_support
