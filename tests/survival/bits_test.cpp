// One bit of a store is flipped: its visible state is unchanged, or it is refused.

#include <fstream>

#include "kill_campaigns.hpp"
#include "mirador/live/json_text.hpp"
#include "player.hpp"

namespace mirador {
namespace {

using namespace testing_support;

std::unique_ptr<Store> open_fast(const std::string& file) {
  return open_sqlite({.file = file, .vfs = {}, .durability = Durability::kill});
}

/// The files of a store at one moment.
class Image {
 public:
  explicit Image(const std::string& file) {
    for (const char* end : ends) {
      std::ifstream in(file + end, std::ios::binary);
      parts_.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  }
  void put(const std::string& file) const {
    std::filesystem::remove(file + "-shm");
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].empty()) {
        std::filesystem::remove(file + ends[i]);
        continue;
      }
      std::ofstream out(file + ends[i], std::ios::binary | std::ios::trunc);
      out << parts_[i];
    }
  }
  /// The bits of one file: the database, its log, or the numbers of acknowledged events.
  std::size_t bits(std::size_t part) const { return 8 * parts_[part].size(); }
  void flip(std::size_t part, std::size_t bit) {
    char& byte = parts_[part][bit / 8];
    byte = static_cast<char>(byte ^ (1 << bit % 8));
  }
  static constexpr std::size_t parts = 3;

 private:
  static constexpr const char* ends[parts] = {"", "-wal", "-acknowledged"};
  std::vector<std::string> parts_;
};

/// Empty if it is refused; any other failure fails the test.
template <class Look>
auto unless_refused(Look&& look) -> std::optional<decltype(look())> {
  try {
    return look();
  } catch (const RunError&) {
  } catch (const InputError&) {
  } catch (const std::exception& error) {
    ADD_FAILURE() << "neither seen nor refused: " << error.what();
  }
  return std::nullopt;
}

struct ListedLine {
  std::string known, heard;

  /// When it was last heard of may be left out.
  bool operator==(const ListedLine& right) const {
    return known == right.known && (heard.empty() || heard == right.heard);
  }
};

std::vector<ListedLine> list_of(Store& store) {
  std::vector<ListedLine> lines;
  for (const auto& [name, created, events, heard] : store.list()) {
    lines.push_back({name + " " + created + " " + std::to_string(events), heard});
  }
  return lines;
}

/// The visible state of an experiment; everything else follows from it.
struct Sight {
  std::string spec;
  std::vector<Event> log;
  Phase phase;
  std::optional<VerdictStatus> verdict;
  std::vector<OpenTicket> open;
  std::optional<Arm> next;
  bool operator==(const Sight&) const = default;
};

Sight sight_of(Store& store, const std::string& name) {
  LiveExperiment experiment(store, name);
  return {to_json(experiment.spec()), log_of(store, name),       experiment.phase(),
          experiment.verdict(),       experiment.open_tickets(), experiment.next()};
}

/// The state of an experiment (optionally with its status), the result of an ask, and the state
/// afterwards.
struct Visit {
  std::optional<Sight> before = {};
  std::optional<ExperimentStatus> status = {};
  std::optional<std::vector<HandedOut>> asked = {};
  std::optional<Sight> after = {};
};

enum class Look { brief, asking, whole };

struct View {
  std::optional<std::vector<ListedLine>> list = {};
  std::vector<Visit> visits = {};
};

class BitsSurvival : public ::testing::Test {
 protected:
  /// Experiments of all kinds, with some of their moves still in the log of SQLite.
  Image make_store(std::uint32_t seed) {
    const std::string file = folder.file("made.db");
    for (const char* end : {"", "-wal", "-shm", "-acknowledged"}) {
      std::filesystem::remove(file + end);
    }
    std::mt19937 random(seed);
    names.clear();
    auto store = open_fast(file);
    for (auto more = random() % 3 + 1; more > 0; --more) {
      names.push_back("experiment " + std::to_string(more));
      Player player(*store, names.back(), static_cast<std::uint32_t>(16 * seed + more));
      for (auto moves = random() % 24; moves > 0; --moves) player.move();
      if (random() % 3 != 0) continue;
      store.reset();  // writes the log back
      store = open_fast(file);
    }
    if (random() % 2 == 0) store.reset();
    return Image(file);
  }

  Image make_small_store() {
    const std::string file = folder.file("small.db");
    names = {"e"};
    auto store = open_fast(file);
    LiveExperiment experiment = LiveExperiment::create(
        *store, "e", {.arms = {"a", "b"}, .family = GaussianSpec{}, .max_samples = 9});
    experiment.ask(4);
    experiment.tell(std::vector<Reading>{{1, 0.5, "note"}, {2, 0.25}});
    experiment.observe("b", 0.75);
    experiment.abandon(3);
    store.reset();  // writes the log back
    return Image(file);
  }

  View look(const Image& image, Look how) {
    image.put(place);
    View view;
    const auto store = unless_refused([&] { return open_fast(place); });
    if (store) view.list = unless_refused([&] { return list_of(**store); });
    for (const std::string& name : names) {
      view.visits.push_back(store ? visit(**store, name, how) : Visit{});
    }
    return view;
  }
  static Visit visit(Store& store, const std::string& name, Look how) {
    const auto see = [&] { return unless_refused([&] { return sight_of(store, name); }); };
    Visit made{.before = see()};
    if (how == Look::brief || !made.before) return made;
    if (how == Look::whole) {
      made.status = unless_refused([&] { return LiveExperiment(store, name).status(); });
    }
    made.asked = unless_refused([&] { return LiveExperiment(store, name).ask(2); });
    made.after = see();
    return made;
  }

  /// Each part is unchanged or refused.
  template <class Thing>
  void compare(const char* what, const std::optional<Thing>& seen,
               const std::optional<Thing>& right) {
    if (!seen) {
      is_refused = true;
    } else {
      EXPECT_TRUE(*seen == *right) << what << " is silently another";
    }
  }
  void compare(const View& seen, const View& right) {
    is_refused = false;
    compare("the list", seen.list, right.list);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Visit &mine = seen.visits[i], &true_one = right.visits[i];
      compare("an experiment", mine.before, true_one.before);
      if (mine.status) compare("a status", mine.status, true_one.status);
      if (!mine.after) continue;
      if (mine.asked) compare("an ask", mine.asked, true_one.asked);
      compare("an experiment afterwards", mine.after,
              mine.asked ? true_one.after : true_one.before);
    }
    ++(is_refused ? refused : same);
  }
  void flip_and_compare(const Image& image, std::size_t part, std::size_t bit, const View& right,
                        Look how) {
    SCOPED_TRACE("bit " + std::to_string(bit) + " of file " + std::to_string(part));
    Image flipped = image;
    flipped.flip(part, bit);
    compare(look(flipped, how), right);
  }

  TemporaryFolder folder;
  const std::string place = folder.file("flipped.db");
  const bool is_long = number_from("MIRADOR_LONG", 0) == 1;
  std::vector<std::string> names;
  bool is_refused = false;
  int same = 0, refused = 0;
};

TEST_F(BitsSurvival, OfManyStores) {
  const std::uint32_t stores = is_long ? 2000 : 10, flips = 10;
  for (std::uint32_t seed = 1; seed <= stores && !HasFailure(); ++seed) {
    SCOPED_TRACE("store " + std::to_string(seed));
    const Image image = make_store(seed);
    const View right = look(image, Look::whole);
    std::mt19937_64 random(seed);
    for (std::uint32_t i = 0; i < flips; ++i) {
      std::size_t part = random() % 4 % Image::parts;  // the database itself twice as often
      if (image.bits(part) == 0) part = 0;
      flip_and_compare(image, part, random() % image.bits(part), right,
                       i == 0 ? Look::whole : Look::asking);
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(same, 0);
  std::printf("%u stores, %d flipped bits: %d the same, %d refused\n", stores, same + refused, same,
              refused);
}

/// All bits in the long run; in the short one a few, and those of page headers.
TEST_F(BitsSurvival, OfASmallStore) {
  const Image image = make_small_store();
  const View right = look(image, Look::whole);
  constexpr std::size_t page = 8 * 4096, head = 8 * 8, step = 1499;
  for (std::size_t part = 0; part < Image::parts; ++part) {
    for (std::size_t bit = 0; bit < image.bits(part) && !HasFailure(); ++bit) {
      if (!is_long && bit % step != 0 && bit % page >= head) continue;
      flip_and_compare(image, part, bit, right, bit % 16 == 0 ? Look::whole : Look::brief);
    }
  }
  std::printf("a small store, %d flipped bits: %d the same, %d refused\n", same + refused, same,
              refused);
}

}  // namespace
}  // namespace mirador
