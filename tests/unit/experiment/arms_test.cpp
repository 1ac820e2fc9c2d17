// Arms that are added or retired while an experiment runs: what is allowed, what it does to the
// evidence that is required, and that it replays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "complaints.hpp"
#include "mirador/experiment/arm_changes.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador::testing_support {
namespace {

using Names = std::vector<std::string>;

ExperimentSpec about(Names arms) { return {.arms = std::move(arms), .family = GaussianSpec{1.0}}; }

/// A session that remembers its log.
class Desk {
 public:
  explicit Desk(ExperimentSpec spec) : spec_(std::move(spec)), session_(make_session(spec_)) {}

  Session* operator->() const { return session_.get(); }
  const std::vector<Event>& log() const { return log_; }
  void take(const std::vector<Event>& events) {
    for (const Event& event : events) {
      session_->apply(event);
      log_.push_back(event);
    }
  }
  void add(const Names& arms) { take(session_->add_arms(arms)); }
  void retire(const Names& arms) { take(session_->retire_arms(arms)); }
  void observe(const std::string& arm, double value) { take({session_->observe(arm, value)}); }
  void observe_all(const std::vector<std::pair<std::string, double>>& values) {
    for (const auto& [arm, value] : values) observe(arm, value);
  }
  ArmStatus arm(const std::string& name) const {
    const std::vector<ArmStatus> arms = session_->status().arms;
    return *std::ranges::find(arms, name, &ArmStatus::name);
  }
  std::string refused_to_add(const Names& arms) const {
    return complaint([&] { session_->add_arms(arms); });
  }
  std::string refused_to_retire(const Names& arms) const {
    return complaint([&] { session_->retire_arms(arms); });
  }
  void expect_replays() const {
    const auto again = make_session(spec_);
    again->apply(log_);
    EXPECT_EQ(again->status(), session_->status());
    EXPECT_EQ(again->ask(7), session_->ask(7));
    EXPECT_EQ(history_of(spec_, log_).now, session_->status());
  }

 private:
  ExperimentSpec spec_;
  std::unique_ptr<Session> session_;
  std::vector<Event> log_;
};

TEST(ArmTurnover, TheSharesOfAllCandidatesAddUpToTheRiskInAll) {
  // At most 2 r + 1 martingales can mislead after r changes.
  ArmTurnover turnover(5);
  double spent = 0.0;
  for (int changes = 0; changes < 12; ++changes) {
    EXPECT_EQ(turnover.changes(), static_cast<std::uint64_t>(changes));
    spent += (2.0 * changes + 1.0) * turnover.share();  // no arm is retired
    EXPECT_NEAR(turnover.in_all(), spent, 1e-12);
    turnover.add(false);
  }
}

TEST(ArmTurnover, AverageOverThoseThatLeft) {
  ArmTurnover turnover(5);
  turnover.retire(false);
  EXPECT_DOUBLE_EQ(turnover.share(), 3.0 / 4.0 / 6.0);
  turnover.add(false);
  EXPECT_DOUBLE_EQ(turnover.share(), 4.0 / 5.0 / 20.0);
}

TEST(Arms, BeforeTheFirstValueItIsAsIfTheExperimentHadBegunSo) {
  Desk changed(about({"x", "b"})), plain(about({"b", "c"}));
  changed.add({"c"});
  changed.retire({"x"});
  for (Desk* const desk : {&changed, &plain}) {
    desk->observe_all({{"b", 1.0}, {"c", 0.2}, {"b", 1.3}, {"c", 0.1}});
  }
  const ExperimentStatus one = changed->status(), other = plain->status();
  EXPECT_EQ(one.risk_in_all, std::nullopt);
  EXPECT_EQ(one.findings, other.findings);
  EXPECT_EQ(one.smallest_risk, other.smallest_risk);
  EXPECT_EQ(changed.arm("b"), plain.arm("b"));
  EXPECT_EQ(changed->lead(), plain->lead());
  changed.expect_replays();
}

TEST(Arms, AfterwardsTheEvidenceIsThatOfTheArmsThereAreAtASmallerLevel) {
  const std::vector<std::pair<std::string, double>> values = {
      {"a", 1.0}, {"b", 0.2}, {"c", 0.9}, {"a", 1.3}, {"b", 0.1}, {"c", 0.2}, {"a", 0.8}};
  Desk changed(about({"a", "b", "c"}));
  changed.observe_all(values);
  changed.retire({"c"});
  changed.add({"d"});
  changed.observe("d", 0.4);
  // Two changes; 3 arms in question, 4 in all.
  ExperimentSpec spec = about({"a", "b", "d"});
  const double share = (2.0 / 3.0) / (5.0 * 4.0);
  spec.delta = 0.05 * share;
  Desk plain(spec);
  for (const auto& [arm, value] : values) {
    if (arm != "c") plain.observe(arm, value);
  }
  plain.observe("d", 0.4);
  const ExperimentStatus one = changed->status(), other = plain->status();
  EXPECT_NEAR(one.findings->required, other.findings->required, 1e-12);
  EXPECT_EQ(one.findings->evidence, other.findings->evidence);
  EXPECT_NEAR(one.smallest_risk, std::min(1.0, other.smallest_risk / share), 1e-12);
  EXPECT_EQ(one.delta, 0.05);
  EXPECT_DOUBLE_EQ(one.risk_in_all.value(), 0.05 * 1.75);
  EXPECT_DOUBLE_EQ(one.recommendation->risk, 0.05 * 1.75);
  for (const std::string name : {"a", "b", "d"}) {
    EXPECT_NEAR(changed.arm(name).low, plain.arm(name).low, 1e-9);
    EXPECT_NEAR(changed.arm(name).high, plain.arm(name).high, 1e-9);
  }
  EXPECT_EQ(one.samples, values.size() + 1);
  EXPECT_TRUE(changed.arm("c").retired);
  EXPECT_EQ(changed.arm("c").pulls, 2u);
  EXPECT_DOUBLE_EQ(changed.arm("c").mean.value(), 0.55);
  EXPECT_FALSE(std::isfinite(changed.arm("c").low));
  changed.expect_replays();
}

TEST(Arms, ASmallerDeltaAndChangesGoTogether) {
  Desk desk(about({"a", "b"}));
  desk.observe_all({{"a", 1.0}, {"b", 0.2}});
  desk.add({"c"});
  desk.observe("c", 0.0);
  desk.take(desk->change({.delta = 0.01}));
  const ExperimentStatus status = desk->status();
  EXPECT_NEAR(status.findings->required, std::log(6.0 / 0.01), 1e-12);
  EXPECT_EQ(status.first_delta, 0.05);
  EXPECT_DOUBLE_EQ(status.risk_in_all.value(), 0.015);
  desk.expect_replays();
}

TEST(Arms, RetiringTheLastRivalThatIsCloseDecides) {
  Desk desk(about({"a", "b", "c"}));
  for (int i = 0; i < 12; ++i) desk.observe_all({{"a", 1.0}, {"b", 0.99}, {"c", -3.0}});
  ASSERT_EQ(desk->phase(), Phase::running);
  desk.retire({"b"});
  ASSERT_TRUE(desk->verdict());
  EXPECT_EQ(desk->verdict()->answer.arms, Names{"a"});
  EXPECT_EQ(desk->verdict()->samples, 36u);
  EXPECT_NE(desk.refused_to_add({"d"}).find("there is a verdict"), std::string::npos);
  desk.expect_replays();
}

TEST(Arms, SeveralAtOnceAreLookedAtOnce) {
  Desk desk(about({"a", "b", "c", "d"}));
  for (int i = 0; i < 12; ++i) {
    desk.observe_all({{"a", 1.0}, {"b", 0.99}, {"c", -3.0}, {"d", 2.0}});
  }
  const std::vector<Event> events = desk->retire_arms(Names{"d", "b"});
  ASSERT_EQ(events.size(), 2u);
  EXPECT_TRUE(is_within_batch(events[0]) && !is_within_batch(events[1]));
  desk.take(events);
  EXPECT_EQ(desk->verdict()->answer.arms, Names{"a"});
  desk.expect_replays();
}

TEST(Arms, TicketsOfARetiredArmAreAbandonedAndLateResultsDoNotCount) {
  ExperimentSpec spec = about({"a", "b", "c"});
  spec.max_samples = 6;
  Desk desk(spec);
  desk.take(desk->ask(6));  // a b c a b c
  desk.take(desk->tell(1, 0.1));
  desk.take(desk->tell(6, 0.5));  // waits for ticket 3
  desk.retire({"c"});
  EXPECT_EQ(desk->open_tickets(), (std::vector<OpenTicket>{{2, 1}, {4, 0}, {5, 1}}));
  EXPECT_EQ(desk->status().abandoned, 1u);
  EXPECT_TRUE(desk->status().waiting.empty());
  EXPECT_EQ(desk->status().samples, 2u);
  EXPECT_EQ(desk->ask(10).size(), 1u);  // the abandoned one is free again
  desk.take(desk->tell(3, 0.7));        // a worker was still at it
  EXPECT_EQ(desk->status().samples, 3u);
  EXPECT_EQ(desk.arm("c").pulls, 2u);
  EXPECT_TRUE(desk->ask(10).empty());
  EXPECT_NE(complaint([&] { desk->observe("c", 1.0); }).find("was retired"), std::string::npos);
  desk.take(desk->tell(2, 0.2));
  EXPECT_EQ(desk.arm("b").pulls, 1u);
  EXPECT_EQ(desk.arm("b").pending, 1u);
  desk.expect_replays();
}

TEST(Arms, ANewArmIsMeasuredFirstAndThenNotMoreThanItsShare) {
  for (const char* const rule : {"lma", "bc", "fw", "dt", "rr", "unif"}) {
    ExperimentSpec spec = about({"a", "b", "c", "d"});
    spec.rule = parse_rule(rule);
    spec.delta = 1e-6;
    Desk desk(spec);
    std::mt19937_64 random(3);
    std::normal_distribution<double> noise;
    const std::vector<double> means = {1.0, 0.8, 0.0, 0.0, -1.0};
    const auto measure = [&] {
      const auto asked = std::get<Asked>(desk->ask(1).front());
      desk.take(desk->ask(1));
      desk.take(desk->tell(asked.ticket, means[asked.arm] + noise(random)));
      return asked.arm;
    };
    for (int i = 0; i < 200; ++i) measure();
    desk.add({"e"});
    EXPECT_EQ(measure(), 4u) << rule;
    int others = 0;
    for (int i = 0; i < 120; ++i) others += measure() != 4 ? 1 : 0;
    EXPECT_GT(others, 30) << rule;
    EXPECT_LT(others, 120) << rule;
    desk.expect_replays();
  }
}

TEST(Arms, OthersKeepTheirArms) {
  const auto refused = [](const ExperimentSpec& spec) {
    const Desk desk(spec);
    EXPECT_EQ(desk.refused_to_add({"z"}), desk.refused_to_retire({"a"}));
    return desk.refused_to_add({"z"});
  };
  ExperimentSpec spec = about({"a", "b", "c"});
  spec.question = BestArmSpec{Direction::highest, 0.1};
  EXPECT_NE(refused(spec).find("with a margin"), std::string::npos);
  spec.question = TopMSpec{1, Direction::highest, 0.0};
  EXPECT_NE(refused(spec).find("only best-arm"), std::string::npos);
  spec.question = BestArmSpec{};
  spec.stopping = HeuristicSpec{};
  EXPECT_NE(refused(spec).find("only the stopping rule mixture"), std::string::npos);
  spec = {.arms = {"a", "b", "c"}, .rounds = RoundsSpec{}};
  EXPECT_NE(refused(spec).find("in rounds"), std::string::npos);
}

TEST(Arms, WhichArms) {
  Desk desk(about({"a", "b", "c"}));
  desk.observe("a", 0.0);
  EXPECT_NE(desk.refused_to_add({"b"}).find("is an arm of the experiment already"),
            std::string::npos);
  EXPECT_NE(desk.refused_to_add({"d", "d"}).find("already"), std::string::npos);
  EXPECT_NE(desk.refused_to_add({" "}).find("empty"), std::string::npos);
  EXPECT_NE(desk.refused_to_retire({"z"}).find("not one of"), std::string::npos);
  EXPECT_NE(desk.refused_to_retire({"a", "b"}).find("last two arms"), std::string::npos);
  desk.retire({"a"});
  EXPECT_NE(desk.refused_to_retire({"a"}).find("was retired before"), std::string::npos);
  EXPECT_NE(desk.refused_to_add({"a"}).find("give the new arm another name"), std::string::npos);
}

TEST(Arms, ADamagedLogIsRefusedWithoutAnyChange) {
  Desk desk(about({"a", "b", "c"}));
  desk.observe_all({{"a", 1.0}, {"b", 0.0}, {"c", 0.0}});
  desk.retire({"c"});
  const ExperimentStatus before = desk->status();
  for (const Event& event :
       std::vector<Event>{ArmAdded{"a"}, ArmAdded{"c"}, ArmAdded{"\n"}, ArmRetired{2},
                          ArmRetired{3}, ArmRetired{0}, Asked{4, 2}, Observed{4, 2, 1.0}}) {
    EXPECT_THROW(desk->apply(event), RunError);
    EXPECT_EQ(desk->status(), before);
  }
  desk->apply(ArmAdded{"d", true});
  EXPECT_THROW(desk->apply(Noted{"in the middle of a batch"}), RunError);
}

TEST(Arms, AnyOrderOfEventsReplays) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise;
  const auto pick = [&](std::size_t n) { return random() % n; };
  for (int trial = 0; trial < 60; ++trial) {
    ExperimentSpec spec = about({"a", "b", "c"});
    if (trial % 3 == 1) spec.family = NormalSpec{};
    if (trial % 3 == 2) spec.question = BestArmSpec{.good_enough = 0.3};
    if (trial % 4 == 3) spec.max_samples = 40;
    spec.delta = 0.01;
    Desk desk(spec);
    std::uint64_t next = 1;
    for (int step = 0; step < 70; ++step) {
      const auto open = desk->open_tickets();
      const auto arms = arms_in_question(desk->spec());
      const std::string arm = desk->spec().arms[arms[pick(arms.size())]];
      switch (pick(8)) {
        case 0:
        case 1:
          desk.take(desk->ask(1 + pick(4)));
          break;
        case 2:
        case 3:
        case 4:
          if (!open.empty()) desk.take(desk->tell(open[pick(open.size())].ticket, noise(random)));
          break;
        case 5:
          desk.observe(arm, noise(random));
          break;
        case 6:
          if (!open.empty() && pick(2) == 0) {
            desk.take({*desk->abandon(open[pick(open.size())].ticket)});
          } else if (next <= desk->status().tickets) {  // late, or told before
            complaint([&] { desk.take(desk->tell(next, 0.25)); });
            ++next;
          }
          break;
        default:
          if (desk->verdict()) break;
          if (pick(2) == 0) {
            desk.add({"new " + std::to_string(step)});
          } else if (arms.size() > 2) {
            desk.retire({arm});
          }
      }
    }
    desk.expect_replays();
    const ExperimentStatus status = desk->status();
    std::uint64_t pulls = 0;
    for (const ArmStatus& one : status.arms) pulls += one.pulls;
    EXPECT_EQ(pulls, status.samples);
  }
}

TEST(Tags, ComeAndGo) {
  Desk desk(about({"a", "b"}));
  desk.take(desk->tag(Names{"x", "y", "x"}));
  EXPECT_EQ(desk->progress().tags, (Names{"x", "y"}));
  EXPECT_TRUE(desk->tag(Names{"y"}).empty());
  desk.take(desk->untag(Names{"x"}));
  EXPECT_EQ(desk->status().tags, Names{"y"});
  EXPECT_NE(complaint([&] { desk->untag(Names{"x"}); }).find("not a tag"), std::string::npos);
  for (const char* const bad : {"", " ", "a,b", "a\n"}) {
    EXPECT_NE(complaint([&] { desk->tag(Names{bad}); }).find("is not a tag"), std::string::npos);
  }
  desk.expect_replays();
}

}  // namespace
}  // namespace mirador::testing_support
