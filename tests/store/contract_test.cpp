// The requirements on every store, checked on every store.

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <thread>
#include <utility>

#include "ground.hpp"

namespace mirador {
namespace {

using namespace testing_support;

class Contract : public StoreTest {};

TEST_P(Contract, EventsComeBackInOrder) {
  const auto store = ground.open();
  const std::vector<Event> first = {Asked{1, 2}, Observed{2, 0, 0.25}};
  const std::vector<Event> second = {Abandoned{1}, Asked{3, 1}, Reissued{3},
                                     Told{3, -7.5, "n", true}, Told{1, 2.5}};
  store->create("e", "spec", {});
  append(*store, "e", first);
  append(*store, "e", second);
  std::vector<Event> all = first;
  all.insert(all.end(), second.begin(), second.end());
  EXPECT_EQ(log_of(*store, "e"), all);
  EXPECT_EQ(log_of(*store, "e", 2), second);
  EXPECT_EQ(log_of(*store, "e", all.size()), std::vector<Event>{});
  EXPECT_THROW(log_of(*store, "e", 500), DamagedLog);
  EXPECT_EQ(log_of(*ground.open(), "e"), all);
}

TEST_P(Contract, NotesAndChangesComeBack) {
  const std::vector<Event> events = {Noted{"a note\nof two lines ☕"},
                                     Changed{Setting::max_samples, 0.0},
                                     Asked{1, 0},
                                     Changed{Setting::delta, 0.1 + 0.2},
                                     Told{1, 0.5},
                                     Observed{2, 1, 0.25, "n", true},
                                     Observed{3, 1, 0.5},
                                     Changed{Setting::margin, 1e-300},
                                     ArmAdded{"new ☕"},
                                     ArmAdded{"two", true},
                                     ArmRetired{1},
                                     ArmRetired{0, true},
                                     Tagged{"t"},
                                     Untagged{"t"},
                                     Noted{"another"}};
  const auto store = ground.open();
  store->create("e", "", events);
  append(*store, "e", {Noted{"same"}, Noted{"same"}}, "r");
  std::vector<Event> all = events;
  all.insert(all.end(), {Noted{"same"}, Noted{"same"}});
  EXPECT_EQ(log_of(*ground.open(), "e"), all);
  EXPECT_EQ(store->write("e", "s")->appended("r"),
            (std::vector<Event>{Noted{"same"}, Noted{"same"}}));
  EXPECT_THROW(append(*store, "e", {Observed{2, 0, 1.0}}), RunError);
  EXPECT_THROW(append(*store, "e", {Noted{"\xff"}}), RunError);
  EXPECT_THROW(append(*store, "e", {Changed{Setting::delta, std::nan("")}}), RunError);
}

TEST_P(Contract, AnExperimentIsRenamed) {
  const auto store = ground.open();
  store->create("a", "spec", std::vector<Event>{Asked{1, 0}});
  store->create("b", "", {});
  const std::uint64_t identity = store->identity("a");
  EXPECT_SAYS(message_of<InputError>([&] { store->rename("a", "b"); }), "\"b\" already");
  EXPECT_SAYS(message_of<InputError>([&] { store->rename("c", "d"); }), "no experiment \"c\"");
  EXPECT_SAYS(message_of<InputError>([&] { store->rename("a", "\xff"); }), "name");
  for (const auto& [from, to] : {std::pair("a", "c"), std::pair("c", "d"), std::pair("d", "a"),
                                 std::pair("a", "größer ☕")}) {
    store->rename(from, to);
    const auto other = ground.open();
    EXPECT_EQ(other->identity(to), identity);
    EXPECT_EQ(other->spec(to), "spec");
    const std::string old = from;
    message_of<InputError>([&] { other->identity(old); });
    append(*other, to, {Asked{log_of(*other, to).size() + 1, 0}});
  }
  EXPECT_EQ(log_of(*store, "größer ☕").size(), 5u);
  const std::vector<Listing> list = store->list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1].name, "größer ☕");
  store->create("a", "new", {});  // its name is free
  EXPECT_EQ(log_of(*store, "a").size(), 0u);
}

TEST_P(Contract, ATicketHasOneResultInABatchToo) {
  const auto store = ground.open();
  store->create("e", "", {});
  append(*store, "e", {Asked{1, 0}, Asked{2, 0}, Told{1, 0.5, "", true}, Told{2, 0.5}});
  message_of<RunError>([&] { append(*store, "e", {Told{1, 0.5}}); });
  message_of<RunError>([&] { append(*store, "e", {Told{2, 0.5, "", true}}); });
  EXPECT_EQ(log_of(*store, "e").size(), 4u);
}

TEST_P(Contract, TicketsThatWereHandedOutLongAgo) {
  using namespace std::chrono_literals;
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Asked{2, 0}});
  std::this_thread::sleep_for(50ms);
  append(*store, "e", {Reissued{1}, Asked{3, 0}, Told{2, 0.5}});
  const auto tickets = [&](std::chrono::milliseconds age) {
    const auto found = store->write("e", fresh_request())->handed_out_before(age);
    return std::set<Ticket>(found.begin(), found.end());
  };
  EXPECT_EQ(tickets(0ms), (std::set<Ticket>{1, 2, 3}));
  EXPECT_EQ(tickets(1h), std::set<Ticket>{});
  // Ticket 1 was handed out again after the pause, so only 2 is as old as the pause.
  const std::set<Ticket> old = tickets(50ms);
  EXPECT_TRUE(old.contains(2));
  std::this_thread::sleep_for(60ms);
  EXPECT_EQ(tickets(50ms), (std::set<Ticket>{1, 2, 3}));
}

TEST_P(Contract, DoublesComeBackBitForBit) {
  using limits = std::numeric_limits<double>;
  const std::vector<double> values = {0.0,
                                      -0.0,
                                      1.0,
                                      -1.0,
                                      0.1,
                                      1e308,
                                      limits::max(),
                                      limits::min(),
                                      limits::denorm_min(),
                                      -2.5e-320,
                                      1.0 / 3.0,
                                      9007199254740993.0,
                                      -limits::max(),
                                      1e22,
                                      4611686018427387904.0};
  std::vector<Event> told, observed;
  Ticket ticket = 0;
  for (const double value : values) told.push_back(Told{++ticket, value});
  for (const double value : values) observed.push_back(Observed{++ticket, 1, value});
  const auto store = ground.open();
  store->create("e", "", told);
  append(*store, "e", observed);
  const std::vector<Event> log = log_of(*ground.open(), "e");
  ASSERT_EQ(log.size(), 2 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::get<Told>(log[i]).value), bits) << values[i];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::get<Observed>(log[values.size() + i]).value), bits);
  }
}

TEST_P(Contract, NotesComeBackByteForByte) {
  const std::vector<std::string> notes = {R"({"user":0.25,"exit":0})",
                                          "Größe ☕ 𝄞",
                                          "'; DROP TABLE event; --",
                                          "NULL",
                                          "{}",
                                          "\\N",
                                          " \t\n\r ",
                                          "\x01\x7f",
                                          std::string(100'000, 'n'),
                                          "",
                                          "last"};
  std::vector<Event> told, observed;
  Ticket ticket = 0;
  for (const std::string& note : notes) told.push_back(Told{++ticket, 0.5, note});
  told.push_back(Asked{++ticket, 1});
  for (const std::string& note : notes) observed.push_back(Observed{++ticket, 1, 0.5, note});
  const auto store = ground.open();
  store->create("e", "", told);
  append(*store, "e", observed);
  EXPECT_EQ(log_of(*ground.open(), "e", told.size()), observed);
  told.insert(told.end(), observed.begin(), observed.end());
  EXPECT_EQ(log_of(*ground.open(), "e"), told);
}

TEST_P(Contract, ANoteThatIsNoTextIsRefused) {
  const auto store = ground.open();
  store->create("e", "", {});
  for (const std::string& note : {std::string("\xff"), std::string("a\0b", 3), std::string(1, 0)}) {
    const std::vector<Event> events = {Asked{1, 0}, Told{1, 0.5}, Observed{2, 0, 0.5, note}};
    EXPECT_SAYS(message_of<RunError>([&] { append(*store, "e", events); }), "note of ticket 2");
    message_of<RunError>([&] { store->create("f", "", events); });
  }
  EXPECT_EQ(log_of(*store, "e").size(), 0u);
  EXPECT_EQ(store->list().size(), 1u);
}

TEST_P(Contract, LargeTicketsAndArms) {
  const std::vector<Event> events = {Asked{std::uint64_t{1} << 62, 1'000'000'007},
                                     Abandoned{std::numeric_limits<Ticket>::max()}};
  ground.open()->create("e", "", events);
  EXPECT_EQ(log_of(*ground.open(), "e"), events);
}

TEST_P(Contract, WhatIsNotFiniteIsRefused) {
  const auto store = ground.open();
  store->create("e", "", {});
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const std::vector<Event> events = {Asked{1, 0}, Told{1, value}};
    EXPECT_SAYS(message_of<RunError>([&] { append(*store, "e", events); }), "ticket 1");
    message_of<RunError>([&] { store->create("f", "", events); });
  }
  EXPECT_EQ(log_of(*store, "e").size(), 0u);
  EXPECT_EQ(store->list().size(), 1u);
}

TEST_P(Contract, WhatIsNotCommittedNeverWas) {
  const auto store = ground.open();
  const std::vector<Event> before = {Asked{1, 0}};
  store->create("e", "", before);
  {
    const auto transaction = store->write("e", "dropped");
    transaction->append(std::vector<Event>{Told{1, 1.0}, Asked{2, 1}});
  }
  EXPECT_EQ(log_of(*store, "e"), before);
  EXPECT_FALSE(store->holds("e", "dropped"));
  append(*store, "e", {Told{1, 2.0}}, "kept");
  EXPECT_EQ(log_of(*store, "e"), (std::vector<Event>{Asked{1, 0}, Told{1, 2.0}}));
}

TEST_P(Contract, ATransactionReadsWhatOthersCommitted) {
  const auto store = ground.open();
  store->create("e", "", {});
  append(*ground.open(), "e", {Asked{1, 0}, Asked{2, 1}});
  const auto transaction = store->write("e", "r");
  std::vector<Event> seen;
  transaction->read(1, [&](const Event& event) { seen.push_back(event); });
  EXPECT_EQ(seen, (std::vector<Event>{Asked{2, 1}}));
  transaction->append(std::vector<Event>{Asked{3, 0}});
  transaction->append(std::vector<Event>{Asked{4, 0}});
  seen.clear();
  transaction->read(2, [&](const Event& event) { seen.push_back(event); });
  EXPECT_EQ(seen, (std::vector<Event>{Asked{3, 0}, Asked{4, 0}}));
  transaction->commit();
  EXPECT_EQ(log_of(*ground.open(), "e").size(), 4u);
}

TEST_P(Contract, ATicketHasOneResult) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Told{1, 1.0}, Asked{2, 0}});
  for (const std::vector<Event>& events :
       {std::vector<Event>{Asked{3, 0}, Told{1, 1.0}}, std::vector<Event>{Observed{1, 0, 5.0}},
        std::vector<Event>{Told{2, 5.0}, Told{2, 5.0}}}) {
    EXPECT_SAYS(message_of<RunError>([&] { append(*store, "e", events); }), "second result");
    EXPECT_EQ(log_of(*store, "e").size(), 3u);
  }
  message_of<RunError>([&] {
    store->create("f", "", std::vector<Event>{Told{1, 1.}, Told{1, 1.}});
  });
  EXPECT_EQ(store->list().size(), 1u);
  append(*store, "e", {Told{2, 5.0}});
  // Tickets belong to their experiment.
  store->create("g", "", std::vector<Event>{Asked{1, 0}, Told{1, 1.0}});
}

TEST_P(Contract, AFailedTransactionIsOver) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Told{1, 1.0}});
  const auto transaction = store->write("e", "r");
  transaction->append(std::vector<Event>{Asked{2, 0}});
  EXPECT_THROW(transaction->append(std::vector<Event>{Told{1, 1.0}}), RunError);
  EXPECT_THROW(transaction->append(std::vector<Event>{Asked{3, 0}}), std::logic_error);
  EXPECT_THROW(transaction->commit(), std::logic_error);
  EXPECT_EQ(log_of(*ground.open(), "e").size(), 2u);
  append(*ground.open(), "e", {Asked{2, 0}});
}

TEST_P(Contract, NamesAreKnownOrNot) {
  const auto store = ground.open();
  store->create("e", "", {});
  EXPECT_SAYS(message_of<InputError>([&] { store->create("e", "other", {}); }), "\"e\" already");
  EXPECT_EQ(store->spec("e"), "");
  const auto unknown = [&](auto action) {
    EXPECT_SAYS(message_of<InputError>(action), "there is no experiment \"nobody\"");
  };
  unknown([&] { store->spec("nobody"); });
  unknown([&] { log_of(*store, "nobody"); });
  unknown([&] { store->identity("nobody"); });
  unknown([&] { store->write("nobody", "r"); });
  unknown([&] { store->holds("nobody", "r"); });
  unknown([&] { store->remove("nobody"); });
  unknown([&] { store->rename("nobody", "somebody"); });
  append(*store, "e", {Asked{1, 0}});
}

TEST_P(Contract, NamesWithOddCharacters) {
  const auto store = ground.open();
  const std::vector<std::string> names = {
      "a b", "'; DROP TABLE event; --", "\"quoted\"",          "Größe ☕", "%_\\",
      "$1",  "tab\tand\nline",          std::string(3000, 'x')};
  const std::string spec = "{\"arms\": [\"\\u0000\", \"é\"],\n 'x': $$}";
  for (const std::string& name : names) {
    store->create(name, spec + name, std::vector<Event>{Asked{1, 0}});
    append(*store, name, {Told{1, 1.0}}, "request of " + name);
  }
  const auto other = ground.open();
  for (const std::string& name : names) {
    EXPECT_EQ(other->spec(name), spec + name);
    EXPECT_EQ(log_of(*other, name).size(), 2u);
    EXPECT_TRUE(other->holds(name, "request of " + name));
  }
  for (const std::string& name : names) other->remove(name);
  EXPECT_EQ(store->list().size(), 0u);
  const std::vector<std::string> impossible = {
      "", "\xff", "\xc0\xaf", "\xed\xa0\x80", "cut \xe2\x98", std::string("a\0b", 3)};
  for (const std::string& name : impossible) {
    EXPECT_SAYS(message_of<InputError>([&] { store->create(name, "", {}); }), "name");
  }
}

TEST_P(Contract, ListAndRemove) {
  const auto store = ground.open();
  EXPECT_EQ(store->list().size(), 0u);
  store->create("b", "", {});
  store->create("a", "", std::vector<Event>{Asked{1, 0}, Told{1, 1.0}});
  append(*store, "a", {Asked{2, 0}});
  const std::vector<Listing> list = ground.open()->list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name, "a");
  EXPECT_EQ(list[0].events, 3u);
  EXPECT_EQ(list[1].name, "b");
  EXPECT_EQ(list[1].events, 0u);
  EXPECT_EQ(list[0].created.size(), std::string("2025-01-31T12:00:00Z").size());
  EXPECT_EQ(list[0].created.substr(0, 2), "20");
  store->remove("a");
  EXPECT_EQ(ground.open()->list().size(), 1u);
  // A new experiment with the same name has nothing of the old one.
  store->create("a", "new", {});
  EXPECT_EQ(log_of(*store, "a").size(), 0u);
  EXPECT_EQ(store->spec("a"), "new");
}

TEST_P(Contract, WhatARequestAppendedIsKnown) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}});
  const std::vector<Event> one = {Asked{2, 0}, Told{2, 0.5, "note"}, Asked{3, 1}},
                           two = {Asked{4, 0}};
  append(*store, "e", one, "one");
  append(*store, "e", two, "two");
  const auto other = ground.open();
  const auto transaction = other->write("e", "three");
  EXPECT_EQ(transaction->appended("one"), one);
  EXPECT_EQ(transaction->appended("two"), two);
  EXPECT_EQ(transaction->appended("three"), std::nullopt);
}

/// One request of a group: its events and its id.
struct Part {
  Request request;
  std::vector<Event> events;
};

void append_together(Transaction& transaction, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    EXPECT_EQ(transaction.appended(part.request), std::nullopt);
    transaction.begin_request(part.request);
    // In two pieces, which makes no difference.
    transaction.append(std::span(part.events).first(1));
    transaction.append(std::span(part.events).subspan(1));
  }
}

TEST_P(Contract, SeveralRequestsShareATransaction) {
  const Request made = fresh_request();
  const std::vector<Part> parts = {{"a", {Asked{2, 0}, Told{2, 0.5, "note"}, Asked{3, 1}}},
                                   {"key:b ☕", {Asked{4, 0}}},
                                   {made, {Observed{5, 1, 0.5, "", true}, Observed{6, 1, 0.25}}},
                                   {std::string(32, 'f'), {Told{3, 0.5}, Told{4, 0.5}}},
                                   {std::string(200, 'x'), {Noted{"n"}}}};
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}});
  store->create("f", "", {});
  {
    const auto transaction = store->write("e", {});
    append_together(*transaction, parts);
    // A repeat in the same group is found too.
    for (const Part& part : parts) EXPECT_EQ(transaction->appended(part.request), part.events);
    transaction->commit();
  }
  append(*store, "e", {Asked{7, 0}});  // of no request that anyone named
  append(*store, "f", {Asked{1, 0}}, "a");
  const auto other = ground.open();
  for (const Part& part : parts) EXPECT_TRUE(other->holds("e", part.request)) << part.request;
  EXPECT_FALSE(other->holds("f", "key:b ☕"));
  EXPECT_EQ(log_of(*other, "e").size(), 11u);
  const auto again = other->write("e", {});
  for (const Part& part : parts) EXPECT_EQ(again->appended(part.request), part.events);
  EXPECT_EQ(again->appended("c"), std::nullopt);
}

TEST_P(Contract, AGroupThatFailsHalfWayLeavesNothing) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Told{1, 1.0}});
  {
    const auto transaction = store->write("e", {});
    append_together(*transaction, {{"a", {Asked{2, 0}, Asked{3, 0}}}, {"b", {Asked{4, 0}}}});
    transaction->begin_request("c");
    EXPECT_THROW(transaction->append(std::vector<Event>{Asked{5, 0}, Told{1, 0.5}}), RunError);
    EXPECT_THROW(transaction->commit(), std::logic_error);
  }
  {
    const auto transaction = store->write("e", {});
    append_together(*transaction, {{"a", {Asked{2, 0}}}, {"b", {Asked{3, 0}}}});
  }  // dropped
  const auto other = ground.open();
  for (const Request request : {"a", "b", "c"}) {
    EXPECT_FALSE(other->holds("e", request));
    EXPECT_EQ(other->write("e", {})->appended(request), std::nullopt);
  }
  EXPECT_EQ(log_of(*other, "e").size(), 2u);
  const auto transaction = store->write("e", {});
  append_together(*transaction, {{"a", {Asked{2, 0}, Asked{3, 0}}}, {"c", {Asked{4, 0}}}});
  transaction->commit();
  EXPECT_EQ(other->write("e", {})->appended("a"), (std::vector<Event>{Asked{2, 0}, Asked{3, 0}}));
}

TEST_P(Contract, ATicketIsHandedOutAgainOnceInATransaction) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Asked{2, 0}});
  using namespace std::chrono_literals;
  std::this_thread::sleep_for(300ms);
  const auto began = std::chrono::steady_clock::now();
  const auto transaction = store->write("e", {});
  EXPECT_EQ(transaction->handed_out_before(300ms).size(), 2u);
  transaction->append(std::vector<Event>{Reissued{1}});
  const std::vector<Ticket> left = transaction->handed_out_before(300ms);
  // Unless it is old again on a slow machine.
  const bool is_slow = std::chrono::steady_clock::now() - began > 250ms;
  EXPECT_TRUE(is_slow || left == std::vector<Ticket>{2});
}

TEST_P(Contract, TheVersionChangesWithEveryChangeOfOthers) {
  const auto store = ground.open(), other = ground.open();
  const std::vector<std::function<void()>> deeds = {
      [&] { other->create("e", "", {}); },
      [&] {
        append(*other, "e", {Asked{1, 0}});
      },
      [&] {
        append(*other, "e", {Told{1, 0.5}}, "r");
      },
      [&] { other->rename("e", "f"); },
      [&] {
        other->create("e", "", std::vector<Event>{Asked{1, 0}});
      },
      [&] { other->remove("e"); },
      [&] {
        const auto transaction = other->write("f", "s");
        transaction->remove();
      }};
  for (std::size_t i = 0; i < deeds.size(); ++i) {
    const std::uint64_t version = store->version();
    deeds[i]();
    EXPECT_TRUE(changes(*store, version)) << "change " << i;
    // What the new version announces is there.
    EXPECT_EQ(store->list().size(), other->list().size());
  }
}

TEST_P(Contract, TheVersionIsTheSameWithoutAChange) {
  const auto store = ground.open(), other = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}});
  const std::uint64_t version = store->version();
  for (int i = 0; i < 100; ++i) {
    log_of(*other, "e");
    const auto dropped = other->write("e", "r");
    dropped->append(std::vector<Event>{Asked{2, 0}});
  }
  EXPECT_EQ(store->version(), version);
}

TEST_P(Contract, ATransactionMayRemoveItsExperiment) {
  const auto store = ground.open();
  store->create("a", "", std::vector<Event>{Asked{1, 0}});
  store->create("b", "", {});
  {
    const auto dropped = store->write("a", "r");  // removes nothing
  }
  const auto transaction = store->write("a", "r");
  transaction->remove();
  EXPECT_THROW(transaction->append(std::vector<Event>{Asked{2, 0}}), std::logic_error);
  const std::vector<Listing> list = ground.open()->list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].name, "b");
  store->create("a", "new", {});
  EXPECT_EQ(log_of(*store, "a").size(), 0u);
}

TEST_P(Contract, AnIdentityIsNeverThatOfAnother) {
  const auto store = ground.open();
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 3; ++i) {
    store->create("a", "", {});
    const std::uint64_t identity = store->identity("a");
    EXPECT_TRUE(seen.insert(identity).second);
    EXPECT_EQ(ground.open()->identity("a"), identity);
    EXPECT_EQ(store->write("a", "r")->identity(), identity);
    store->remove("a");
  }
}

TEST_P(Contract, RequestsThatWereCommittedAreHeld) {
  const auto store = ground.open();
  store->create("e", "", {});
  store->create("f", "", {});
  append(*store, "e", {Asked{1, 0}, Asked{2, 0}}, "one");
  append(*store, "e", {Told{2, 0.5}}, "two");
  const auto other = ground.open();
  EXPECT_TRUE(other->holds("e", "one"));
  EXPECT_TRUE(other->holds("e", "two"));
  EXPECT_FALSE(other->holds("e", "three"));
  EXPECT_FALSE(other->holds("f", "one"));
  {
    const auto transaction = store->write("e", "in two parts");
    transaction->append({});
    transaction->append(std::vector<Event>{Asked{3, 0}});
    transaction->append(std::vector<Event>{Asked{4, 0}});
    transaction->commit();
  }
  EXPECT_TRUE(other->holds("e", "in two parts"));
}

TEST_P(Contract, ALargeBatch) {
  constexpr std::size_t size = 50'000;
  std::vector<Event> events;
  for (std::size_t i = 1; i <= size; ++i) events.push_back(Observed{i, i % 7, 1.0 / double(i)});
  const auto store = ground.open();
  store->create("e", "", {});
  append(*store, "e", events, "large");
  EXPECT_EQ(log_of(*ground.open(), "e"), events);
  EXPECT_TRUE(store->holds("e", "large"));
}

TEST_P(Contract, ASinkMayThrow) {
  const auto store = ground.open();
  store->create("e", "", std::vector<Event>{Asked{1, 0}, Asked{2, 0}, Asked{3, 0}});
  const EventSink sink = [](const Event&) { throw InputError("enough"); };
  EXPECT_THROW(store->read("e", 0, sink), InputError);
  const auto transaction = store->write("e", "r");
  EXPECT_THROW(transaction->read(0, sink), InputError);
  transaction->append(std::vector<Event>{Asked{4, 0}});
  transaction->commit();
  EXPECT_EQ(log_of(*store, "e").size(), 4u);
}

TEST_P(Contract, ReadersDoNotWaitForAWriter) {
  const auto writer = ground.open();
  writer->create("e", "spec", std::vector<Event>{Asked{1, 0}});
  const auto transaction = writer->write("e", "r");
  transaction->append(std::vector<Event>{Asked{2, 0}});
  const auto reader = ground.open();
  EXPECT_EQ(log_of(*reader, "e").size(), 1u);
  EXPECT_EQ(reader->spec("e"), "spec");
  EXPECT_EQ(reader->list().at(0).events, 1u);
  transaction->commit();
  EXPECT_EQ(log_of(*reader, "e").size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Stores, Contract,
                         ::testing::Values("memory", "sqlite", "sqlite_kill", "postgres"),
                         [](const auto& sort) { return sort.param; });

}  // namespace
}  // namespace mirador
