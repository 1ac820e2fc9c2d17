// The order in which results count, and when the evidence is evaluated.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "complaints.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/experiment/session.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/random/philox.hpp"
#include "mirador/random/reward_stream.hpp"

namespace mirador::testing_support {
namespace {

ExperimentSpec two_arms(Edition edition = latest_edition) {
  ExperimentSpec spec{.arms = {"a", "b"}, .family = GaussianSpec{1.0}};
  spec.rule = parse_rule("rr");
  spec.edition = edition;
  return spec;
}

ExperimentSpec above_zero(Edition edition = latest_edition) {
  ExperimentSpec spec = two_arms(edition);
  spec.question = ThresholdingSpec{0.0};
  return spec;
}

void ask(Session& session, std::uint64_t count) { session.apply(session.ask(count)); }
void tell(Session& session, Ticket ticket, double value) {
  session.apply(session.tell(ticket, value));
}

std::vector<std::uint64_t> pulls(const Session& session) {
  std::vector<std::uint64_t> all;
  for (const ArmStatus& arm : session.status().arms) all.push_back(arm.pulls);
  return all;
}

TEST(ResultOrder, ResultsOfAnArmCountInTheOrderOfItsTickets) {
  const auto session = make_session(two_arms());
  ask(*session, 6);  // 1 a, 2 b, 3 a, 4 b, 5 a, 6 b
  tell(*session, 5, 0.5);
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(session->status().waiting, (std::vector<WaitingResults>{{0, 1, {1, 3}}}));
  EXPECT_EQ(session->status().arms[0].pending, 2u);
  tell(*session, 2, 0.1);  // of the other arm, which has no earlier ticket
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{0, 1}));
  tell(*session, 1, 0.7);
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(session->status().arms[0].mean, 0.7);
  EXPECT_EQ(session->status().waiting, (std::vector<WaitingResults>{{0, 1, {3}}}));
  tell(*session, 3, 0.3);
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{3, 1}));
  EXPECT_EQ(session->status().arms[0].mean, 0.5);
  EXPECT_TRUE(session->status().waiting.empty());
}

TEST(ResultOrder, AnAbandonedTicketClosesTheGap) {
  const auto session = make_session(two_arms());
  ask(*session, 6);
  tell(*session, 5, 0.5), tell(*session, 3, 0.3);
  session->apply(*session->abandon(1));
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{2, 0}));
  EXPECT_TRUE(session->status().waiting.empty());
  tell(*session, 1, 0.1);  // late: it counts on arrival
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{3, 0}));
}

TEST(ResultOrder, AnAbandonedTicketThatIsToldBeforeItsTurnKeepsIt) {
  const auto session = make_session(two_arms());
  ask(*session, 6);
  session->apply(*session->abandon(3));
  tell(*session, 3, 0.3);
  EXPECT_EQ(session->status().waiting, (std::vector<WaitingResults>{{0, 1, {1}}}));
  EXPECT_EQ(session->status().arms[0].pending, 2u);  // 1 and 5
  tell(*session, 1, 0.1);
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{2, 0}));
  EXPECT_EQ(session->status().arms[0].pending, 1u);
}

TEST(ResultOrder, ObservationsCountAsTheyCome) {
  const auto session = make_session(two_arms());
  ask(*session, 2);
  session->apply(session->observe("a", 0.4));
  EXPECT_EQ(pulls(*session), (std::vector<std::uint64_t>{1, 0}));
}

TEST(ResultOrder, WhatWaitsIsPartOfTheBudget) {
  ExperimentSpec spec = two_arms();
  spec.max_samples = 4;
  const auto session = make_session(spec);
  ask(*session, 4);
  tell(*session, 3, 0.3);
  EXPECT_TRUE(session->ask(1).empty());
  EXPECT_EQ(session->phase(), Phase::running);
  session->apply(*session->abandon(1));
  EXPECT_EQ(session->ask(5).size(), 1u);
}

/// 100 results of each arm, N(0.6, 1), as readings of tickets, smallest values first.
std::vector<Reading> sorted_by_value(const Session& session) {
  RewardStream<Gaussian> stream(Gaussian(1.0), {.means = {0.6, 0.6}});
  stream.start({7, 0});
  std::vector<Reading> readings;
  for (const OpenTicket& open : session.open_tickets()) {
    readings.push_back({open.ticket, stream.next(open.arm)});
  }
  std::ranges::sort(readings, {}, &Reading::value);
  return readings;
}

TEST(ResultOrder, ABatchIsLookedAtOnceAtItsEnd) {
  const auto session = make_session(above_zero());
  ask(*session, 200);
  session->apply(session->tell(sorted_by_value(*session)));
  const ExperimentStatus status = session->status();
  EXPECT_EQ(status.samples, 200u);
  ASSERT_TRUE(status.verdict.has_value()) << "both means are 0.6 and have 100 results";
  EXPECT_EQ(status.verdict->samples, 200u);
  EXPECT_EQ(status.verdict->answer.arms, (std::vector<std::string>{"a", "b"}));
}

TEST(ResultOrder, SortedResultsToldOneByOneDoNotMislead) {
  const auto session = make_session(above_zero());
  ask(*session, 200);
  for (const Reading& reading : sorted_by_value(*session)) {
    tell(*session, reading.ticket, reading.value);
    const auto verdict = session->verdict();
    if (!verdict) continue;
    EXPECT_EQ(verdict->answer.arms, (std::vector<std::string>{"a", "b"}));
  }
  EXPECT_TRUE(session->verdict().has_value());
}

/// Experiments of 0.7.0 keep their results, by their edition.
TEST(ResultOrder, TheFirstEditionCountsWhatItIsToldAtOnce) {
  const auto session = make_session(above_zero(Edition::first));
  ask(*session, 200);
  const std::vector<Event> events = session->tell(sorted_by_value(*session));
  for (const Event& event : events) EXPECT_FALSE(std::get<Told>(event).more);
  session->apply(events);
  ASSERT_TRUE(session->verdict().has_value());
  EXPECT_LT(session->verdict()->samples, 40u);
  EXPECT_TRUE(session->verdict()->answer.arms.empty()) << "the smallest values came first";
}

TEST(ResultOrder, ABatchHasOneEndAndNothingBetween) {
  const auto session = make_session(two_arms());
  ask(*session, 3);
  const std::vector<Reading> readings = {{1, 0.1}, {2, 0.2}, {1, 0.1}};
  const std::vector<Event> expected = {Told{1, 0.1, {}, true}, Told{2, 0.2}};
  EXPECT_EQ(session->tell(readings), expected);
  session->apply(expected[0]);
  EXPECT_THROW(session->apply(Abandoned{3}), RunError);
  EXPECT_THROW(session->apply(Observed{4, 0, 0.1}), RunError);
  session->apply(expected[1]);
  session->apply(Abandoned{3});
}

TEST(ResultOrder, OpenTicketsAreHandedOutAgain) {
  const auto session = make_session(two_arms());
  ask(*session, 3);
  tell(*session, 2, 0.2);
  const std::vector<Ticket> stale = {3, 2, 1};
  const std::vector<Event> expected = {Reissued{1}, Reissued{3}, Asked{4, 1}};
  EXPECT_EQ(session->ask(3, stale), expected);
  EXPECT_EQ(session->ask(1, stale), std::vector<Event>{Reissued{1}});
  session->apply(expected);
  EXPECT_EQ(session->open_tickets().size(), 3u);
  EXPECT_THROW(session->apply(Reissued{2}), RunError);
  EXPECT_THROW(session->apply(Reissued{9}), RunError);
  tell(*session, 1, 0.1);
  expect_mentions(complaint([&] { session->tell(1, 0.3); }), {"ticket", "0.1", "0.3"});
}

TEST(ResultOrder, ASpentBudgetStillHandsOutWhatMayBeLost) {
  ExperimentSpec spec = two_arms();
  spec.max_samples = 2;
  const auto session = make_session(spec);
  ask(*session, 2);
  EXPECT_TRUE(session->ask(1).empty());
  const std::vector<Ticket> stale = {1};
  EXPECT_EQ(session->ask(1, stale), std::vector<Event>{Reissued{1}});
}

TEST(ResultOrder, HistoriesDoNotLookIntoABatch) {
  std::vector<Event> log;
  const auto session = make_session(two_arms());
  log = session->ask(40);
  session->apply(log);
  std::vector<Reading> readings;
  for (Ticket ticket = 1; ticket <= 40; ++ticket) readings.push_back({ticket, 0.01});
  const std::vector<Event> events = session->tell(readings);
  log.insert(log.end(), events.begin(), events.end());
  const History history = history_of(two_arms(), log);
  ASSERT_EQ(history.points.size(), 1u);
  EXPECT_EQ(history.points[0].samples, 40u);
}

}  // namespace
}  // namespace mirador::testing_support
