#include "mirador/live/live_experiment.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <sstream>

#include "complaints.hpp"
#include "live_cases.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/store/stores.hpp"
#include "own_parts.hpp"

namespace mirador::testing_support {
namespace {

std::vector<Event> log_of(Store& store, const std::string& name) {
  std::vector<Event> events;
  store.read(name, 0, [&](const Event& event) { events.push_back(event); });
  return events;
}

ExperimentSpec lanes() { return {.arms = {"left", "middle", "right"}, .family = GaussianSpec{}}; }

TEST(LiveExperiment, OpensAsItWasLeft) {
  const auto store = open_memory();
  for (const LiveCase& live : live_cases()) {
    const auto reward = live.rewards();
    ExperimentStatus left;
    {
      auto experiment = LiveExperiment::create(*store, live.name, live.spec("lma"));
      for (int i = 0; i < 20; ++i) {
        for (const auto& [ticket, arm, again, place] : experiment.ask(2)) {
          if (ticket % 5 != 0) experiment.tell(ticket, reward(arm));
          if (ticket % 10 == 0) experiment.abandon(ticket);
        }
        experiment.observe("2", reward(1));
      }
      left = experiment.status();
    }
    LiveExperiment again(*store, live.name);
    EXPECT_EQ(again.status(), left) << live.name;
    EXPECT_EQ(to_json(again.spec()), to_json(live.spec("lma")));
  }
}

TEST(LiveExperiment, AChangeUnderOneRequestIsMadeOnce) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes());
  LiveExperiment two(*store, "x");
  const auto under = [](LiveExperiment& experiment, const char* request) -> LiveExperiment& {
    experiment.set_request(request);
    return experiment;
  };
  EXPECT_EQ(under(one, "r1").observe("left", 0.5), 1u);
  EXPECT_EQ(under(two, "r1").observe("left", 0.5), 1u);
  EXPECT_EQ(one.observe("left", 0.5), 2u);  // another one
  const auto tickets = under(one, "r2").ask(3);
  EXPECT_EQ(tickets.size(), 3u);
  const Ticket last = one.ask(1)[0].ticket;
  EXPECT_EQ(under(two, "r2").ask(3), tickets);
  const std::vector<Reading> readings = {{tickets[0].ticket, 0.25}, {tickets[1].ticket, 0.75}};
  under(one, "r3").tell(readings);
  EXPECT_EQ(under(two, "r3").tell(readings), 2u);
  EXPECT_EQ(under(two, "r4").tell(readings), 0u);
  EXPECT_TRUE(under(one, "r5").abandon(tickets[2].ticket));
  EXPECT_TRUE(under(one, "r5").abandon(tickets[2].ticket));
  EXPECT_FALSE(under(one, "r6").abandon(tickets[2].ticket));
  const std::size_t events = log_of(*store, "x").size();
  for (const auto& another : std::vector<std::function<void()>>{
           [&] { under(one, "r1").observe("left", 0.75); },
           [&] { under(one, "r1").observe("right", 0.5); }, [&] { under(one, "r1").ask(1); },
           [&] { under(one, "r2").observe("left", 0.5); }, [&] { under(one, "r2").tell(readings); },
           [&] { under(one, "r2").ask(2); },
           [&] {
             under(one, "r3").tell(std::vector<Reading>{readings[0], {last, 0.5}});
           },
           [&] { under(one, "r3").abandon(tickets[2].ticket); }}) {
    expect_mentions(complaint(another), {"request", "another change"});
  }
  EXPECT_NE(complaint([&] { one.set_request(""); }), "");
  EXPECT_NE(complaint([&] { one.set_request("a\nb"); }), "");
  EXPECT_NE(complaint([&] { one.set_request(std::string(201, 'x')); }), "");
  EXPECT_EQ(log_of(*store, "x").size(), events);
}

ExperimentSpec lanes_in_rounds() {
  return {.arms = {"left", "middle", "right"}, .rounds = RoundsSpec{}};
}

std::vector<std::uint64_t> rounds_of(const std::vector<HandedOut>& tickets) {
  std::vector<std::uint64_t> rounds;
  for (const HandedOut& one : tickets) rounds.push_back(one.place->round);
  return rounds;
}

TEST(LiveExperiment, GivesTheRestOfARoundOrTheNext) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes_in_rounds());
  LiveExperiment two(*store, "x");
  EXPECT_EQ(rounds_of(one.ask(1)), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(rounds_of(two.ask_round()), (std::vector<std::uint64_t>{1, 1}));
  one.set_request("r1");
  const std::vector<HandedOut> second = one.ask_round();
  EXPECT_EQ(rounds_of(second), (std::vector<std::uint64_t>{2, 2, 2}));
  two.set_request("r1");
  EXPECT_EQ(two.ask_round(), second);
  EXPECT_EQ(rounds_of(two.ask_round()), (std::vector<std::uint64_t>{3, 3, 3}));
  EXPECT_EQ(log_of(*store, "x").size(), 9u);
  for (Ticket ticket = 1; ticket <= 9; ++ticket) one.tell(ticket, 1.0);
  EXPECT_EQ(two.status().rounds->rounds, 3u);

  auto without = LiveExperiment::create(*store, "y", lanes());
  expect_mentions(complaint([&] { without.ask_round(); }), {"round", "no rounds"});
  EXPECT_TRUE(log_of(*store, "y").empty());
}

/// Rounds in which left is ahead of middle by 1 to 2 and of right by 3.
std::vector<std::vector<double>> clear_rows(std::size_t count) {
  std::vector<std::vector<double>> rows;
  for (std::size_t row = 0; row < count; ++row) {
    const double common = 10.0 * static_cast<double>(row % 3), own = 0.5 * (row % 2 == 0);
    rows.push_back({common + own, common - 1.0 - own, common - 3.0 + own});
  }
  return rows;
}

TEST(LiveExperiment, TakesFinishedRoundsOnce) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes_in_rounds());
  one.set_request("r1");
  EXPECT_EQ(one.observe_rounds(clear_rows(2)), 2u);
  LiveExperiment two(*store, "x");
  two.set_request("r1");
  EXPECT_EQ(two.observe_rounds(clear_rows(2)), 2u);
  EXPECT_EQ(log_of(*store, "x").size(), 6u);
  EXPECT_EQ(two.observe_rounds({}), 0u);

  const std::uint64_t until_verdict = two.observe_rounds(clear_rows(200));
  EXPECT_LT(until_verdict, 200u);
  EXPECT_EQ(one.status().rounds->rounds, 2 + until_verdict);
  EXPECT_EQ(one.verdict()->answer.text, "left");
  EXPECT_EQ(one.observe_rounds(clear_rows(1)), 0u);
  EXPECT_TRUE(one.ask_round().empty());
  EXPECT_EQ(LiveExperiment(*store, "x").status(), two.status());
}

TEST(LiveExperiment, RefusesRoundsThatDoNotFitAndChangesNothing) {
  const auto store = open_memory();
  const auto refused = [&](const ExperimentSpec& spec, std::vector<std::vector<double>> rows) {
    auto experiment = LiveExperiment::create(*store, "x", spec);
    const std::string why = complaint([&] { experiment.observe_rounds(rows); });
    EXPECT_TRUE(log_of(*store, "x").empty());
    EXPECT_TRUE(experiment.remove_unless_changed());
    return why;
  };
  ExperimentSpec scores = lanes_in_rounds();
  scores.rounds->law = BoundedSpec{};
  expect_mentions(refused(scores, {{0.5, 0.5, 0.5}, {0.5, 2.0, 0.5}}), {"value", "2", "middle"});
  scores.rounds->items = 5;
  expect_mentions(refused(scores, {{0.5, 0.5, 0.5}}), {"batch", "items"});
  expect_mentions(refused(lanes(), {{0.5, 0.5, 0.5}}), {"batch", "rounds"});
  auto asked = LiveExperiment::create(*store, "x", lanes_in_rounds());
  asked.ask(1);
  expect_mentions(complaint([&] { asked.observe_rounds(clear_rows(1)); }),
                  {"batch", "not complete"});
  EXPECT_EQ(log_of(*store, "x").size(), 1u);
}

TEST(LiveExperiment, SeveralTicketsAreAbandonedAtOnce) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  experiment.ask(5);
  experiment.tell(4, 0.5);
  const std::vector<Ticket> with_told = {1, 4}, unknown = {1, 9}, some = {1, 2, 1, 5},
                            again = {2, 3};
  expect_mentions(complaint([&] { experiment.abandon(with_told); }), {"ticket", "4", "0.5"});
  expect_mentions(complaint([&] { experiment.abandon(unknown); }), {"ticket", "9"});
  EXPECT_EQ(experiment.status().abandoned, 0u);
  experiment.set_request("r");
  EXPECT_EQ(experiment.abandon(some), 3u);
  experiment.set_request("r");
  EXPECT_EQ(experiment.abandon(some), 3u);
  EXPECT_EQ(experiment.abandon(again), 1u);
  EXPECT_EQ(experiment.status().abandoned, 4u);
}

TEST(LiveExperiment, ArmsAndTagsAreChangedOnceReopenedAndExported) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes(), std::vector<std::string>{"spring"});
  LiveExperiment two(*store, "x");
  const std::vector<std::string> news = {"new", "newer"}, left = {"left"}, tags = {"t", "spring"};
  one.observe("left", 0.5);
  for (LiveExperiment* const experiment : {&one, &two}) {
    experiment->set_request("r1");
    experiment->add_arms(news);
    experiment->set_request("r2");
    experiment->retire_arms(left);
    experiment->set_request("r3");
    EXPECT_EQ(experiment->tag(tags), 1u);
  }
  two.set_request("r1");
  expect_mentions(complaint([&] { two.add_arms(left); }), {"request", "another change"});
  two.set_request("r1");
  expect_mentions(complaint([&] { two.retire_arms(news); }), {"request", "another change"});
  two.observe("newer", 1.0);
  EXPECT_EQ(one.untag(std::vector<std::string>{"t"}), 1u);
  EXPECT_EQ(one.status(), two.status());
  EXPECT_EQ(one.status().arm_changes.size(), 3u);
  EXPECT_EQ(one.status().tags, std::vector<std::string>{"spring"});
  EXPECT_EQ(one.first_spec().arms.size(), lanes().arms.size());
  EXPECT_EQ(LiveExperiment(*store, "x").status(), one.status());
  std::stringstream file;
  export_experiment(*store, "x", file);
  import_experiment(*store, file, "copy");
  EXPECT_EQ(LiveExperiment(*store, "copy").status(), one.status());
  EXPECT_EQ(verify_experiment(*store, "copy").damage, "");
}

TEST(LiveExperiment, ThePlanIsChangedOnceAndReopened) {
  const auto store = open_memory();
  for (const bool rounds : {false, true}) {
    const std::string name = rounds ? "rounds" : "x";
    ExperimentSpec spec = lanes();
    if (rounds) spec.rounds = RoundsSpec{};
    auto one = LiveExperiment::create(*store, name, spec);
    LiveExperiment two(*store, name);
    one.observe("left", 0.5);
    one.set_request("r1");
    EXPECT_EQ(one.change({.max_samples = 50, .delta = 0.01}), 2u);
    two.set_request("r1");
    EXPECT_EQ(two.change({.max_samples = 50, .delta = 0.01}), 2u);
    EXPECT_EQ(two.change({.max_samples = 50}), 0u);
    two.set_request("r1");
    expect_mentions(complaint([&] { two.change({.delta = 0.001}); }),
                    {"request", "another change"});
    two.set_request("r2");
    two.note("new scales");
    one.set_request("r2");
    one.note("new scales");
    expect_mentions(complaint([&] { two.change({.delta = 0.1}); }), {"delta", "no guarantee"});
    EXPECT_EQ(one.status(), two.status());
    EXPECT_EQ(one.status().notes.size(), 1u);
    EXPECT_EQ(one.spec().max_samples, 50u);
    EXPECT_EQ(one.first_spec().max_samples, std::nullopt);
    EXPECT_EQ(LiveExperiment(*store, name).status(), one.status());
    std::stringstream file;
    export_experiment(*store, name, file);
    import_experiment(*store, file, name + " again");
    EXPECT_EQ(LiveExperiment(*store, name + " again").status(), one.status());
    EXPECT_EQ(verify_experiment(*store, name).damage, "");
  }
}

TEST(LiveExperiment, IsWaitingWhenAllThatIsLeftIsOpen) {
  const auto store = open_memory();
  ExperimentSpec spec = lanes();
  spec.max_samples = 3;
  auto experiment = LiveExperiment::create(*store, "x", spec);
  EXPECT_FALSE(experiment.is_waiting());
  experiment.ask(3);
  EXPECT_TRUE(experiment.is_waiting());
  experiment.abandon(2);
  EXPECT_FALSE(experiment.is_waiting());
  experiment.ask(1);
  for (const Ticket ticket : {Ticket{1}, Ticket{3}, Ticket{4}}) experiment.tell(ticket, 0.0);
  EXPECT_FALSE(experiment.is_waiting());
  EXPECT_EQ(experiment.phase(), Phase::undecided);
}

TEST(LiveExperiment, IsRenamed) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  expect_mentions(complaint([&] { rename_experiment(*store, "x", "-y"); }), {"name", "-y"});
  expect_mentions(complaint([&] { rename_experiment(*store, "x", "x"); }), {"name", "already"});
  rename_experiment(*store, "x", "y");
  EXPECT_NE(complaint([&] { experiment.ask(1); }), "");
  EXPECT_EQ(LiveExperiment(*store, "y").ask(1).size(), 1u);
}

TEST(LiveExperiment, IsRemovedUnlessOthersChangedIt) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes());
  LiveExperiment two(*store, "x");
  two.observe("left", 0.5);
  EXPECT_FALSE(one.remove_unless_changed());
  EXPECT_EQ(log_of(*store, "x").size(), 1u);
  EXPECT_TRUE(two.remove_unless_changed());
  EXPECT_EQ(store->list().size(), 0u);
  // Another experiment with the same name is a different one.
  LiveExperiment::create(*store, "x", lanes());
  EXPECT_NE(complaint([&] { two.remove_unless_changed(); }), "");
  EXPECT_EQ(store->list().size(), 1u);
}

/// An object in an object in an object, and so on.
std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "{\"a\":";
  return text + "1" + std::string(depth, '}');
}

TEST(LiveExperiment, DeepJsonIsRefused) {
  const auto store = open_memory();
  const std::string deep = nested(100'000);
  std::istringstream heading(deep);
  expect_mentions(complaint([&] { import_experiment(*store, heading); }), {"line 1", "nested"});
  std::ostringstream out;
  LiveExperiment::create(*store, "x", lanes());
  export_experiment(*store, "x", out);
  std::istringstream event(out.str().substr(0, out.str().find('\n') + 1) + deep + "\n");
  expect_mentions(complaint([&] { import_experiment(*store, event, "y"); }),
                  {"line 2", "changed after the export"});
  expect_mentions(complaint([&] { event_from_json(deep, lanes()); }), {"event", "nested"});
  expect_mentions(complaint([&] { spec_from_json(deep); }), {"spec", "nested"});
  // Brackets in texts do not count.
  EXPECT_NE(complaint([&] {
              spec_from_json("{\"arms\":[\"" + std::string(200, '[') + "\"]}");
            }).find("has no"),
            std::string::npos);
}

TEST(LiveExperiment, AnArmThatDoesNotExistIsNotExported) {
  const auto store = open_memory();
  store->create("x", to_json(lanes()), std::vector<Event>{Asked{1, 3}});
  std::ostringstream out;
  try {
    export_experiment(*store, "x", out);
    FAIL() << out.str();
  } catch (const RunError& error) {
    expect_mentions(error.what(), {"ticket 1", "number 3", "restore"});
  }
}

TEST(LiveExperiment, SeesWhatOthersDo) {
  const auto store = open_memory();
  auto one = LiveExperiment::create(*store, "x", lanes());
  LiveExperiment two(*store, "x");
  EXPECT_EQ(one.ask(1), (std::vector<HandedOut>{{1, 0}}));
  EXPECT_EQ(two.ask(2), (std::vector<HandedOut>{{2, 1}, {3, 2}}));
  EXPECT_EQ(one.tell(3, 0.5), 1u);
  EXPECT_EQ(two.tell(3, 0.5), 0u);
  expect_mentions(complaint([&] { two.tell(3, 0.6); }), {"ticket", "3", "0.5", "0.6"});
  EXPECT_EQ(two.observe("left", 0.1), 4u);
  EXPECT_TRUE(one.abandon(1));
  EXPECT_FALSE(two.abandon(1));
  EXPECT_EQ(one.status(), two.status());
}

TEST(LiveExperiment, WhatChangesNothingIsNotWritten) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  experiment.ask(3);
  const std::vector<Reading> readings = {{1, 0.5}, {2, 0.1}};
  EXPECT_EQ(experiment.tell(readings), 2u);
  const std::vector<Event> before = log_of(*store, "x");
  EXPECT_EQ(experiment.tell(readings), 0u);
  const std::vector<Reading> bad = {{3, 0.5}, {9, 0.1}};
  EXPECT_NE(complaint([&] { experiment.tell(bad); }), "");
  EXPECT_NE(complaint([&] { experiment.observe("up", 0.1); }), "");
  EXPECT_EQ(log_of(*store, "x"), before);
  EXPECT_NE(complaint([&] { LiveExperiment::create(*store, "x", lanes()); }), "");
  EXPECT_NE(complaint([&] { LiveExperiment(*store, "y"); }), "");
}

TEST(LiveExperiment, KnowsItselfFromALaterOneOfItsName) {
  const auto store = open_memory();
  auto old = LiveExperiment::create(*store, "x", lanes());
  old.ask(2);
  store->remove("x");
  expect_mentions(complaint([&] { old.ask(1); }), {"x"});
  auto other = LiveExperiment::create(*store, "x", {.arms = {"up", "down"}});
  expect_mentions(complaint([&] { old.ask(1); }), {"x", "deleted", "another"});
  other.ask(3);
  for (int again = 0; again < 2; ++again) {
    expect_mentions(complaint([&] { old.tell(2, 0.5); }), {"x", "deleted", "another"});
    expect_mentions(complaint([&] { old.status(); }), {"x", "deleted", "another"});
  }
  EXPECT_EQ(LiveExperiment(*store, "x").status(), other.status());
}

TEST(LiveExperiment, ComesBackFromItsExport) {
  const auto store = open_memory();
  for (const LiveCase& live : live_cases()) {
    const auto reward = live.rewards();
    auto experiment = LiveExperiment::create(*store, live.name, live.spec("bc"));
    for (int i = 0; i < 30; ++i) experiment.ask(1);
    for (Ticket ticket = 1; ticket < 25; ++ticket) {
      if (ticket % 7 == 0) experiment.abandon(ticket);
      experiment.tell(ticket, reward(log_of(*store, live.name).size() % 2));
    }
    std::stringstream file;
    export_experiment(*store, live.name, file);
    const auto other = open_memory();
    EXPECT_EQ(import_experiment(*other, file), live.name);
    EXPECT_EQ(log_of(*other, live.name), log_of(*store, live.name));
    EXPECT_EQ(other->spec(live.name), store->spec(live.name));
    EXPECT_EQ(LiveExperiment(*other, live.name).status(), experiment.status());
  }
}

TEST(LiveExperiment, NotesAndScaleComeBackFromAnExport) {
  const auto store = open_memory();
  const ExperimentSpec spec{
      .arms = {"a", "b"}, .family = NormalSpec{}, .scale = Scale::log, .note = "measured at night"};
  auto experiment = LiveExperiment::create(*store, "x", spec);
  experiment.ask(3);
  experiment.tell(2, 0.5, R"({"exit":0})");
  const std::vector<Reading> readings = {{1, 0.25, "first ☕"}, {3, 0.125}};
  experiment.tell(readings);
  // Only the value matters: telling it again with another note changes nothing.
  EXPECT_EQ(experiment.tell(2, 0.5, "again"), 0u);
  EXPECT_EQ(log_of(*store, "x").at(3), Event(Told{2, 0.5, R"({"exit":0})"}));
  EXPECT_EQ(log_of(*store, "x").at(4), Event(Told{1, 0.25, "first ☕", true}));
  EXPECT_EQ(log_of(*store, "x").at(5), Event(Told{3, 0.125}));
  std::stringstream file;
  export_experiment(*store, "x", file);
  import_experiment(*store, file, "y");
  EXPECT_EQ(log_of(*store, "y"), log_of(*store, "x"));
  EXPECT_EQ(store->spec("y"), store->spec("x"));
  EXPECT_EQ(LiveExperiment(*store, "y").spec().note, spec.note);
  EXPECT_EQ(LiveExperiment(*store, "y").spec().scale, Scale::log);
  EXPECT_EQ(LiveExperiment(*store, "y").status(), experiment.status());
}

TEST(LiveExperiment, ANoteThatIsNoTextIsRefused) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  experiment.ask(1);
  EXPECT_THROW(experiment.tell(1, 0.5, "\xff"), InputError);
  EXPECT_EQ(log_of(*store, "x").size(), 1u);
  EXPECT_EQ(experiment.tell(1, 0.5, "text"), 1u);
  ExperimentSpec spec = lanes();
  spec.note = "\xff";
  expect_mentions(complaint([&] { LiveExperiment::create(*store, "y", spec); }), {"UTF-8"});
}

/// What mirador 0.5 wrote.
TEST(LiveExperiment, AnExportInWhichABitFlipsIsRefused) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  experiment.ask(3);
  experiment.tell(2, 0.5, "a note");
  std::ostringstream out;
  export_experiment(*store, "x", out);
  const std::string good = out.str();
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    std::istringstream file(bad);
    EXPECT_NE(complaint([&] { import_experiment(*store, file, "y"); }), "") << bad;
  }
  // Nor is one with two lines exchanged or one line missing.
  std::istringstream lines(good);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  for (std::size_t gone = 1; gone + 1 < all.size(); ++gone) {
    std::string less;
    for (std::size_t i = 0; i < all.size(); ++i) less += i == gone ? "" : all[i] + "\n";
    std::istringstream file(less);
    EXPECT_NE(complaint([&] { import_experiment(*store, file, "y"); }), "") << less;
  }
  EXPECT_EQ(store->list().size(), 1u);
}

TEST(LiveExperiment, WhatIsIntactIsSaved) {
  const auto store = open_memory();
  // The third event tells a ticket that was not handed out, which is impossible.
  store->create("x", to_json(lanes()),
                std::vector<Event>{Asked{1, 0}, Told{1, 0.5}, Told{7, 0.5}, Asked{2, 1}});
  EXPECT_EQ(verify_experiment(*store, "x").events, 2u);
  EXPECT_NE(verify_experiment(*store, "x").damage, "");
  std::stringstream file;
  const Intact saved = salvage_experiment(*store, "x", file);
  EXPECT_EQ(saved.events, 2u);
  EXPECT_NE(saved.damage, "");
  EXPECT_EQ(import_experiment(*store, file, "y"), "y");
  EXPECT_EQ(log_of(*store, "y"), (std::vector<Event>{Asked{1, 0}, Told{1, 0.5}}));
  EXPECT_EQ(verify_experiment(*store, "y").damage, "");
  EXPECT_EQ(verify_experiment(*store, "y").events, 2u);
  // A batch is salvaged as a whole or not at all.
  store->create("z", to_json(lanes()),
                std::vector<Event>{Asked{1, 0}, Asked{2, 1}, Told{1, 0.5, {}, true}, Told{7, 0.5}});
  std::stringstream part;
  EXPECT_EQ(salvage_experiment(*store, "z", part).events, 2u);
  EXPECT_EQ(import_experiment(*store, part, "part"), "part");
}

TEST(LiveExperiment, AnOlderExportIsImported) {
  std::istringstream file(
      R"({"mirador_export":1,"name":"x","spec":{"mirador_spec":1,"arms":["a","b"],)"
      R"("family":{"name":"gaussian","sigma":1.0},"question":{"name":"best-arm",)"
      R"("direction":"highest","margin":0.0},"rule":"lma","stopping":"mixture","delta":0.05,)"
      R"("seed":1}})"
      "\n"
      R"({"event":"asked","ticket":1,"arm":"a"})"
      "\n"
      R"({"event":"told","ticket":1,"value":0.5})"
      "\n"
      R"({"event":"observed","ticket":2,"arm":"b","value":0.25})"
      "\n"
      R"({"events":3})"
      "\n");
  const auto store = open_memory();
  import_experiment(*store, file);
  EXPECT_EQ(log_of(*store, "x"),
            (std::vector<Event>{Asked{1, 0}, Told{1, 0.5}, Observed{2, 1, 0.25}}));
}

TEST(LiveExperiment, ImportsAllOrNothing) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", lanes());
  experiment.ask(2);
  experiment.tell(1, 0.5);
  std::stringstream file;
  export_experiment(*store, "x", file);
  const std::string good = file.str();
  for (std::size_t length = 0; length + 1 < good.size(); ++length) {
    std::istringstream cut(good.substr(0, length));
    const std::string message = complaint([&] { import_experiment(*store, cut, "y"); });
    expect_mentions(message, {"import"});
  }
  std::string foreign = good;
  foreign.replace(foreign.find("\"ticket\":2"), 10, "\"ticket\":7");
  std::istringstream damaged(foreign);
  expect_mentions(complaint([&] { import_experiment(*store, damaged, "y"); }),
                  {"line 3", "changed after the export"});
  EXPECT_EQ(store->list().size(), 1u);
  std::istringstream whole(good);
  EXPECT_EQ(import_experiment(*store, whole, "y"), "y");
  std::istringstream twice(good);
  EXPECT_NE(complaint([&] { import_experiment(*store, twice); }), "");
}

/// A connection to a store that breaks at one call in six, before or after the call is done.
class BrittleLine {
 public:
  template <class Action>
  auto call(Action&& action) {
    const auto chance = random_() % 12;
    const bool breaks = chance == 0;
    if (chance == 1) throw ConnectionLost("broken before");
    if constexpr (std::is_void_v<decltype(action())>) {
      action();
      if (breaks) throw ConnectionLost("broken after");
    } else {
      auto result = action();
      if (breaks) throw ConnectionLost("broken after");
      return result;
    }
  }

 private:
  std::mt19937 random_{1};
};

class BrittleTransaction : public Transaction {
 public:
  BrittleTransaction(std::unique_ptr<Transaction> inner, BrittleLine& line)
      : inner_(std::move(inner)), line_(line) {}
  std::uint64_t identity() const override { return inner_->identity(); }
  void read(std::uint64_t after, const EventSink& sink) override {
    line_.call([&] { inner_->read(after, sink); });
  }
  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    return line_.call([&] { return inner_->handed_out_before(age); });
  }
  std::optional<std::vector<Event>> appended(const Request& request) override {
    return line_.call([&] { return inner_->appended(request); });
  }
  void begin_request(const Request& request) override { inner_->begin_request(request); }
  void append(std::span<const Event> events) override {
    line_.call([&] { inner_->append(events); });
  }
  void commit() override {
    line_.call([&] { inner_->commit(); });
  }
  void remove() override {
    line_.call([&] { inner_->remove(); });
  }

 private:
  std::unique_ptr<Transaction> inner_;
  BrittleLine& line_;
};

class BrittleStore : public Store {
 public:
  explicit BrittleStore(Store& inner) : inner_(inner) {}
  void create(const std::string& name, const std::string& spec,
              std::span<const Event> events) override {
    inner_.create(name, spec, events);
  }
  std::vector<Listing> list() override { return inner_.list(); }
  std::vector<std::string> verify() override { return inner_.verify(); }
  std::uint64_t version() override { return inner_.version(); }
  std::string spec(const std::string& name) override {
    return line_.call([&] { return inner_.spec(name); });
  }
  std::uint64_t identity(const std::string& name) override {
    return line_.call([&] { return inner_.identity(name); });
  }
  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    line_.call([&] { inner_.read(name, after, sink); });
  }
  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    return line_.call([&]() -> std::unique_ptr<Transaction> {
      return std::make_unique<BrittleTransaction>(inner_.write(name, request), line_);
    });
  }
  bool holds(const std::string& name, const Request& request) override {
    return line_.call([&] { return inner_.holds(name, request); });
  }
  void rename(const std::string& name, const std::string& fresh) override {
    inner_.rename(name, fresh);
  }
  void remove(const std::string& name) override { inner_.remove(name); }

 private:
  Store& inner_;
  BrittleLine line_;
};

TEST(LiveExperiment, NothingLostAndNothingTwiceWhenConnectionsBreak) {
  const auto store = open_memory();
  BrittleStore brittle(*store);
  auto experiment = LiveExperiment::create(brittle, "x", lanes());
  std::vector<Event> acknowledged;
  for (int i = 0; i < 15; ++i) {
    for (const HandedOut& given : experiment.ask(2)) {
      acknowledged.push_back(Asked{given.ticket, given.arm});
    }
    const Ticket ticket = std::get<Asked>(acknowledged.back()).ticket;
    EXPECT_EQ(experiment.tell(ticket, 0.1 * i), 1u);
    acknowledged.push_back(Told{ticket, 0.1 * i});
    EXPECT_TRUE(experiment.abandon(ticket - 1));
    acknowledged.push_back(Abandoned{ticket - 1});
    const Ticket observed = experiment.observe("right", 1.0);
    acknowledged.push_back(Observed{observed, 2, 1.0});
  }
  EXPECT_EQ(log_of(*store, "x"), acknowledged);
  EXPECT_EQ(experiment.status(), LiveExperiment(*store, "x").status());
}

class NeverStops : public OwnThreshold {
 public:
  NeverStops() : OwnThreshold(false) {}
  double required(const StandingView&, double) const override { return 1e9; }
};

/// A check of a log replaces user-defined parts by others, which may decide where they did not.
TEST(LiveExperiment, AChangeBesideOwnPartsIsIntact) {
  const auto store = open_memory();
  ExperimentSpec spec{.arms = {"up", "down"}, .family = GaussianSpec{1.0}, .max_samples = 500};
  spec.stopping = own_stopping(std::make_shared<NeverStops>());
  auto experiment = LiveExperiment::create(*store, "x", spec);
  for (int i = 0; i < 40; ++i) {
    experiment.observe("up", 5.0 + 0.1 * (i % 2));
    experiment.observe("down", 0.1 * (i % 2));
  }
  EXPECT_FALSE(experiment.verdict());
  experiment.change({.max_samples = 600, .delta = 0.01});
  experiment.observe("up", 5.0);
  EXPECT_EQ(verify_experiment(*store, "x").damage, "");
  std::stringstream text;
  export_experiment(*store, "x", text);
  EXPECT_EQ(import_experiment(*store, text, "y"), "y");
}

}  // namespace
}  // namespace mirador::testing_support
