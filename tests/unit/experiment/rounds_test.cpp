// Live comparisons in rounds: tickets, the order of rounds, what counts, verdicts.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "complaints.hpp"
#include "mirador/experiment/compare_rows.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador::testing_support {
namespace {

constexpr double none_there = std::numeric_limits<double>::quiet_NaN();

ExperimentSpec in_rounds(std::size_t arms, RoundsSpec rounds = {}) {
  ExperimentSpec spec;
  for (std::size_t a = 0; a < arms; ++a) spec.arms.push_back(std::string(1, char('a' + a)));
  spec.rounds = std::move(rounds);
  return spec;
}

ExperimentSpec of_items(std::size_t arms, std::uint64_t items) {
  return in_rounds(arms, {.law = BernoulliSpec{}, .items = items});
}

std::vector<Ticket> hand_out(Session& session, std::uint64_t count) {
  std::vector<Ticket> tickets;
  for (const Event& event : session.ask(count)) {
    session.apply(event);
    tickets.push_back(std::get<Asked>(event).ticket);
  }
  return tickets;
}

void measured(Session& session, Ticket ticket, double value) {
  session.apply(session.tell(ticket, value));
}

std::uint64_t rounds_of(const Session& session) { return session.status().rounds->rounds; }

/// Noise that depends on the ticket alone, and the arms 2 apart.
double far_apart(Arm arm, Ticket ticket) {
  return -2.0 * static_cast<double>(arm) + 0.1 * std::sin(static_cast<double>(ticket) * 12.9898);
}

void play_rounds(Session& session, std::uint64_t rounds) {
  for (std::uint64_t b = 0; b < rounds && session.phase() == Phase::running; ++b) {
    for (const Ticket ticket : hand_out(session, session.next_round_size())) {
      measured(session, ticket, far_apart(session.arm_of(ticket), ticket));
    }
  }
}

TEST(Rounds, ARoundHasEveryArmOnceInRandomOrder) {
  const auto session = make_session(in_rounds(4));
  std::set<std::vector<Arm>> orders;
  for (std::uint64_t round = 1; round <= 40; ++round) {
    EXPECT_EQ(session->next_round_size(), 4u);
    std::vector<Arm> arms;
    for (const Ticket ticket : hand_out(*session, 4)) {
      EXPECT_EQ(session->place_of(ticket), (RoundPlace{round, 0}));
      arms.push_back(session->arm_of(ticket));
    }
    orders.insert(arms);
    std::ranges::sort(arms);
    EXPECT_EQ(arms, (std::vector<Arm>{0, 1, 2, 3}));
  }
  EXPECT_GT(orders.size(), 10u);
}

TEST(Rounds, AskingOneByOneOrManyAtOnceGivesTheSameTickets) {
  const auto one = make_session(in_rounds(3)), many = make_session(in_rounds(3));
  std::vector<Event> singly;
  for (int i = 0; i < 20; ++i) {
    const std::vector<Event> next = one->ask(1);
    EXPECT_EQ(one->ask(1), next);  // asking changes nothing
    one->apply(next);
    singly.push_back(next.front());
  }
  EXPECT_EQ(many->ask(20), singly);
}

TEST(Rounds, ARoundCountsWhenItIsCompleteAndAfterThoseBefore) {
  const auto session = make_session(in_rounds(2));
  const std::vector<Ticket> tickets = hand_out(*session, 6);
  for (const Ticket ticket : {tickets[2], tickets[3], tickets[4]}) measured(*session, ticket, 1.0);
  EXPECT_EQ(rounds_of(*session), 0u);
  EXPECT_EQ(session->status().samples, 0u);
  measured(*session, tickets[0], 1.0);
  EXPECT_EQ(rounds_of(*session), 0u);
  const std::vector<WaitingResults> waiting = session->status().waiting;
  ASSERT_FALSE(waiting.empty());
  for (const WaitingResults& here : waiting) EXPECT_EQ(here.tickets.front(), tickets[1]);
  measured(*session, tickets[1], 1.0);
  EXPECT_EQ(rounds_of(*session), 2u);
  EXPECT_EQ(session->status().samples, 4u);
  session->apply(*session->abandon(tickets[5]));
  EXPECT_EQ(rounds_of(*session), 3u);
  EXPECT_EQ(session->status().samples, 5u);
}

TEST(Rounds, AnAbandonedTicketCountsIfItIsToldBeforeItsRoundDoes) {
  const auto session = make_session(in_rounds(2));
  const std::vector<Ticket> tickets = hand_out(*session, 4);
  session->apply(*session->abandon(tickets[0]));
  measured(*session, tickets[0], 1.0);
  EXPECT_EQ(rounds_of(*session), 0u);
  measured(*session, tickets[1], 2.0);
  EXPECT_EQ(rounds_of(*session), 1u);
  EXPECT_EQ(session->status().samples, 2u);
  EXPECT_EQ(session->status().arms[session->arm_of(tickets[0])].mean, 1.0);

  session->apply(*session->abandon(tickets[2]));
  measured(*session, tickets[3], 4.0);
  EXPECT_EQ(rounds_of(*session), 2u);
  const ExperimentStatus before = session->status();
  measured(*session, tickets[2], 3.0);  // accepted, and too late
  const ExperimentStatus after = session->status();
  EXPECT_EQ(after.samples, 3u);
  EXPECT_EQ(after.rounds, before.rounds);
  EXPECT_EQ(after.arms, before.arms);
  EXPECT_TRUE(after.waiting.empty());
  EXPECT_TRUE(session->tell(tickets[2], 3.0).empty());
  expect_mentions(complaint([&] { session->tell(tickets[2], 5.0); }), {"ticket", "3", "5"});
}

/// Applies a measurement without a ticket.
Ticket observed(Session& session, std::string_view arm, double value) {
  const Event event = session.observe(arm, value);
  session.apply(event);
  return std::get<Observed>(event).ticket;
}

TEST(Rounds, AMeasurementThatFindsNoPlaceIsKeptAndDoesNotCount) {
  const auto session = make_session(in_rounds(3));
  std::mt19937 random(5);
  std::normal_distribution<double> noise;
  while (session->status().rounds->ruled_out.empty()) {
    for (const Ticket ticket : hand_out(*session, 3)) {
      measured(*session, ticket, noise(random) - (session->arm_of(ticket) == 2 ? 5.0 : 0.0));
    }
  }
  ASSERT_EQ(session->status().rounds->ruled_out[0].arm, "c");
  ASSERT_EQ(session->phase(), Phase::running);
  const ExperimentStatus before = session->status();
  const Ticket of_an_arm_that_left = observed(*session, "c", 100.0);
  EXPECT_EQ(session->place_of(of_an_arm_that_left), (RoundPlace{0, 0}));
  EXPECT_EQ(session->status().samples, before.samples);
  EXPECT_EQ(session->status().rounds, before.rounds);
  EXPECT_EQ(session->next_round_size(), 2u);

  const auto pairs = make_session(in_rounds(3, {.round_size = 2}));
  std::set<std::string> places;
  for (const char* arm : {"a", "b", "c"}) {
    const std::uint64_t round = pairs->place_of(observed(*pairs, arm, 1.0))->round;
    places.insert(arm + std::to_string(round));
  }
  EXPECT_EQ(places, (std::set<std::string>{"a1", "b1", "c2"}));
  const auto again = make_session(in_rounds(3, {.round_size = 2}));
  EXPECT_EQ(again->place_of(observed(*again, "c", 1.0)), (RoundPlace{0, 0}));
  EXPECT_EQ(again->status().samples, 0u);
}

TEST(Rounds, TheOrderOfResultsDoesNotMatter) {
  std::mt19937 random(7);
  const auto ahead = make_session(in_rounds(3));
  const std::vector<Ticket> tickets = hand_out(*ahead, 90);
  std::vector<double> values(tickets.size());
  std::normal_distribution<double> noise;
  for (double& value : values) value = noise(random);
  const auto told_in = [&](std::vector<std::size_t> order) {
    const auto session = make_session(in_rounds(3));
    hand_out(*session, 90);
    for (const std::size_t i : order) measured(*session, tickets[i], values[i]);
    return session->status();
  };
  std::vector<std::size_t> order(tickets.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const ExperimentStatus status = told_in(order);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::ranges::shuffle(order, random);
    EXPECT_EQ(told_in(order), status);
  }
}

TEST(Rounds, AnArmThatLeftIsNotMeasuredAgainAndItsTicketsAreNotWaitedFor) {
  const auto session = make_session(in_rounds(3));
  play_rounds(*session, 200);
  ASSERT_TRUE(session->verdict());
  EXPECT_EQ(session->verdict()->answer.arms, std::vector<std::string>{"a"});
  EXPECT_FALSE(session->verdict()->equal_within_margin);
  EXPECT_TRUE(session->ask(1).empty());

  const auto ahead = make_session(in_rounds(3));
  const std::vector<Ticket> tickets = hand_out(*ahead, 3 * 60);  // sixty rounds are open
  for (const Ticket ticket : tickets) {
    const Arm arm = ahead->arm_of(ticket);
    if (ahead->phase() == Phase::decided) break;
    const RoundsStatus rounds = *ahead->status().rounds;
    const bool out =
        std::ranges::find(rounds.in_play, ahead->spec().arms[arm]) == rounds.in_play.end();
    if (!out) measured(*ahead, ticket, far_apart(arm, ticket));
  }
  ASSERT_TRUE(ahead->verdict());
  EXPECT_EQ(ahead->verdict()->answer.arms, std::vector<std::string>{"a"});
  const ExperimentStatus status = ahead->status();
  EXPECT_EQ(status.rounds->ruled_out.size(), 2u);
  EXPECT_TRUE(status.open.empty());  // nothing that is open can still count
}

TEST(Rounds, ALogReplaysToTheSameStatus) {
  ExperimentSpec spec = in_rounds(3);
  spec.scale = Scale::log;
  spec.question = BestArmSpec{.direction = Direction::lowest, .margin = 0.02};
  const auto session = make_session(spec);
  std::vector<Event> log;
  const auto record = [&](const std::vector<Event>& events) {
    for (const Event& event : events) log.push_back(event), session->apply(event);
  };
  std::mt19937 random(3);
  std::lognormal_distribution<double> noise(0.0, 0.1);
  for (int step = 0; step < 400 && session->phase() == Phase::running; ++step) {
    record(session->ask(1 + random() % 5));
    std::vector<OpenTicket> open = session->open_tickets();
    std::ranges::shuffle(open, random);
    for (const OpenTicket& one : open) {
      if (random() % 10 == 0) {
        record({*session->abandon(one.ticket)});
      } else if (random() % 4 != 0) {
        const double value = noise(random) * (1.0 + 0.3 * static_cast<double>(one.arm));
        record(session->tell(one.ticket, value));
      }
    }
  }
  const auto again = make_session(spec);
  for (const Event& event : log) again->apply(event);
  EXPECT_EQ(again->status(), session->status());
  const History history = history_of(spec, log);
  EXPECT_EQ(history.now, session->status());
  EXPECT_FALSE(history.points.empty());
}

TEST(Rounds, TheBudgetCoversWholeRounds) {
  ExperimentSpec spec = in_rounds(3);
  spec.max_samples = 8;
  const auto session = make_session(spec);
  const std::vector<Ticket> tickets = hand_out(*session, 100);
  EXPECT_EQ(tickets.size(), 6u);
  EXPECT_EQ(session->phase(), Phase::running);
  for (const Ticket ticket : tickets) measured(*session, ticket, 1.0);
  EXPECT_EQ(session->phase(), Phase::undecided);
  EXPECT_EQ(rounds_of(*session), 2u);
  spec.max_samples = 2;
  expect_mentions(complaint([&] { make_session(spec); }), {"max-samples", "2", "at least 3"});
}

TEST(Rounds, EachItemIsUsedOnceAndTheAnswerIsExactAtTheEnd) {
  const auto session = make_session(of_items(3, 12));
  std::set<std::uint64_t> items;
  for (int round = 0; round < 12; ++round) {
    for (const Ticket ticket : hand_out(*session, session->next_round_size())) {
      const std::uint64_t item = session->place_of(ticket)->item;
      items.insert(item);
      // Item 1 is the only one that differs.
      const bool right = item != 1 || session->arm_of(ticket) == 2;
      measured(*session, ticket, right ? 1.0 : 0.0);
    }
  }
  EXPECT_EQ(items.size(), 12u);
  ASSERT_TRUE(session->verdict());
  EXPECT_EQ(session->verdict()->answer.arms, std::vector<std::string>{"c"});
  EXPECT_EQ(session->status().rounds->items, (ItemsStatus{12, session->status().rounds->rounds}));
}

TEST(Rounds, ABudgetMayEndBeforeTheItemsDo) {
  ExperimentSpec spec = of_items(2, 10);
  spec.max_samples = 7;
  const auto session = make_session(spec);
  const std::vector<Ticket> tickets = hand_out(*session, 100);
  EXPECT_EQ(tickets.size(), 6u);
  for (const Ticket ticket : tickets) measured(*session, ticket, 1.0);
  EXPECT_EQ(session->phase(), Phase::undecided);
  EXPECT_EQ(session->status().max_samples, 7u);
  EXPECT_EQ(session->status().rounds->items, (ItemsStatus{10, 3}));

  spec.max_samples = 100;
  const auto enough = make_session(spec);
  EXPECT_EQ(hand_out(*enough, 100).size(), 20u);  // the items end first
  for (Ticket ticket = 1; ticket <= 20; ++ticket) measured(*enough, ticket, 1.0);
  EXPECT_EQ(enough->phase(), Phase::decided);
  EXPECT_EQ(enough->status().rounds->items, (ItemsStatus{10, 10}));
}

TEST(Rounds, ATieOnAllItemsIsAVerdict) {
  const auto session = make_session(of_items(2, 5));
  while (session->phase() == Phase::running) {
    for (const Ticket ticket : hand_out(*session, 2)) measured(*session, ticket, 1.0);
  }
  ASSERT_TRUE(session->verdict());
  EXPECT_TRUE(session->verdict()->equal_within_margin);
  EXPECT_EQ(session->verdict()->answer.text, "a, tied with b on all items");
}

TEST(Rounds, GoodEnoughNamesAnArmWithinTheDifference) {
  ExperimentSpec spec = in_rounds(2, {.law = BoundedSpec{}});
  spec.question = BestArmSpec{.good_enough = 0.2};
  const auto session = make_session(spec);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform;
  while (session->phase() == Phase::running && rounds_of(*session) < 2000) {
    for (const Ticket ticket : hand_out(*session, 2)) measured(*session, ticket, uniform(random));
  }
  ASSERT_TRUE(session->verdict());
  EXPECT_TRUE(session->verdict()->good_enough);
  EXPECT_FALSE(session->verdict()->equal_within_margin);
  expect_mentions(session->verdict()->answer.text, {"within 0.2 of the best"});
}

TEST(Rounds, WithoutAVerdictTheDistanceFromTheBestIsShown) {
  for (const double enough : {0.0, 1e-3}) {
    ExperimentSpec spec = in_rounds(3, {.law = BoundedSpec{}});
    spec.question = BestArmSpec{.good_enough = enough};
    const auto session = make_session(spec);
    EXPECT_FALSE(session->status().recommendation);
    for (int round = 0; round < 60 && !session->verdict(); ++round) {
      for (const Ticket ticket : hand_out(*session, session->next_round_size())) {
        const Arm arm = session->arm_of(ticket);
        measured(*session, ticket, arm == 0 ? 0.9 : arm == 1 ? 0.5 + 0.4 * (round % 2) : 0.1);
      }
    }
    const ExperimentStatus status = session->status();
    if (status.verdict) continue;
    ASSERT_TRUE(status.recommendation);
    EXPECT_EQ(status.recommendation->arm, "a");
    EXPECT_EQ(status.recommendation->possible, status.rounds->in_play);
    EXPECT_EQ(status.recommendation->ruled_out, std::vector<std::string>{"c"});
    EXPECT_GT(status.recommendation->within, 0.0);
    EXPECT_LT(status.recommendation->within, 0.8);
    EXPECT_EQ(status.recommendation->risk, (enough == 0.0 ? 2.0 : 1.0) * spec.delta);
  }
}

TEST(Rounds, DifferencesAreInTheUnitOfTheUser) {
  ExperimentSpec spec = in_rounds(2);
  spec.scale = Scale::log;
  spec.question = BestArmSpec{.direction = Direction::lowest, .margin = 0.0};
  const auto session = make_session(spec);
  std::mt19937 random(5);
  std::lognormal_distribution<double> noise(0.0, 0.05);
  for (int round = 0; round < 400 && session->phase() == Phase::running; ++round) {
    for (const Ticket ticket : hand_out(*session, 2)) {
      measured(*session, ticket, (session->arm_of(ticket) == 0 ? 1.0 : 1.1) * noise(random));
    }
  }
  ASSERT_TRUE(session->verdict());
  EXPECT_EQ(session->verdict()->answer.text, "a");
  const DifferenceStatus b = session->status().rounds->differences.at(0);
  EXPECT_EQ(b.arm, "b");
  EXPECT_EQ(b.to, "a");
  EXPECT_NEAR(b.estimate, 1.1, 0.05);
  EXPECT_LT(b.low, b.estimate);
  EXPECT_GT(b.high, b.estimate);
  EXPECT_GT(b.worse, b.better);
  const Lead lead = *session->lead();
  EXPECT_EQ(lead.answer, "a");
  EXPECT_NEAR(lead.estimate, b.estimate, 1e-12);  // runner-up to answer
}

TEST(Rounds, FinishedRoundsCountAsIfTheyHadBeenAskedFor) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise;
  std::vector<std::vector<double>> rows;
  for (int row = 0; row < 60; ++row) {
    rows.push_back({noise(random), noise(random) + 0.3, noise(random) - 3.0});
    if (row % 7 == 0) rows.back()[0] = none_there;
  }
  const auto table = compare_rows(in_rounds(3), rows);
  const auto live = make_session(in_rounds(3));
  for (const std::vector<double>& row : rows) {
    if (live->phase() != Phase::running) break;
    for (const Ticket ticket : hand_out(*live, live->next_round_size())) {
      const double value = row[live->arm_of(ticket)];
      if (std::isnan(value)) {
        live->apply(*live->abandon(ticket));
      } else {
        measured(*live, ticket, value);
      }
    }
  }
  EXPECT_EQ(table->status().rounds, live->status().rounds);
  EXPECT_EQ(table->status().verdict, live->status().verdict);
  EXPECT_GT(table->status().rounds->ruled_out.size(), 0u);
}

TEST(Rounds, RowsThatContradictTheVerdictAreNoticed) {
  std::vector<std::vector<double>> rows;
  for (int row = 0; row < 200; ++row) {
    const double noise = 0.1 * std::sin(row * 12.9898), ahead = row < 60 ? 1.0 : -1.0;
    rows.push_back({ahead + noise, 0.0});
  }
  const auto doubts = [&](const ExperimentSpec& spec, std::span<const std::vector<double>> given) {
    return doubts_about_rows(spec, given, {}, *compare_rows(spec, given));
  };
  const ExperimentSpec spec = in_rounds(2);
  const std::vector<std::string> found = doubts(spec, rows);
  ASSERT_EQ(found.size(), 1u);
  expect_mentions(found[0], {"the last ", " rows decide for b by themselves",
                             "over all 200 rows b has the higher mean (0, a -0.4", "shuffle"});
  ExperimentSpec lowest = spec;
  lowest.question = BestArmSpec{.direction = Direction::lowest};
  expect_mentions(doubts(lowest, rows).at(0),
                  {"rows decide for a", "over all 200 rows a has the lower mean (-0.4"});
  EXPECT_TRUE(doubts(spec, std::span(rows).first(60)).empty());
  ExperimentSpec enough = spec;
  enough.question = BestArmSpec{.good_enough = 0.5};
  EXPECT_TRUE(doubts(enough, rows).empty());
}

TEST(Rounds, MeansAreThoseOfAllRows) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> rows = {{1.0, none, none}, {4.0, none, 3.0}};
  ExperimentSpec spec = in_rounds(3);
  using Means = std::vector<std::optional<double>>;
  EXPECT_EQ(means_of_rows(spec, rows), (Means{2.5, std::nullopt, 3.0}));
  spec.scale = Scale::log;
  const Means ratios = means_of_rows(spec, rows);
  EXPECT_NEAR(ratios[0].value(), 2.0, 1e-12);
  EXPECT_EQ(ratios[1], std::nullopt);
}

TEST(Rounds, RepeatedLabelsAreNoticed) {
  const std::vector<std::vector<double>> rows(4, {1.0, 0.0});
  const ExperimentSpec spec = in_rounds(2);
  const auto session = compare_rows(spec, rows);
  const auto doubts = [&](std::vector<std::string> labels) {
    return doubts_about_rows(spec, rows, labels, *session);
  };
  EXPECT_TRUE(doubts({}).empty());
  EXPECT_TRUE(doubts({"p", "q", "r", "s"}).empty());
  expect_mentions(doubts({"p", "q", "r", "q"}).at(0),
                  {"rows 2 and 4", "\"q\"", "leave out rows that are copies"});
  expect_mentions(doubts({"p", "q", "q", "p"}).at(0), {"rows 2 and 3", "1 more label occurs"});
}

TEST(Rounds, BadRowsAreNamed) {
  const std::vector<std::vector<double>> rows = {{0.5, 0.5}, {0.5, 2.0}};
  const ExperimentSpec spec = in_rounds(2, {.law = BoundedSpec{}, .items = 2});
  try {
    compare_rows(spec, rows);
    FAIL();
  } catch (const ReadingError& error) {
    EXPECT_EQ(error.index(), 1u);
    expect_mentions(error.what(), {"value", "2 cannot", "\"b\""});
  }
}

TEST(Rounds, RefusesWhatDoesNotFit) {
  const auto why = [](ExperimentSpec spec) { return complaint([&] { make_session(spec); }); };
  expect_mentions(why(in_rounds(2, {.items = 5})), {"items", "bounded", "bernoulli"});
  expect_mentions(why(in_rounds(3, {.round_size = 1})), {"round-size", "1", "from 2 to 3"});
  expect_mentions(why(in_rounds(2, {.law = BoundedSpec{1.0, 1.0}})), {"lo", "hi"});
  ExperimentSpec both = in_rounds(2);
  both.question = BestArmSpec{.good_enough = -1.0};
  expect_mentions(why(both), {"good-enough", "-1"});
  both.question = BestArmSpec{.margin = 1.0, .good_enough = 1.0};
  expect_mentions(why(both), {"good-enough", "--margin"});
  ExperimentSpec wide = in_rounds(2, {.law = BoundedSpec{1.0, 3.0}});
  wide.question = BestArmSpec{.margin = 2.0};
  expect_mentions(why(wide), {"margin", "2 leaves no difference", "below 2"});
  wide.rounds->law = BernoulliSpec{};
  wide.question = BestArmSpec{.good_enough = 1.5};
  expect_mentions(why(wide), {"good-enough", "1.5 leaves", "below 1"});
  ExperimentSpec level = in_rounds(2);
  level.question = ThresholdingSpec{0.5};
  expect_mentions(why(level), {"problem", "thresholding", "best-arm"});
  ExperimentSpec log = in_rounds(2, {.law = BernoulliSpec{}});
  log.scale = Scale::log;
  expect_mentions(why(log), {"scale", "bernoulli"});
  ExperimentSpec many = in_rounds(2);
  for (int a = 0; a < 1000; ++a) many.arms.push_back("arm " + std::to_string(a));
  expect_mentions(why(many), {"arms", "1002", "at most 1000"});
  const auto items = make_session(of_items(2, 5));
  expect_mentions(complaint([&] { items->observe("a", 1.0); }), {"arm", "ask for a ticket"});
  expect_mentions(complaint([&] { items->tell(1, 1.0); }), {"ticket", "1"});
  const auto session = make_session(in_rounds(2));
  hand_out(*session, 1);
  expect_mentions(complaint([&] {
                    session->observe_rounds(std::vector<std::vector<double>>{{1.0, 2.0}});
                  }),
                  {"batch", "tell or abandon"});
}

TEST(Rounds, ARoundMayHoldTheLeaderAndOthersInTurn) {
  const auto session = make_session(in_rounds(5, {.round_size = 2}));
  std::vector<std::uint64_t> times(5);
  for (int round = 0; round < 40; ++round) {
    const std::vector<Ticket> tickets = hand_out(*session, session->next_round_size());
    ASSERT_EQ(tickets.size(), 2u);
    for (const Ticket ticket : tickets) {
      ++times[session->arm_of(ticket)];
      measured(*session, ticket, 0.001 * far_apart(session->arm_of(ticket), 7 * ticket));
    }
    if (session->phase() != Phase::running) break;
  }
  for (const std::uint64_t count : times) EXPECT_GT(count, 0u);
}

}  // namespace
}  // namespace mirador::testing_support
