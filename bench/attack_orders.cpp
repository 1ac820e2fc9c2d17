#include "attack_orders.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "mirador/core/argmax.hpp"
#include "mirador/problem/standing_view.hpp"

namespace attack {
namespace {

using mirador::Arm;
using mirador::RandomKey;
using mirador::StandingView;

/// Common part of orders without memory.
class Memoryless : public mirador::OwnRule {
 public:
  explicit Memoryless(const Aim& aim) : aim_(aim) {}
  void start(std::size_t, RandomKey key) override { key_ = key; }
  void observe(const StandingView&, Arm) override {}

 protected:
  const Aim aim_;
  RandomKey key_;
};

class LeaderOnly final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    const auto means = standing.stats().means();
    return mirador::argmax(means.size(), [&](Arm a) { return means[a]; });
  }
};

class LaggardOnly final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    const auto means = standing.stats().means();
    return mirador::argmax(means.size(), [&](Arm a) { return -means[a]; });
  }
};

/// The arms other than the starved one, in turn.
Arm another(Arm starved, const StandingView& standing) {
  const Arm turn = standing.stats().total() % (standing.arms() - 1);
  return turn < starved ? turn : turn + 1;
}

/// One arm gets every 50th pull.
class StarveOne final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    return standing.stats().total() % 50 == 0 ? aim_.starved : another(aim_.starved, standing);
  }
};

/// Half of the pulls go to the other arms first. They are then known so well that the rest is a
/// test of one arm, for which the bound is tightest.
class OneAtTheEnd final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    const bool end = 2 * standing.stats().total() >= aim_.pulls;
    return end ? aim_.starved : another(aim_.starved, standing);
  }
};

class InTurn final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    return standing.stats().total() % standing.arms();
  }
};

class AtRandom final : public Memoryless {
 public:
  using Memoryless::Memoryless;
  Arm next(const StandingView& standing) const override {
    return mirador::round_word(key_, standing.round()) % standing.arms();
  }
};

/// Stays on an arm while its mean moves towards the wrong verdict, and goes on to the next arm when
/// it moves away.
class StayWhileGood final : public mirador::OwnRule {
 public:
  explicit StayWhileGood(const Aim& aim) : aim_(aim) {}
  void start(std::size_t arms, RandomKey) override {
    last_.assign(arms, std::numeric_limits<double>::quiet_NaN());
    current_ = leaning_after(arms - 1);
  }
  Arm next(const StandingView&) const override { return current_; }
  void observe(const StandingView& standing, Arm arm) override {
    const double mean = standing.stats().means()[arm];
    const bool good = aim_.lean[arm] * (mean - last_[arm]) > 0.0;
    last_[arm] = mean;
    if (!good) current_ = leaning_after(arm);
  }

 private:
  Arm leaning_after(Arm arm) const {
    do {
      arm = (arm + 1) % aim_.lean.size();
    } while (aim_.lean[arm] == 0);
    return arm;
  }

  const Aim aim_;
  std::vector<double> last_;
  Arm current_ = 0;
};

/// Works towards the wrong verdict: measures the arm with the most evidence against it until that
/// evidence is gone; if no arm is against it, measures the arm whose next measurement adds most
/// evidence at the current means, which is the one with the largest sub-gradient of F.
class Chase final : public mirador::OwnRule {
 public:
  explicit Chase(const Aim& aim) : aim_(aim), gradient_(aim.truth.size()) {}
  void start(std::size_t, RandomKey) override {}
  void observe(const StandingView&, Arm) override {}
  Arm next(const StandingView& standing) const override {
    const auto against = [&](Arm a) { return -luck(standing, a); };
    const Arm loudest = mirador::argmax(standing.arms(), against);
    if (against(loudest) > 0.0) return loudest;
    standing.gradient(gradient_);
    return mirador::argmax(standing.arms(), [&](Arm a) { return gradient_[a]; });
  }

 private:
  /// The distance of an arm's data on the side of the wrong verdict, in units of σ.
  double luck(const StandingView& standing, Arm a) const {
    const mirador::ArmStats& stats = standing.stats();
    return aim_.lean[a] * (stats.means()[a] - aim_.truth[a]) * std::sqrt(stats.counts()[a]);
  }

  const Aim aim_;
  mutable std::vector<double> gradient_;  // scratch
};

template <class Rule>
mirador::MakeOwnRule make(const Aim& aim) {
  return [aim] { return std::make_unique<Rule>(aim); };
}

}  // namespace

std::span<const Order> orders() {
  static constexpr std::array<Order, 8> all = {{
      {"leader", "always the arm with the highest mean", make<LeaderOnly>},
      {"laggard", "always the arm with the lowest mean", make<LaggardOnly>},
      {"starve", "the right answer, or the arm in the middle, gets every 50th pull",
       make<StarveOne>},
      {"at the end", "the same arm gets the second half of the pulls and none before",
       make<OneAtTheEnd>},
      {"stay", "stays on an arm while its mean moves towards a wrong verdict", make<StayWhileGood>},
      {"chase",
       "the arm with the most evidence against a wrong verdict; if there is none, the arm that "
       "adds most evidence",
       make<Chase>},
      {"in turn", "round robin", make<InTurn>},
      {"random", "any arm, with equal probability", make<AtRandom>},
  }};
  return all;
}

}  // namespace attack
