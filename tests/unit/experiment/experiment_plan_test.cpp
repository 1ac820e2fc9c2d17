// Changes of the plan of a live experiment: what is allowed, what it does, and that it replays.

#include "mirador/experiment/experiment_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "complaints.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador::testing_support {
namespace {

ExperimentSpec two_arms_within(double margin = 0.0) {
  return {.arms = {"a", "b"},
          .family = GaussianSpec{1.0},
          .question = BestArmSpec{Direction::highest, margin}};
}

ExperimentSpec some_in_rounds(std::size_t arms, double margin = 0.0) {
  ExperimentSpec spec;
  spec.question = BestArmSpec{Direction::highest, margin};
  for (std::size_t a = 0; a < arms; ++a) spec.arms.push_back(std::string(1, char('a' + a)));
  spec.rounds = RoundsSpec{};
  return spec;
}

/// A session that remembers its log.
class Logbook {
 public:
  explicit Logbook(ExperimentSpec spec) : spec_(std::move(spec)), session_(make_session(spec_)) {}

  void take(const std::vector<Event>& events) {
    for (const Event& event : events) {
      session_->apply(event);
      log_.push_back(event);
    }
  }
  void change(const NewSettings& wanted) { take(session_->change(wanted)); }
  std::string refused(const NewSettings& wanted) const {
    return complaint([&] { session_->change(wanted); });
  }
  void observe(std::string_view arm, double value) { take({session_->observe(arm, value)}); }
  /// One round, or one value of every arm: the arms are `gap` apart, with little noise.
  void measure(double gap) {
    for (Arm a = 0; a < spec_.arms.size(); ++a) {
      if (session_->verdict()) return;
      const double noise = 0.1 * std::sin(12.9898 * static_cast<double>(log_.size()));
      observe(spec_.arms[a], noise - gap * static_cast<double>(a));
    }
  }
  Session& operator*() const { return *session_; }
  Session* operator->() const { return session_.get(); }
  void expect_replays() const {
    const auto again = make_session(spec_);
    again->apply(log_);
    EXPECT_EQ(again->status(), session_->status());
    EXPECT_EQ(again->ask(3), session_->ask(3));
    EXPECT_EQ(history_of(spec_, log_).now, session_->status());
  }

 private:
  ExperimentSpec spec_;
  std::unique_ptr<Session> session_;
  std::vector<Event> log_;
};

TEST(ExperimentPlan, ABudgetIsRaisedAndLowered) {
  for (ExperimentSpec spec : {two_arms_within(), some_in_rounds(2)}) {
    spec.max_samples = 4;
    Logbook desk(spec);
    desk.take(desk->ask(10));
    for (Ticket ticket = 1; ticket <= 4; ++ticket) desk.take(desk->tell(ticket, 0.0));
    EXPECT_EQ(desk->phase(), Phase::undecided);
    desk.change({.max_samples = 6});
    EXPECT_EQ(desk->phase(), Phase::running);
    EXPECT_EQ(desk->ask(10).size(), 2u);
    desk.change({.max_samples = 2});
    EXPECT_EQ(desk->phase(), Phase::undecided);
    EXPECT_EQ(desk->ask(10).size(), 0u);
    EXPECT_EQ(desk->progress().max_samples, 2u);
    desk.change({.max_samples = 0});
    EXPECT_EQ(desk->progress().max_samples, std::nullopt);
    EXPECT_EQ(desk->ask(10).size(), 10u);
    EXPECT_EQ(desk->change({.max_samples = 0}).size(), 0u);
    const std::vector<PlanChange> changes = desk->status().changes;
    EXPECT_EQ(changes, (std::vector<PlanChange>{{4, Setting::max_samples, 4, 6},
                                                {4, Setting::max_samples, 6, 2},
                                                {4, Setting::max_samples, 2, 0}}));
    expect_mentions(desk.refused({.max_samples = 1}), {"max-samples", "1", "at least 2"});
    desk.expect_replays();
  }
}

TEST(ExperimentPlan, ASmallerRiskNeedsMoreEvidence) {
  for (const ExperimentSpec& spec :
       {two_arms_within(), two_arms_within(0.1), some_in_rounds(2), some_in_rounds(2, 0.1)}) {
    Logbook desk(spec), plain(spec);
    desk.measure(1.0);
    plain.measure(1.0);
    desk.change({.delta = 0.001});
    EXPECT_EQ(desk->progress().delta, 0.001);
    EXPECT_EQ(desk->progress().first_delta, 0.05);
    while (!plain->verdict()) desk.measure(1.0), plain.measure(1.0);
    EXPECT_FALSE(desk->verdict());
    while (!desk->verdict()) desk.measure(1.0);
    EXPECT_EQ(desk->verdict()->answer.arms, (std::vector<std::string>{"a"}));
    EXPECT_LE(desk->status().smallest_risk, 0.001);
    expect_mentions(desk.refused({.delta = 0.0001}), {"verdict", "final"});
    expect_mentions(desk.refused({.max_samples = 1000}), {"verdict", "final"});
    desk.expect_replays();
  }
}

TEST(ExperimentPlan, ALargerRiskHasNoGuarantee) {
  for (const ExperimentSpec& spec : {two_arms_within(), some_in_rounds(3)}) {
    Logbook desk(spec);
    expect_mentions(desk.refused({.delta = 0.1}), {"delta", "0.1", "0.05", "no guarantee"});
    for (const double wrong : {0.0, -1.0, 5e-324, std::nan("")}) {
      EXPECT_NE(desk.refused({.delta = wrong}), "") << wrong;
    }
    // Before the first value it is the plan, and the risk that was fixed.
    desk.change({.delta = 0.01});
    EXPECT_EQ(desk->progress().first_delta, std::nullopt);
    desk.observe("a", 0.5);
    desk.change({.delta = 0.005});
    desk.change({.delta = 0.001});
    EXPECT_EQ(desk->progress().first_delta, 0.01);
    desk.expect_replays();
  }
}

TEST(ExperimentPlan, AnArmThatLeftMustHaveLeftAtTheSmallerRisk) {
  Logbook desk(some_in_rounds(3));
  while (desk->status().rounds->ruled_out.empty()) {
    for (const auto& [arm, value] :
         {std::pair("a", 0.02), std::pair("b", 0.0), std::pair("c", -3.0)}) {
      desk.observe(arm, value + 0.1 * std::sin(static_cast<double>(desk->progress().samples)));
    }
  }
  ASSERT_FALSE(desk->verdict());
  const std::string message = desk.refused({.delta = 1e-9});
  expect_mentions(message, {"delta", "has left", "at least"});
  const std::size_t place = message.find("only for ") + 9;
  const double least = std::stod(message.substr(place));
  EXPECT_LT(least, 0.05);
  const auto before = desk->status().rounds->ruled_out;
  desk.change({.delta = least});
  EXPECT_EQ(desk->status().rounds->ruled_out, before);
  EXPECT_NE(desk.refused({.delta = least * 0.9}), "");
  desk.expect_replays();
}

TEST(ExperimentPlan, AnotherMarginAboveZero) {
  for (const ExperimentSpec& spec : {two_arms_within(0.01), some_in_rounds(2, 0.01)}) {
    Logbook desk(spec), smaller(spec);
    for (int i = 0; i < 100; ++i) desk.measure(0.005), smaller.measure(0.005);
    ASSERT_FALSE(desk->verdict());
    smaller.change({.margin = 0.001});
    EXPECT_FALSE(smaller->verdict());
    smaller.expect_replays();
    desk.change({.margin = 2.0});  // at once: it is what the data say
    ASSERT_TRUE(desk->verdict());
    EXPECT_TRUE(desk->verdict()->equal_within_margin);
    EXPECT_EQ(desk->verdict()->samples, 200u);
    expect_mentions(desk->verdict()->answer.text, {"within 2"});
    desk.expect_replays();
  }
}

TEST(ExperimentPlan, AMarginThatHasNoShareOfTheRisk) {
  for (const ExperimentSpec& spec : {two_arms_within(), some_in_rounds(2)}) {
    expect_mentions(Logbook(spec).refused({.margin = 0.1}),
                    {"margin", "0.1", "none is left", "new"});
  }
  for (const ExperimentSpec& spec : {two_arms_within(0.1), some_in_rounds(2, 0.1)}) {
    expect_mentions(Logbook(spec).refused({.margin = 0.0}), {"margin", "set aside", "above 0"});
    EXPECT_NE(Logbook(spec).refused({.margin = -1.0}), "");
    EXPECT_NE(Logbook(spec).refused({.margin = std::nan("")}), "");
  }
  ExperimentSpec enough = some_in_rounds(2);
  enough.question = BestArmSpec{.good_enough = 0.1};
  expect_mentions(Logbook(enough).refused({.margin = 0.2}), {"margin", "good enough"});
  ExperimentSpec sign = two_arms_within();
  sign.question = SignedSpec{0.0};
  expect_mentions(Logbook(sign).refused({.margin = 0.1}), {"margin", "has no margin"});
}

TEST(ExperimentPlan, ThresholdingMayGetAMarginAndLoseIt) {
  ExperimentSpec spec = two_arms_within();
  spec.question = ThresholdingSpec{0.0, 0.0};
  Logbook desk(spec);
  for (int i = 0; i < 50; ++i) desk.observe("a", 0.001), desk.observe("b", 3.0);
  ASSERT_FALSE(desk->verdict());
  desk.change({.margin = 1e-6});
  desk.change({.margin = 0.0});
  EXPECT_FALSE(desk->verdict());
  desk.change({.margin = 0.9});
  ASSERT_TRUE(desk->verdict());
  EXPECT_EQ(desk->verdict()->answer.arms, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(desk->verdict()->roles[0], Role::shares);
  desk.expect_replays();
}

TEST(ExperimentPlan, SeveralSettingsAtOnceOrNone) {
  Logbook desk(two_arms_within());
  EXPECT_NE(desk.refused({.max_samples = 100, .delta = 0.5}), "");
  EXPECT_EQ(desk->status().changes.size(), 0u);
  desk.change({.max_samples = 100, .delta = 0.01});
  EXPECT_EQ(desk->status().changes.size(), 2u);
  EXPECT_EQ(desk->spec().delta, 0.01);
}

TEST(ExperimentPlan, NotesChangeNothing) {
  for (const ExperimentSpec& spec : {two_arms_within(), some_in_rounds(2)}) {
    Logbook desk(spec);
    desk.measure(1.0);
    const ExperimentStatus before = desk->status();
    desk.take({note_event("new beans\nfrom here on ☕")});
    ExperimentStatus after = desk->status();
    EXPECT_EQ(after.notes, (std::vector<PlanNote>{{2, "new beans\nfrom here on ☕"}}));
    after.notes.clear();
    EXPECT_EQ(after, before);
    desk.expect_replays();
  }
  for (const std::string& bad :
       {std::string(), std::string(10'001, 'x'), std::string("\xff"), std::string("a\0b", 3)}) {
    expect_mentions(complaint([&] { note_event(bad); }), {"note"});
  }
}

TEST(ExperimentPlan, ADamagedLogIsRefusedUnchanged) {
  for (const ExperimentSpec& spec : {two_arms_within(), some_in_rounds(2)}) {
    Logbook desk(spec);
    desk.measure(1.0);
    const ExperimentStatus before = desk->status();
    for (const Changed& event :
         {Changed{Setting::delta, 0.5}, Changed{Setting::delta, -1.0},
          Changed{Setting::margin, 0.1}, Changed{Setting::max_samples, 0.5},
          Changed{Setting::max_samples, -3.0}, Changed{Setting::max_samples, 1e300},
          Changed{Setting::max_samples, 1.0}}) {
      EXPECT_THROW(desk->apply(event), RunError);
      EXPECT_EQ(desk->status(), before);
    }
  }
}

/// How many of 300 experiments with a gap of 0.5 end with "within the margin" and a margin below
/// 0.5, when somebody chooses the margin after every measurement so that this happens.
int misled(std::uint64_t seed) {
  int wrong = 0;
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise;
  for (int run = 0; run < 300; ++run) {
    ExperimentSpec spec = two_arms_within(0.1);
    spec.delta = 0.2;
    const auto session = make_session(spec);
    for (int i = 0; i < 40 && !session->verdict(); ++i) {
      session->apply(session->observe("a", 0.5 + noise(random)));
      session->apply(session->observe("b", noise(random)));
      const double tempting = i % 2 == 0 ? 0.499 : 0.3;
      if (!session->verdict()) session->apply(session->change({.margin = tempting}));
    }
    const auto verdict = session->verdict();
    wrong += verdict && (verdict->equal_within_margin || verdict->answer.arms[0] == "b") ? 1 : 0;
  }
  return wrong;
}

TEST(ExperimentPlan, AMarginChosenFromTheDataKeepsTheRisk) {
  EXPECT_LE(misled(1), 300 * 0.2 + 5.0 * std::sqrt(300 * 0.2 * 0.8));
}

}  // namespace
}  // namespace mirador::testing_support
