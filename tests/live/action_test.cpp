#include "mirador/live/action.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "complaints.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/stores.hpp"

namespace mirador::testing_support {
namespace {

ExperimentSpec three_lanes() {
  return {.arms = {"left", "middle", "right"}, .family = GaussianSpec{}};
}

std::uint64_t events_in(Store& store) {
  std::uint64_t events = 0;
  store.read("x", 0, [&](const Event&) { ++events; });
  return events;
}

/// Makes them in one commit.
template <std::size_t N>
void make(LiveExperiment& experiment, std::array<Change, N>& changes) {
  std::array<Change*, N> all;
  for (std::size_t i = 0; i < N; ++i) all[i] = &changes[i];
  experiment.make_together(all);
}

std::string error_of(const Change& change) {
  return complaint([&] {
    if (change.error) std::rethrow_exception(change.error);
  });
}

TEST(Together, TheRefusedAreLeftOutAndTheOthersAreMade) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", three_lanes());
  std::array<Change, 5> changes = {Change{AskTickets{2}, "ask"},
                                   {TellResults{{{1, 0.5}}}, "tell"},
                                   {TellResults{{{9, 0.5}}}},
                                   {ObserveValue{"left", 1.5}},
                                   {TellResults{{{1, 0.75}}}}};
  make(experiment, changes);
  EXPECT_EQ(experiment.handed_out(changes[0].events).size(), 2u);
  EXPECT_EQ(changes[1].events.size(), 1u);
  expect_mentions(error_of(changes[2]), {"ticket", "9"});
  EXPECT_EQ(ticket_of(changes[3].events.front()), 3u);
  expect_mentions(error_of(changes[4]), {"was told 0.5"});
  EXPECT_EQ(events_in(*store), 4u);
  EXPECT_EQ(LiveExperiment(*store, "x").status(), experiment.status());
}

TEST(Together, ARepeatIsFoundAndMadeOnce) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", three_lanes());
  std::array<Change, 2> first = {Change{AskTickets{2}, "a"}, {ObserveValue{"right", 2.0}, "b"}};
  make(experiment, first);
  LiveExperiment other(*store, "x");
  std::array<Change, 4> again = {Change{AskTickets{2}, "a"},
                                 {ObserveValue{"right", 2.0}, "b"},
                                 {ObserveValue{"right", 3.0}, "b"},
                                 {ObserveValue{"right", 2.0}, "c"}};
  make(other, again);
  EXPECT_EQ(again[0].events, first[0].events);
  EXPECT_TRUE(again[0].was_made_before);
  EXPECT_EQ(again[1].events, first[1].events);
  expect_mentions(error_of(again[2]), {"request", "another change"});
  EXPECT_FALSE(again[3].was_made_before);
  EXPECT_EQ(events_in(*store), 4u);
}

TEST(Together, WithinOneCommitTheSameRequestIsMadeOnce) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", three_lanes());
  std::array<Change, 2> twice = {Change{ObserveValue{"left", 1.0}, "a"},
                                 {ObserveValue{"left", 1.0}, "a"}};
  make(experiment, twice);
  EXPECT_EQ(twice[1].events, twice[0].events);
  EXPECT_EQ(events_in(*store), 1u);
}

TEST(Together, OfADeletedExperimentNothingIsMade) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", three_lanes());
  store->remove("x");
  LiveExperiment::create(*store, "x", three_lanes());
  std::array<Change, 1> changes = {Change{ObserveValue{"left", 1.0}}};
  expect_mentions(complaint([&] { make(experiment, changes); }), {"deleted"});
  EXPECT_EQ(events_in(*store), 0u);
}

TEST(Actions, RetiringAnArmCountsItsOpenTickets) {
  const auto store = open_memory();
  auto experiment = LiveExperiment::create(*store, "x", three_lanes());
  experiment.ask(3);
  EXPECT_EQ(experiment.make(RetireArms{{"right"}}).abandoned, 1u);
  EXPECT_EQ(experiment.make(AddArms{{"up"}}).abandoned, 0u);
}

TEST(Actions, AreWrittenAsBodiesOfRequests) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::pair<Action, std::string> written[] = {
      {AskTickets{3}, R"(ask {"count":3})"},
      {AskTickets{1, 60.0}, R"(ask {"count":1,"reissue_after":60.0})"},
      {AskRound{}, R"(ask {"round":true})"},
      {TellResults{{{7, 1.5, "late"}, {8, 2.0}}},
       R"(tell {"results":[{"ticket":7,"value":1.5,"note":"late"},{"ticket":8,"value":2.0}]})"},
      {ObserveValue{"a", 0.1}, R"(observe {"arm":"a","value":0.1})"},
      {ObserveValues{{{"a", 0.1}}}, R"(observe {"values":[{"arm":"a","value":0.1}]})"},
      {ObserveRounds{{{1.0, none}}}, R"(observe {"rows":[[1.0,null]]})"},
      {AbandonTickets{{7, 8}}, R"(abandon {"tickets":[7,8]})"},
      {AddNote{"new beans"}, R"(note {"note":"new beans"})"},
      {ChangeSettings{{.max_samples = 9, .delta = 0.01}},
       R"(change {"max_samples":9,"delta":0.01})"},
      {AddArms{{"d"}}, R"(add-arms {"arms":["d"]})"},
      {RetireArms{{"d"}}, R"(retire-arms {"arms":["d"]})"},
      {AddTags{{"t"}}, R"(tag {"tags":["t"]})"},
      {RemoveTags{{"t"}}, R"(untag {"tags":["t"]})"}};
  for (const auto& [action, text] : written) {
    EXPECT_EQ(std::string(path_of(action)) + " " + to_json(action), text);
  }
  expect_mentions(complaint([] { to_json(AddNote{"\xff"}); }), {"note", "UTF-8"});
}

}  // namespace
}  // namespace mirador::testing_support
