#include "attack_trials.hpp"

#include <memory>
#include <string>
#include <vector>

#include "mirador/random/own_rewards.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/analysis.hpp"

namespace attack {
namespace {

using namespace mirador;

double two_point(const BoundedSpec& range, double mean, double u) {
  return u * (range.hi - range.lo) < mean - range.lo ? range.hi : range.lo;
}

double jackpot(const BoundedSpec& range, double mean, double u) {
  const double chance = 0.8 * (mean - range.lo) / (range.hi - range.lo);
  return u < chance ? range.hi : (mean - chance * range.hi) / (1.0 - chance);
}

/// Measurements of bounded arms by another law than the simulator's.
class OtherLaw final : public OwnRewards {
 public:
  explicit OtherLaw(const AttackWorld& world) : world_(world) {}

  void start(RandomKey key) override {
    key_ = key;
    pulls_.assign(world_.lean.size(), 0);
  }
  double next(Arm arm) override {
    const BoundedSpec& range = std::get<BoundedSpec>(world_.problem.family);
    const double mean = world_.problem.means[arm], u = reward_uniform(key_, arm, pulls_[arm]++);
    return world_.law == Law::two_point ? two_point(range, mean, u) : jackpot(range, mean, u);
  }

 private:
  const AttackWorld& world_;
  RandomKey key_;
  std::vector<std::uint64_t> pulls_;
};

constexpr std::uint64_t seed = 9;

}  // namespace

void Misses::add(const Misses& other) {
  runs += other.runs;
  cpu_ns += other.cpu_ns;
  for (std::size_t i = 0; i < wrong.size(); ++i) wrong[i] += other.wrong[i];
}

Misses try_attack(const AttackWorld& world, const Order& order, std::uint64_t runs,
                  unsigned threads) {
  Plan plan{.rules = {own_rule(std::string(order.name), order.against(world.aim()))},
            .stopping = MixtureSpec{},
            .deltas = {risks.begin(), risks.end()},
            .runs = runs,
            .seed = seed,
            .max_samples = world.pulls,
            .threads = threads,
            .backend = Backend::reference};
  if (world.law != Law::of_family) plan.rewards = [&] { return std::make_unique<OtherLaw>(world); };
  const RuleResult result = simulate(world.problem, plan).front();
  Misses misses{.runs = runs, .wrong = {}, .cpu_ns = result.cpu_ns};
  for (std::size_t i = 0; i < risks.size(); ++i) misses.wrong[i] = result.summaries[i].errors();
  return misses;
}

bool is_proved(const AttackWorld& world) {
  return guarantee_of(MixtureSpec{}, world.problem).status == Status::proved;
}

}  // namespace attack
