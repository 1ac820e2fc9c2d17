#include "mirador/sampling/halving.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/problem/best_arm.hpp"

namespace mirador {
namespace {

using Counts = std::vector<double>;

/// The arms are told their means, without noise.
template <Family F>
class Game {
 public:
  Game(F family, std::vector<double> means, std::optional<std::uint64_t> budget,
       Ranking ranking = {})
      : means_(std::move(means)),
        problem_(family, means_.size(), ranking),
        standing_(problem_),
        rule_(problem_) {
    standing_.set_budget(budget);
  }

  Arm next() const { return next_arm(rule_, standing_); }
  void tell(Arm arm) { tell(arm, means_[arm]); }
  void tell(Arm arm, double value) {
    standing_.add(arm, value);
    observe_arm(rule_, standing_, arm);
  }
  void play(std::uint64_t steps) {
    for (; steps > 0; --steps) tell(next());
  }
  /// The pulls of each arm in the next steps.
  Counts pulls_in(std::uint64_t steps) {
    const Counts before = counts();
    play(steps);
    Counts spent = counts();
    for (Arm a = 0; a < spent.size(); ++a) spent[a] -= before[a];
    return spent;
  }
  Counts counts() const { return {standing_.counts().begin(), standing_.counts().end()}; }
  Standing<BestArm<F>>& standing() { return standing_; }

 private:
  std::vector<double> means_;
  BestArm<F> problem_;
  Standing<BestArm<F>> standing_;
  SequentialHalving<BestArm<F>> rule_;
};

Game<Gaussian> gaussian(std::vector<double> means, std::optional<std::uint64_t> budget,
                        Ranking ranking = {}) {
  return Game<Gaussian>(Gaussian(1.0), std::move(means), budget, ranking);
}

TEST(HalvingPhases, AreCeilLog2OfTheArms) {
  const std::map<std::size_t, std::uint64_t> phases = {{2, 1}, {3, 2}, {4, 2},    {5, 3},
                                                       {8, 3}, {9, 4}, {1000, 10}};
  for (const auto& [arms, number] : phases) EXPECT_EQ(HalvingPhases(arms, arms).phases(), number);
}

TEST(HalvingPhases, ShareABudgetEqually) {
  const HalvingPhases phases(10, 10);
  EXPECT_EQ(phases.end_of(0, 400), 100u);
  EXPECT_EQ(phases.end_of(1, 400), 200u);
  EXPECT_EQ(phases.end_of(2, 400), 300u);
  EXPECT_EQ(phases.end_of(3, 400), 400u);
  const std::map<std::uint64_t, std::size_t> in = {{10, 10}, {99, 10}, {100, 5}, {199, 5}, {200, 3},
                                                   {299, 3}, {300, 2}, {399, 2}, {400, 1}};
  for (const auto& [total, arms] : in) EXPECT_EQ(phases.arms_in(total, 400), arms) << total;
}

/// For every budget: phases end in their order, the last with the budget, no two differ by more
/// than rounding, and the first is not shorter than the first pulls.
TEST(HalvingPhases, FitEveryBudget) {
  for (const std::size_t arms : {2u, 3u, 7u, 16u, 33u}) {
    const HalvingPhases phases(arms, arms);
    for (std::uint64_t budget = arms; budget < 40 * arms; ++budget) {
      const std::uint64_t first = phases.end_of(0, budget), later = budget - first;
      EXPECT_EQ(first, std::max<std::uint64_t>(arms, budget / phases.phases()));
      EXPECT_EQ(phases.end_of(phases.phases() - 1, budget), budget);
      for (std::uint64_t phase = 1; phase < phases.phases(); ++phase) {
        const std::uint64_t length =
            phases.end_of(phase, budget) - phases.end_of(phase - 1, budget);
        const std::uint64_t even = later / (phases.phases() - 1);
        EXPECT_TRUE(length == even || length == even + 1) << arms << " " << budget << " " << phase;
      }
      EXPECT_EQ(phases.arms_in(budget, budget), 1u);
      EXPECT_EQ(phases.arms_in(budget - 1, budget), budget - 1 < arms && arms > 2 ? arms : 2u);
    }
  }
}

TEST(HalvingPhases, NeverEndWithoutABudget) {
  const HalvingPhases phases(7, 7);
  EXPECT_EQ(phases.arms_in(1'000'000'000, no_budget), 7u);
}

TEST(Halving, TheWorseHalfLeavesAfterEachPhase) {
  Game game = gaussian({0.1, 0.7, 0.3, 0.5, 0.2, 0.6, 0.4, 0.0}, 240);
  EXPECT_EQ(game.pulls_in(80), (Counts(8, 10.0)));
  EXPECT_EQ(game.pulls_in(80), (Counts{0, 20, 0, 20, 0, 20, 20, 0}));
  EXPECT_EQ(game.pulls_in(80), (Counts{0, 40, 0, 0, 0, 40, 0, 0}));
}

/// ceil(5/2) = 3 and ceil(3/2) = 2 arms stay; 100/3 is not a whole number, and an arm that is one
/// pull ahead waits for the others.
TEST(Halving, ManyNeedNotBeAPowerOfTwo) {
  Game game = gaussian({1.0, 0.9, 0.8, 0.7, 0.6}, 100);
  EXPECT_EQ(game.pulls_in(33), (Counts{7, 7, 7, 6, 6}));
  EXPECT_EQ(game.pulls_in(33), (Counts{11, 11, 11, 0, 0}));
  EXPECT_EQ(game.pulls_in(34), (Counts{17, 17, 0, 0, 0}));
}

TEST(Halving, AnArmThatLeftComesBackIfItIsAmongTheBestAgain) {
  Game game = gaussian({0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, 48);
  for (Arm a = 0; a < 8; ++a) game.tell(a, 8.0 - static_cast<double>(a));
  for (Arm a = 0; a < 8; ++a) game.tell(a, 8.0 - static_cast<double>(a));
  for (int i = 0; i < 16; ++i) game.tell(game.next(), -10.0);  // the first four fall behind
  EXPECT_EQ(game.pulls_in(16), (Counts{0, 0, 0, 0, 8, 8, 0, 0}));
}

TEST(Halving, TheLowestCanBeBest) {
  Game game = gaussian({4.0, 1.0, 3.0, 2.0}, 40, {Direction::lowest});
  game.play(20);
  EXPECT_EQ(game.pulls_in(20), (Counts{0, 10, 0, 10}));
}

TEST(Halving, OfArmsThatTieTheFirstStay) {
  Game game = gaussian(std::vector<double>(6, 0.5), 90);
  game.play(30);
  EXPECT_EQ(game.pulls_in(30), (Counts{10, 10, 10, 0, 0, 0}));
  EXPECT_EQ(game.pulls_in(30), (Counts{15, 15, 0, 0, 0, 0}));
}

TEST(Halving, AMeanCountsAllMeasurementsOfItsArm) {
  Game game = gaussian({0.0, 0.0, 0.0, 0.0}, 24);
  const std::vector<std::vector<double>> values = {{9, 1, 0}, {0, 2, 6}, {2, 2, 2}, {3, 2, 2}};
  for (std::size_t round = 0; round < 3; ++round) {
    for (Arm a = 0; a < 4; ++a) game.tell(a, values[a][round]);
  }
  EXPECT_EQ(game.pulls_in(12), (Counts{6, 6, 0, 0}));  // 10/3 and 8/3, before 7/3 and 2
}

/// The budget is spent with the first pulls or before them: as with every other rule.
TEST(Halving, ABudgetMayBeSmallerThanTheArms) {
  for (const std::uint64_t budget : {1u, 3u, 5u}) {
    Game game = gaussian({0.0, 1.0, 2.0, 3.0, 4.0}, budget);
    for (Arm a = 0; a < 5; ++a) {
      EXPECT_EQ(game.next(), a);
      game.tell(a);
    }
    EXPECT_EQ(game.next(), 4u);  // the best so far
  }
}

TEST(Halving, ShortBudgetsGiveWhatIsLeftToTheBetterArms) {
  Game game = gaussian({5, 4, 3, 2, 1, 0, -1, -2, -3, -4}, 16);
  game.play(10);
  EXPECT_EQ(game.pulls_in(6), (Counts{3, 2, 1, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Halving, UnknownVariancesHaveTwoFirstPulls) {
  Game<Normal> game(Normal(), {0.0, 1.0, 2.0, 3.0}, 8 + 4);
  for (Arm a = 0; a < 8; ++a) {
    EXPECT_EQ(game.next(), a % 4);
    game.tell(a % 4, static_cast<double>(a % 4) + 0.1 * static_cast<double>(a / 4));
  }
  EXPECT_EQ(game.pulls_in(4), (Counts{0, 0, 2, 2}));
}

TEST(Halving, OpenTicketsCountAsPullsAndDoNotEndAPhase) {
  Game game = gaussian({1.0, 0.0, 0.5, 0.2}, 40);
  game.play(16);
  std::vector<Arm> asked;
  for (int ticket = 0; ticket < 8; ++ticket) {
    asked.push_back(game.next());
    game.standing().open(asked.back());
  }
  EXPECT_EQ(asked, (std::vector<Arm>{0, 1, 2, 3, 0, 1, 2, 3}));
  for (const Arm arm : asked) {
    game.standing().close(arm);
    game.tell(arm);
  }
  EXPECT_EQ(game.pulls_in(16), (Counts{8, 0, 8, 0}));
}

/// An arm that was observed often waits until the others have as many pulls.
TEST(Halving, ObservationsCountAsPulls) {
  Game game = gaussian({1.0, 0.9, 0.5, 0.2}, 60);
  for (int i = 0; i < 20; ++i) game.tell(0);
  EXPECT_EQ(game.pulls_in(10), (Counts{0, 4, 3, 3}));
  EXPECT_EQ(game.pulls_in(20), (Counts{2, 18, 0, 0}));
  EXPECT_EQ(game.pulls_in(10), (Counts{5, 5, 0, 0}));
}

TEST(Halving, ALargerBudgetBringsBackTheNextBest) {
  Game game = gaussian({0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}, 48);
  game.play(48);
  game.standing().set_budget(96);
  // 48 of 96: the second of three phases, with four arms.
  std::set<Arm> asked;
  for (int ticket = 0; ticket < 16; ++ticket) {
    asked.insert(game.next());
    game.standing().open(game.next());
  }
  EXPECT_EQ(asked, (std::set<Arm>{2, 3}));  // they have fewer pulls than 0 and 1
  while (game.standing().total_pending() > 0) {
    for (const Arm arm : {Arm{2}, Arm{3}}) {
      if (game.standing().pending()[arm] > 0.0) game.standing().close(arm);
    }
  }
  EXPECT_EQ(game.pulls_in(16), (Counts{0, 0, 8, 8, 0, 0, 0, 0}));
  EXPECT_EQ(game.pulls_in(32), (Counts{16, 16, 0, 0, 0, 0, 0, 0}));
}

TEST(Halving, ASmallerBudgetEndsPhasesSooner) {
  Game game = gaussian({0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}, 3000);
  game.play(80);
  game.standing().set_budget(90);
  // The means were not ordered yet; the first result orders them.
  game.tell(7);
  EXPECT_EQ(game.pulls_in(8), (Counts{4, 4, 0, 0, 0, 0, 0, 0}));
}

TEST(Halving, WithoutABudgetAllArmsTakeTurns) {
  Game game = gaussian({0.8, 0.7, 0.6}, std::nullopt);
  EXPECT_EQ(game.pulls_in(3000), Counts(3, 1000.0));
}

TEST(Halving, AStartForgetsEverything) {
  const BestArm problem(Bernoulli(), 4);
  Standing standing(problem);
  standing.set_budget(40);
  SequentialHalving rule(problem);
  const auto arms = [&] {
    standing.clear();
    rule.start({});
    std::vector<Arm> log;
    while (standing.total() < 40) {
      log.push_back(next_arm(rule, standing));
      standing.add(log.back(), log.back() == 2 || standing.total() % 3 == 0 ? 1.0 : 0.0);
      observe_arm(rule, standing, log.back());
    }
    return log;
  };
  EXPECT_EQ(arms(), arms());
}

/// Live: the phases follow the changes of the budget, also in a replay and for tickets asked for
/// before anything was told.
TEST(Halving, AChangedBudgetIsReplayed) {
  ExperimentSpec spec{.arms = {"a", "b", "c", "d"}, .family = GaussianSpec{}};
  spec.rule = parse_rule("halving");
  spec.max_samples = 40;
  const auto session = make_session(spec);
  std::vector<Event> log;
  const auto take = [&](const std::vector<Event>& events) {
    for (const Event& event : events) {
      session->apply(event);
      log.push_back(event);
    }
  };
  const auto play = [&](std::uint64_t steps) {
    std::vector<Arm> arms;
    for (; steps > 0; --steps) {
      take(session->ask(1));
      const auto [ticket, arm] = std::get<Asked>(log.back());
      arms.push_back(arm);
      take(session->tell(ticket, -0.01 * static_cast<double>(arm)));
    }
    return arms;
  };
  play(40);
  EXPECT_EQ(session->phase(), Phase::undecided);
  EXPECT_TRUE(session->ask(1).empty());
  take(session->change({.max_samples = 120}));
  std::set<Arm> asked;
  for (const Event& event : session->ask(60)) asked.insert(std::get<Asked>(event).arm);
  EXPECT_EQ(asked.size(), 4u);
  take(session->ask(3));
  play(20);
  const auto again = make_session(spec);
  again->apply(log);
  EXPECT_EQ(again->status(), session->status());
  EXPECT_EQ(again->ask(50), session->ask(50));
  EXPECT_ANY_THROW(session->change({.max_samples = 0}));
}

}  // namespace
}  // namespace mirador
