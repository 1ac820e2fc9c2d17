#include <bit>
#include <set>
#include <sstream>

#include "fuzz.hpp"
#include "memory_disk.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/stores.hpp"
#include "sqlite_rows.hpp"
#include "sqlite_schema.hpp"

/// Corrupted SQLite files, as read by list, status, verify and export: they return what was stored,
/// or refuse the file. An input is a list of changes to the files of a small store: the first byte
/// selects the store, and each change has four bytes (two for the position, low byte first; one for
/// the bits to flip; one for the file: even the database, odd its log).
namespace mirador::fuzz {
namespace {

using Files = std::map<std::string, std::string>;

const std::string file = "store.db";

std::unique_ptr<Store> open_image() {
  return open_sqlite({.file = file,
                      .patience = std::chrono::milliseconds(20),
                      .vfs = MemoryDisk::name,
                      .durability = Durability::power_cut});
}

/// The states of a store as it grows, commit by commit, with a fixed date.
class Growing {
 public:
  Growing() : database_({.file = file, .vfs = MemoryDisk::name}) {
    store::bring_up_to_date(database_, store::sqlite_migrations());
  }
  void add(store::Heading heading, const std::vector<Event>& events) {
    heading.spec = spec;
    heading.created = time;
    heading.last = heading.seal = store::seal_of(heading);
    commit([&] {
      store::SqliteStatement insert(
          database_, "INSERT INTO experiment (id, name, spec, created) VALUES (?1, ?2, ?3, ?4)");
      insert.bind(1, heading.id).bind(2, std::string_view(heading.name));
      insert.bind(3, std::string_view(heading.spec)).bind(4, heading.created).run();
      note(heading);
    });
    for (const Event& event : events) commit([&] { append(heading, event); });
  }
  /// After each commit.
  const std::vector<Files>& states() const { return states_; }

 private:
  static constexpr std::int64_t time = 1'700'000'000'000;
  static constexpr const char* spec =
      R"({"mirador_spec":2,"arms":["left","right"],"family":{"name":"gaussian","sigma":1.0},"question":)"
      R"({"name":"best-arm","direction":"highest","margin":0.0},"rule":"lma",)"
      R"("stopping":"heuristic","delta":0.05,"seed":1})";

  template <class Change>
  void commit(Change&& change) {
    database_.run("BEGIN");
    change();
    database_.run("COMMIT");
    states_.push_back(MemoryDisk::get().files);
  }
  void note(const store::Heading& heading) {
    store::SqliteStatement update(database_, store::note_end_sql);
    store::note_end(update, heading);
  }
  void append(store::Heading& heading, const Event& event) {
    store::Row row{.number = ++heading.events,
                   .record = store::to_record(event),
                   .time = time + heading.events,
                   .request = "request"};
    const store::Record& record = row.record;
    row.seal = heading.last = store::seal_of(heading.last, row);
    store::SqliteStatement insert(
        database_,
        "INSERT INTO event (experiment, number, kind, ticket, arm, value, time, request, note, "
        "seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    insert.bind(1, heading.id).bind(2, row.number);
    insert.bind(3, static_cast<std::int64_t>(record.kind)).bind(4, record.ticket);
    if (store::has_arm(record.kind)) insert.bind(5, record.arm);
    if (store::has_value(record.kind)) insert.bind(6, record.value);
    insert.bind(7, row.time).bind(8, row.request);
    if (!record.note.empty()) insert.bind(9, record.note);
    insert.bind(10, std::bit_cast<std::int64_t>(row.seal)).run();
    note(heading);
  }

  store::SqliteDatabase database_;
  std::vector<Files> states_ = {};
};

/// All changes are in the log, which is written back only at the end.
std::vector<Files> growing_states() {
  MemoryDisk::get().files.clear();
  Growing growing;
  growing.add({.id = 1, .name = "coffee"},
              {Asked{1, 0}, Told{1, 0.25, "a note"}, Noted{"n"}, Changed{Setting::delta, 0.01},
               Asked{2, 1}, Told{2, -7.5}, Asked{3, 0}, Reissued{3}, Abandoned{3},
               Observed{4, 1, 1e-9, "", true}, Observed{5, 0, 3.0}});
  growing.add({.id = 2, .name = "tea"}, {});
  return growing.states();
}
Files written_back() {
  growing_states();
  return MemoryDisk::get().files;
}
/// A store of the version before seals.
Files without_seals() {
  MemoryDisk::get().files.clear();
  const store::SqliteDatabase database({.file = file, .vfs = MemoryDisk::name});
  store::bring_up_to_date(database, store::sqlite_migrations().first(3));
  database.run(
      "INSERT INTO experiment VALUES (1, 'coffee', "
      "'{\"mirador_spec\":1,\"arms\":[\"a\",\"b\"],\"family\":{\"name\":\"bernoulli\"},"
      "\"question\":"
      "{\"name\":\"best-arm\",\"direction\":\"highest\",\"margin\":0.0},\"rule\":\"lma\","
      "\"stopping\":\"heuristic\",\"delta\":0.05,\"seed\":1}', 1700000000000);"
      "INSERT INTO event VALUES (1, 1, 1, 1, 0, NULL, 1700000000001, 'r', NULL),"
      "(1, 2, 2, 1, NULL, 1.0, 1700000000002, 's', 'a note'),"
      "(1, 3, 3, 2, 1, 0.0, 1700000000003, 't', NULL)");
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return MemoryDisk::get().files;
}

/// The visible state of an experiment. The date is the store's.
void see(Store& store, const std::string& name, std::ostream& text) {
  const ExperimentSpec spec = spec_from_json(store.spec(name));
  text << to_json(spec) << '\n';
  store.read(name, 0, [&](const Event& event) { text << to_json(event, spec) << '\n'; });
  const ExperimentStatus status = LiveExperiment(store, name).status();
  text << status.samples << ' ' << to_string(status.phase) << '\n';
  std::ostringstream lines;
  export_experiment(store, name, lines);
  text << lines.view();
  const Intact intact = verify_experiment(store, name);
  require(intact.damage.empty(), "what can be read is found intact");
}

/// Empty if it is refused.
std::string seen() {
  std::ostringstream text;
  try {
    const auto store = open_image();
    for (const Listing& item : store->list()) {
      text << item.name << ' ' << item.created << ' ' << item.events << '\n';
      see(*store, item.name, text);
    }
    // The remaining checks; they may refuse the store.
    store->verify();
  } catch (const RunError&) {
    return {};
  } catch (const InputError&) {
    return {};
  }
  return text.str();
}

/// The salvaged events of the first experiment, without the last line, which counts the events.
std::string salvaged() {
  std::ostringstream lines;
  try {
    salvage_experiment(*open_image(), "coffee", lines);
  } catch (const RunError&) {
  } catch (const InputError&) {
  }
  const std::string text = lines.str();
  return text.substr(0, text.rfind("{\"events\""));
}

struct Image {
  Files files;
  /// The states that may be visible. SQLite returns to an earlier state if its log is damaged; for
  /// a file on a disk FILE-acknowledged reveals that.
  std::set<std::string> right;
  std::string saved = {};  // of the undamaged store
};

std::string seen_of(const Files& files) {
  MemoryDisk::get().files = files;
  const std::string found = seen();
  require(!found.empty(), "a store that is whole is not refused");
  return found;
}

std::vector<Image> images() {
  const Files whole = written_back(), old = without_seals();
  const std::vector<Files> states = growing_states();
  std::set<std::string> seen_before;
  for (const Files& state : states) seen_before.insert(seen_of(state));
  seen_of(old);
  std::vector<Image> all = {{whole, {seen_of(whole)}}, {states.back(), seen_before}, {old, {}}};
  for (Image& image : all) {
    MemoryDisk::get().files = image.files;
    image.saved = salvaged();
    require(!image.saved.empty(), "an experiment that is whole can be saved");
  }
  return all;
}

void change(Input& input, Files& files) {
  const std::string_view suffix = "-wal";
  while (!input.empty()) {
    const std::size_t low = input.byte(), high = input.byte();
    const char bits = static_cast<char>(input.byte());
    std::string& bytes = files[file + std::string(input.byte() % 2 == 0 ? "" : suffix)];
    if (bytes.empty()) continue;
    char& byte = bytes[(high << 8 | low) % bytes.size()];
    byte = static_cast<char>(byte ^ bits);
  }
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador::fuzz;
  static const std::vector<Image> all = images();
  Input input(data, size);
  const Image& image = all[input.byte() % all.size()];
  Files damaged = image.files;
  change(input, damaged);
  MemoryDisk::get().files = damaged;
  const std::string found = seen();
  require(image.right.empty() || found.empty() || image.right.contains(found),
          "the same, or refused");
  if (!found.empty()) return 0;
  MemoryDisk::get().files = damaged;
  const std::string saved = salvaged();
  require(image.right.empty() || image.saved.starts_with(saved), "what is saved was stored");
  return 0;
}
