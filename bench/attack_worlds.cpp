#include "attack_worlds.hpp"

#include <utility>

namespace attack {
namespace {

using namespace mirador;

/// The means of a family's arms, and the length of runs, limited by the cost of a measurement.
struct Ground {
  FamilySpec family;
  std::string place;    ///< for the name of a world; empty in the middle of the range
  double centre;        ///< the common mean of ties
  double spread;        ///< about the standard deviation there
  double far;           ///< a mean far from the centre
  double margin;        ///< large enough that a run can lead to a claim about it
  std::uint64_t pulls;  ///< of a run
  std::uint64_t pulls_with_margin;
  Law law = Law::of_family;

  /// A difference that decides the truth but that no experiment of this size can detect.
  double hair() const { return 1e-6 * spread; }
  /// If the variance is unknown a measurement costs microseconds: fewer worlds and orders.
  bool costly() const { return std::holds_alternative<NormalSpec>(family); }
};

std::vector<Ground> middles() {
  return {
      {GaussianSpec{1.0}, "", 0.0, 1.0, 2.0, 1.0, 500, 150},
      {BernoulliSpec{}, "", 0.5, 0.5, 0.95, 0.3, 200, 80},
      {BoundedSpec{-1.0, 3.0}, "", 1.0, 2.0, 2.9, 1.2, 200, 80, Law::two_point},
      {PoissonSpec{}, "", 3.0, 1.7, 8.0, 1.7, 200, 60},
      {ExponentialSpec{}, "", 1.0, 1.0, 5.0, 1.5, 200, 40},
      {NormalSpec{}, "", 0.0, 1.0, 6.0, 5.0, 100, 25},
  };
}

std::vector<Ground> ends() {
  return {
      {BernoulliSpec{}, " near 0", 0.02, 0.14, 0.6, 0.0, 300, 0},
      {BernoulliSpec{}, " near 1", 0.98, 0.14, 0.9999, 0.0, 300, 0},
      {BoundedSpec{-1.0, 3.0}, " near the low end", -0.95, 0.44, 2.0, 0.0, 300, 0, Law::two_point},
      {PoissonSpec{}, " near 0", 0.05, 0.22, 2.0, 0.0, 300, 0},
  };
}

std::vector<Ground> other_laws() {
  return {
      {BoundedSpec{-1.0, 3.0}, ", spread out", -0.8, 0.5, 2.0, 0.0, 200, 0},
      {BoundedSpec{-1.0, 3.0}, ", rare jackpots", -0.8, 0.5, 2.0, 0.0, 200, 0, Law::jackpot},
  };
}

/// Arms of unknown variance get unequal ones.
FamilySpec for_arms(const FamilySpec& family, std::size_t arms) {
  if (!std::holds_alternative<NormalSpec>(family)) return family;
  NormalSpec unequal{{}};
  const std::vector<double> sigmas = {1.0, 2.0, 0.5};
  for (std::size_t a = 0; a < arms; ++a) unequal.sigmas.push_back(sigmas[a % sigmas.size()]);
  return unequal;
}

/// Collects worlds for one family.
class Builder {
 public:
  Builder(const Ground& ground, std::vector<AttackWorld>& out) : ground_(ground), out_(out) {}

  /// Means are given as distances from the centre.
  AttackWorld& add(std::string name, QuestionSpec question, std::vector<double> means,
                   std::vector<int> lean) {
    for (double& mean : means) mean += ground_.centre;
    out_.push_back({.name = std::move(name) + ground_.place,
                    .problem = {for_arms(ground_.family, means.size()), std::move(question), means},
                    .lean = std::move(lean),
                    .pulls = ground_.pulls,
                    .law = ground_.law});
    if (ground_.costly()) out_.back().only = {"at the end", "stay", "chase", "in turn"};
    return out_.back();
  }
  /// A tie without a margin: every verdict counts as wrong.
  void add_exact_tie(std::string name, QuestionSpec question, std::vector<double> means,
                     std::vector<int> lean) {
    add(std::move(name), std::move(question), std::move(means), std::move(lean)).allowance = 2.0;
  }

 private:
  const Ground& ground_;
  std::vector<AttackWorld>& out_;
};

/// The right answer leads by a tiny difference: a wrong verdict dismisses it.
void add_near_ties(const Ground& g, Builder& worlds) {
  const double h = g.hair(), far = g.far - g.centre;
  worlds.add("near tie", BestArmSpec{}, {h, 0}, {-1, +1});
  worlds.add("near tie", TopMSpec{2}, {h, 0, far}, {-1, +1, +1});
  worlds.add("near the level", ThresholdingSpec{g.centre}, {h, far}, {-1, +1});
  worlds.add("near the level", SignedSpec{g.centre}, {h, h, h}, {-1, -1, -1});
}

void add_exact_ties(const Ground& g, Builder& worlds) {
  worlds.add_exact_tie("exact tie", BestArmSpec{}, {0, 0}, {-1, +1});
  // A union bound over both sides is included, so that at most δ of the runs claim a side even
  // here.
  worlds.add("all on the level", SignedSpec{g.centre}, {0, 0, 0}, {-1, -1, -1});
}

/// The right answer has many competitors that are nearly as good, so a wrong verdict must dismiss
/// many.
void add_crowds(const Ground& g, Builder& worlds) {
  const double h = g.hair();
  worlds.add("one of six, near tie", BestArmSpec{}, {h, 0, 0, 0, 0, 0}, {-1, +1, -1, -1, -1, -1});
  worlds.add("five of six are not good enough, by a little", BestArmSpec{.good_enough = g.margin},
             {g.margin + h, 0, 0, 0, 0, 0}, {-1, +1, -1, -1, -1, -1});
  worlds.add_exact_tie("exact tie of three", BestArmSpec{}, {0, 0, 0}, {-1, +1, -1});
  worlds.add("near tie of four", TopMSpec{2}, {h, h, 0, 0}, {+1, -1, +1, -1});
  worlds.add("all near the level", ThresholdingSpec{g.centre}, {h, h, h}, {-1, -1, -1});
}

/// "Within the margin", or a side, is wrong by a tiny difference. A measurement costs microseconds
/// here: fewer orders.
void add_margins(const Ground& g, Builder& worlds) {
  const double h = g.hair(), outside = g.margin + h, far = g.far - g.centre;
  const auto add = [&](const char* name, QuestionSpec question, std::vector<double> means,
                       std::vector<int> lean) {
    AttackWorld& world = worlds.add(name, question, means, lean);
    world.only = {"stay", "chase"};
    world.pulls = g.pulls_with_margin;
    if (!g.costly()) world.only.push_back("at the end");
  };
  const QuestionSpec best = BestArmSpec{Direction::highest, g.margin};
  if (!g.costly()) add("near tie", best, {h, 0}, {-1, +1});
  add("just outside the margin", best, {outside, 0}, {-1, +1});
  add("worse by what is good enough, and a little", BestArmSpec{.good_enough = g.margin},
      {outside, 0}, {-1, +1});
  const QuestionSpec top = TopMSpec{2, Direction::highest, g.margin};
  add("just outside the margin", top, {outside, 0, far}, {-1, +1, +1});
  const QuestionSpec level = ThresholdingSpec{g.centre, g.margin};
  add("near the level", level, {h, far}, {-1, +1});
  add("just outside the margin", level, {outside, far}, {-1, +1});
}

/// The means increase. Where all are near the level the arm in the middle is right, and starved.
void add_closest(const Ground& g, Builder& worlds) {
  const double h = g.hair(), s = 0.2 * g.spread;
  const QuestionSpec closest = ClosestSpec{g.centre};
  worlds.add("all near the level", closest, {-h, 0, h}, {+1, +1, 0}).starved = 1;
  worlds.add("two nearly as close", closest, {-s, s - h, 3 * s}, {+1, +1, 0}).starved = 1;
  worlds.add_exact_tie("two as close", closest, {-s, s, 3 * s}, {+1, +1, 0});
}

/// Thousands of pulls, where they are cheap. The second world: with few data of the right arm, each
/// of its two neighbours had its own δ in versions before 0.8.
void add_long_runs(const Ground& g, Builder& worlds) {
  const double h = g.hair();
  worlds.add("near tie, long", BestArmSpec{}, {h, 0}, {-1, +1}).pulls = 5000;
  AttackWorld& sides =
      worlds.add("all near the level, long", ClosestSpec{g.centre}, {-h, 0, h}, {+1, +1, 0});
  sides.starved = 1;
  sides.pulls = 10'000;
  sides.only = {"starve"};
  sides.least_runs = 6'000;
}

void add_polyhedral(const Ground& g, Builder& worlds) {
  const double h = g.hair();
  const PolyhedralSpec halves{{{"sum positive", {1, 1, 1}, {0}}, {"negative", {-1, -1, -1}, {0}}}};
  worlds.add("near tie", halves, {0.3, h, -0.3}, {-1, -1, -1}).pulls = 100;
  const PolyhedralSpec corner{{{"both", {1, 0, 0, 1}, {0, 0}}, {"first negative", {-1, 0}, {0}}}};
  worlds.add("near the corner", corner, {h, h}, {-1, +1}).pulls = 100;
}

void add_all(const Ground& g, std::vector<AttackWorld>& out) {
  Builder worlds(g, out);
  add_near_ties(g, worlds);
  add_margins(g, worlds);
  if (!g.costly()) add_exact_ties(g, worlds);
  if (!refusal(g.family, ClosestSpec{g.centre})) add_closest(g, worlds);
  if (!std::holds_alternative<GaussianSpec>(g.family)) return;
  add_crowds(g, worlds);
  add_polyhedral(g, worlds);
  add_long_runs(g, worlds);
}

}  // namespace

std::vector<AttackWorld> attack_worlds() {
  std::vector<AttackWorld> worlds;
  for (const Ground& ground : middles()) add_all(ground, worlds);
  for (const std::vector<Ground>& grounds : {ends(), other_laws()}) {
    for (const Ground& ground : grounds) {
      Builder builder(ground, worlds);
      add_near_ties(ground, builder);
    }
  }
  std::ranges::stable_sort(worlds, {}, [](const AttackWorld& world) {
    return std::pair(world.problem.family.index(), world.problem.question.index());
  });
  return worlds;
}

}  // namespace attack
