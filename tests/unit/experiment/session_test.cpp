#include "mirador/experiment/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "complaints.hpp"
#include "live_cases.hpp"

namespace mirador::testing_support {
namespace {

ExperimentSpec lanes() { return {.arms = {"left", "middle", "right"}, .family = GaussianSpec{}}; }

/// Applies the events of a session immediately.
class Desk {
 public:
  explicit Desk(const ExperimentSpec& spec) : session_(make_session(spec)) {}

  std::vector<Asked> ask(std::uint64_t count) {
    std::vector<Asked> tickets;
    for (const Event& event : session_->ask(count)) {
      session_->apply(event);
      tickets.push_back(std::get<Asked>(event));
    }
    return tickets;
  }
  /// Returns the number of events made.
  std::size_t tell(Ticket ticket, double value) {
    const auto events = session_->tell(ticket, value);
    session_->apply(events);
    return events.size();
  }
  void observe(std::string_view arm, double value) {
    session_->apply(session_->observe(arm, value));
  }
  bool abandon(Ticket ticket) {
    const auto event = session_->abandon(ticket);
    if (event) session_->apply(*event);
    return event.has_value();
  }
  ExperimentStatus status() const { return session_->status(); }
  Session& session() { return *session_; }

 private:
  std::unique_ptr<Session> session_;
};

/// Measurements that prove that "right" is best.
void settle(Desk& desk) {
  for (int i = 0; i < 40 && desk.status().phase != Phase::decided; ++i) {
    desk.observe("left", 0.0), desk.observe("middle", 0.1), desk.observe("right", 3.0);
  }
  ASSERT_EQ(desk.status().phase, Phase::decided);
}

TEST(Session, TicketsCountOverAsksAndObservations) {
  Desk desk(lanes());
  EXPECT_EQ(desk.ask(2), (std::vector<Asked>{{1, 0}, {2, 1}}));
  desk.observe("right", 0.3);
  EXPECT_EQ(desk.ask(1)[0].ticket, 4u);
  const ExperimentStatus status = desk.status();
  EXPECT_EQ(status.tickets, 4u);
  EXPECT_EQ(status.samples, 1u);
  EXPECT_EQ(status.open, (std::vector<OpenTicket>{{1, 0}, {2, 1}, {4, 0}}));
  EXPECT_EQ(status.arms[0].pending, 2u);
  EXPECT_EQ(status.arms[2].pulls, 1u);
  EXPECT_EQ(status.arms[2].mean, 0.3);
  EXPECT_EQ(status.arms[0].mean, std::nullopt);
  EXPECT_FALSE(status.findings.has_value());
  EXPECT_EQ(status.smallest_risk, 1.0);
}

TEST(Session, SeveralTicketsAreSpread) {
  for (const LiveCase& live : live_cases()) {
    // Where F is linear, a step of fw without forcing is always the same.
    const bool linear = std::holds_alternative<SignedSpec>(live.problem.question);
    for (const std::string& rule : live_rules) {
      if (!can_serve(live, rule) || (linear && rule == "fw:forcing=none")) continue;
      SCOPED_TRACE(live.name + ", " + rule);
      Desk desk(live.spec(rule));
      const auto reward = live.rewards();
      for (int i = 0; i < 30; ++i) {
        for (const Asked& asked : desk.ask(1)) desk.tell(asked.ticket, reward(asked.arm));
      }
      if (desk.status().verdict) continue;
      const std::vector<Asked> tickets = desk.ask(40);
      ASSERT_EQ(tickets.size(), 40u);
      std::set<Arm> asked;
      for (const Asked& ticket : tickets) asked.insert(ticket.arm);
      EXPECT_GE(asked.size(), 2u);
    }
  }
}

TEST(Session, DrawsOfRandomRulesDoNotRepeatAfterAnAbandonedTicket) {
  for (const std::string rule : {"unif", "ttts"}) {
    ExperimentSpec spec = lanes();
    spec.rule = parse_rule(rule);
    Desk desk(spec);
    for (const char* arm : {"left", "middle", "right"}) desk.observe(arm, 0.0);
    std::set<Arm> seen;
    for (int i = 0; i < 40; ++i) {
      const Asked ticket = desk.ask(1)[0];
      seen.insert(ticket.arm);
      desk.abandon(ticket.ticket);
    }
    EXPECT_EQ(seen.size(), 3u) << rule;
  }
}

TEST(Session, ABatchOfObservationsIsLookedAtOnce) {
  Desk one(lanes()), many(lanes());
  std::vector<Observation> values;
  for (int i = 0; i < 40; ++i) {
    // Sorted by arm and value: looked at row by row it would look like a clear case.
    for (const Arm arm : {Arm{0}, Arm{1}, Arm{2}}) {
      values.push_back({arm, (i - 20) * 0.1 + 0.01 * static_cast<double>(arm)});
    }
  }
  std::ranges::stable_sort(values, {}, &Observation::arm);
  const std::vector<Event> events = many.session().observe(values);
  ASSERT_EQ(events.size(), values.size());
  EXPECT_EQ(std::get<Observed>(events.front()), (Observed{1, 0, -2.0, "", true}));
  EXPECT_FALSE(std::get<Observed>(events.back()).more);
  many.session().apply(events);
  for (const auto& [arm, value] : values) one.observe(lanes().arms[arm], value);
  EXPECT_FALSE(many.status().verdict);
  EXPECT_EQ(many.status().findings, one.status().findings);
  EXPECT_EQ(many.status().samples, 120u);
  values[7].value = std::nan("");
  expect_mentions(complaint([&] { many.session().observe(values); }), {"reading 8", "value"});
  EXPECT_TRUE(many.session().observe(std::span<const Observation>()).empty());
  // An incomplete batch is damage.
  many.session().apply(Observed{121, 0, 0.5, "", true});
  EXPECT_THROW(many.session().apply(Asked{122, 0}), RunError);
}

TEST(Session, ToldTwice) {
  Desk desk(lanes());
  desk.ask(2);
  EXPECT_EQ(desk.tell(1, 0.5), 1u);
  const ExperimentStatus before = desk.status();
  EXPECT_EQ(desk.tell(1, 0.5), 0u);
  expect_mentions(complaint([&] { desk.tell(1, 0.6); }), {"ticket", "1", "0.5", "0.6"});
  expect_mentions(complaint([&] { desk.abandon(1); }), {"ticket", "1", "0.5"});
  EXPECT_EQ(desk.status(), before);
}

TEST(Session, AbandonedAndToldAllTheSame) {
  Desk desk(lanes());
  desk.ask(2);
  EXPECT_TRUE(desk.abandon(1));
  EXPECT_FALSE(desk.abandon(1));
  EXPECT_EQ(desk.status().abandoned, 1u);
  EXPECT_EQ(desk.status().arms[0].pending, 0u);
  EXPECT_EQ(desk.tell(1, 0.5), 1u);  // late, but it still counts
  EXPECT_EQ(desk.tell(1, 0.5), 0u);
  EXPECT_EQ(desk.status().abandoned, 0u);
  EXPECT_EQ(desk.status().arms[0].pulls, 1u);
  EXPECT_EQ(desk.status().open, (std::vector<OpenTicket>{{2, 1}}));
}

TEST(Session, BatchesAreAllOrNothing) {
  Desk desk(lanes());
  desk.ask(3);
  const std::vector<Reading> twice = {{1, 0.5}, {2, 0.1}, {1, 0.5}};
  const std::vector<Reading> conflict = {{1, 0.5}, {2, 0.1}, {1, 0.6}};
  const std::vector<Reading> impossible = {{1, 0.5}, {2, NAN}};
  const std::vector<Reading> unknown = {{1, 0.5}, {9, 0.1}};
  EXPECT_EQ(desk.session().tell(twice), (std::vector<Event>{Told{1, 0.5, {}, true}, Told{2, 0.1}}));
  expect_mentions(complaint([&] { desk.session().tell(conflict); }), {"reading 3", "ticket", "1"});
  expect_mentions(complaint([&] { desk.session().tell(impossible); }), {"reading 2", "nan"});
  expect_mentions(complaint([&] { desk.session().tell(unknown); }), {"reading 2", "9", "1 to 3"});
  EXPECT_TRUE(desk.session().tell(std::span<const Reading>()).empty());
  EXPECT_EQ(desk.status().samples, 0u);
}

TEST(Session, BadInputChangesNothing) {
  ExperimentSpec spec = lanes();
  spec.family = BernoulliSpec{};
  Desk desk(spec);
  expect_mentions(complaint([&] { desk.tell(1, 0.0); }), {"ticket", "1", "ask"});
  desk.ask(2);
  const ExperimentStatus before = desk.status();
  for (const double value : {0.5, -1.0, 2.0, double(NAN), double(INFINITY), -double(INFINITY)}) {
    expect_mentions(complaint([&] { desk.tell(1, value); }), {"value", "\"left\""});
    expect_mentions(complaint([&] { desk.observe("right", value); }), {"value", "\"right\""});
  }
  for (const Ticket ticket : {Ticket{0}, Ticket{3}, ~Ticket{0}}) {
    expect_mentions(complaint([&] { desk.tell(ticket, 1.0); }), {"ticket", "1 to 2"});
    expect_mentions(complaint([&] { desk.abandon(ticket); }), {"ticket", "1 to 2"});
  }
  expect_mentions(complaint([&] { desk.observe("up", 1.0); }), {"arm", "up"});
  expect_mentions(complaint([&] { desk.session().observe(Arm{3}, 1.0); }), {"arm", "3"});
  expect_mentions(complaint([&] { desk.ask(0); }), {"count", "0"});
  expect_mentions(complaint([&] { desk.ask(1'000'001); }), {"count", "1000001"});
  EXPECT_EQ(desk.status(), before);
  Desk gaussian(lanes());
  expect_mentions(complaint([&] { gaussian.observe("left", 1e200); }), {"value", "1e+200"});
}

TEST(Session, TheVerdictStaysAndTheBoundImproves) {
  Desk desk(lanes());
  const Ticket late = desk.ask(1)[0].ticket;
  settle(desk);
  const ExperimentStatus decided = desk.status();
  EXPECT_EQ(decided.verdict->answer, (NamedAnswer{"right", {"right"}}));
  EXPECT_EQ(decided.verdict->samples, decided.samples);
  EXPECT_LE(decided.smallest_risk, 0.05);
  EXPECT_EQ(decided.findings->to_go, Forecast{});
  EXPECT_TRUE(desk.session().ask(5).empty());
  desk.tell(late, 0.05);
  for (int i = 0; i < 10; ++i) desk.observe("middle", 0.1), desk.observe("right", 3.0);
  EXPECT_EQ(desk.status().verdict, decided.verdict);
  EXPECT_EQ(desk.status().samples, decided.samples + 21);
  EXPECT_LT(desk.status().smallest_risk, decided.smallest_risk);
  for (int i = 0; i < 500; ++i) desk.observe("middle", 9.0);
  EXPECT_EQ(desk.status().findings->answer.text, "middle");
  EXPECT_EQ(desk.status().verdict, decided.verdict);
  EXPECT_EQ(desk.status().smallest_risk, 0.05);
}

TEST(Session, ABudgetEndsTheTickets) {
  ExperimentSpec spec = lanes();
  spec.max_samples = 5;
  Desk desk(spec);
  EXPECT_EQ(desk.ask(4).size(), 4u);
  EXPECT_EQ(desk.ask(4).size(), 1u);
  EXPECT_TRUE(desk.ask(1).empty());
  EXPECT_EQ(desk.status().phase, Phase::running);
  desk.abandon(5);
  EXPECT_EQ(desk.ask(4).size(), 1u);
  for (const Ticket ticket : {1u, 2u, 3u, 4u, 6u}) desk.tell(ticket, 0.01);
  EXPECT_EQ(desk.status().phase, Phase::undecided);
  EXPECT_TRUE(desk.ask(1).empty());
  desk.tell(5, 0.0);  // late, beyond the budget
  EXPECT_EQ(desk.status().samples, 6u);
  EXPECT_EQ(desk.status().phase, Phase::undecided);
  settle(desk);
}

TEST(Session, SaysWhatIsEqualWithinTheMargin) {
  ExperimentSpec spec = lanes();
  spec.question = BestArmSpec{Direction::highest, 1.0};
  Desk desk(spec);
  for (int i = 0; i < 60; ++i) {
    desk.observe("left", 3.0), desk.observe("middle", 0.0), desk.observe("right", 3.1);
  }
  const VerdictStatus verdict = desk.status().verdict.value();
  EXPECT_TRUE(verdict.equal_within_margin);
  EXPECT_EQ(verdict.answer.text, "right, equal within 1: left, right; ruled out: middle");
}

TEST(Session, DamagedLogs) {
  const std::vector<std::vector<Event>> damaged = {
      {Told{1, 0.5}},
      {Asked{2, 0}},
      {Asked{1, 3}},
      {Observed{1, 3, 0.5}},
      {Observed{2, 0, 0.5}},
      {Abandoned{1}},
      {Asked{1, 0}, Asked{1, 0}},
      {Asked{1, 0}, Told{1, 0.5}, Told{1, 0.5}},
      {Asked{1, 0}, Told{1, 0.5}, Abandoned{1}},
      {Asked{1, 0}, Abandoned{1}, Abandoned{1}},
      {Reissued{1}},
      {Asked{1, 0}, Told{1, 0.5}, Reissued{1}},
      {Asked{1, 0}, Asked{2, 1}, Told{1, 0.5, {}, true}, Asked{3, 0}},
  };
  for (const auto& log : damaged) {
    Desk desk(lanes());
    desk.session().apply(std::span(log).first(log.size() - 1));
    const ExperimentStatus before = desk.status();
    EXPECT_THROW(desk.session().apply(log.back()), RunError);
    EXPECT_EQ(desk.status(), before);
  }
  Desk desk(lanes());
  EXPECT_ANY_THROW(desk.session().apply(Observed{1, 0, NAN}));
  EXPECT_EQ(desk.status().tickets, 0u);
}

TEST(Session, SurvivesExtremeValues) {
  const std::vector<double> values = {1e100, -1e100, 1e10, -1e10, 1e-300, 5e-324, 0.0, 1.0};
  for (const LiveCase& live : live_cases()) {
    for (const std::string rule : {"lma", "bc", "dt"}) {
      SCOPED_TRACE(live.name + ", " + rule);
      Desk desk(live.spec(rule));
      for (std::size_t i = 0; i < 60; ++i) {
        const std::string& arm = desk.session().spec().arms[i % live.problem.means.size()];
        const double value = values[(i * 7 + i / 8) % values.size()];
        complaint([&] { desk.observe(arm, value); });  // impossible in some families
      }
      const ExperimentStatus status = desk.status();
      ASSERT_TRUE(status.findings.has_value());
      EXPECT_FALSE(std::isnan(status.findings->evidence));
      const Forecast& to_go = status.findings->to_go;
      EXPECT_LE(to_go.low, to_go.middle);
      EXPECT_LE(to_go.middle, to_go.high);
      for (const ArmStatus& each : status.arms) EXPECT_LE(each.low, each.high);
    }
  }
}

TEST(Session, AForecastEndsWithTheBudgetAndHasNoSideEffects) {
  ExperimentSpec spec = lanes();
  spec.max_samples = 40;
  Desk desk(spec);
  for (int i = 0; i < 3; ++i) {
    for (const char* arm : {"left", "middle", "right"}) desk.observe(arm, 0.1 * i);
  }
  const ExperimentStatus status = desk.status();
  EXPECT_EQ(status.findings->to_go.high, 31.0);
  EXPECT_GT(status.findings->to_go.low, 1.0);
  EXPECT_EQ(desk.status(), status);
}

TEST(Session, IntervalsGuaranteeAndTargets) {
  Desk desk(lanes());
  settle(desk);
  const ExperimentStatus status = desk.status();
  double targets = 0.0;
  for (const ArmStatus& arm : status.arms) {
    EXPECT_LT(arm.low, *arm.mean);
    EXPECT_GT(arm.high, *arm.mean);
    targets += *arm.target;
  }
  EXPECT_NEAR(targets, 1.0, 1e-9);
  EXPECT_EQ(status.guarantee, Status::proved);
  EXPECT_FALSE(status.guarantee_reason.empty());
}

}  // namespace
}  // namespace mirador::testing_support
