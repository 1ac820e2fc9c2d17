#include "attack_trials.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "mirador/random/reward_stream.hpp"
#include "mirador/sampling/own_sampling.hpp"
#include "mirador/sampling/sampling_rule.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/stopping/any_stopping.hpp"
#include "mirador/stopping/watch.hpp"

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

/// The measurements of runs, one run after the other.
template <Family F>
class Source {
 public:
  Source(const F& family, const AttackWorld& world)
      : world_(world), stream_(family, world_of(world.problem)), pulls_(world.lean.size()) {}

  void start(RandomKey key) {
    key_ = key;
    stream_.start(key);
    pulls_.assign(pulls_.size(), 0);
  }
  double next(Arm arm) {
    if (world_.law == Law::of_family) return stream_.next(arm);
    const BoundedSpec& range = std::get<BoundedSpec>(world_.problem.family);
    const double u = reward_uniform(key_, arm, pulls_[arm]++);
    return (world_.law == Law::two_point ? two_point : jackpot)(range, world_.problem.means[arm],
                                                                u);
  }

 private:
  const AttackWorld& world_;
  RewardStream<F> stream_;
  RandomKey key_;
  std::vector<std::uint64_t> pulls_;
};

/// One run, reused for all runs.
template <Problem P>
class Trial {
 public:
  Trial(const P& problem, const AttackWorld& world, const Order& order)
      : world_(world),
        source_(problem.family(), world),
        rule_(problem, std::string(order.name), order.against(world.aim())),
        standing_(problem),
        watch_(problem, AnyStopping(MixtureStopping{}), risks) {}

  void run(RandomKey key, Misses& out) {
    standing_.clear();
    source_.start(key);
    rule_.start(key);
    watch_.start();
    while (standing_.total() < world_.pulls && !watch_.done()) step(out);
    ++out.runs;
  }

 private:
  void step(Misses& out) {
    const Arm arm = next_arm(rule_, standing_);
    standing_.add(arm, source_.next(arm));
    if (!standing_.ready()) return;
    watch_.update(standing_, arm, [&](std::span<const Role> roles) {
      const bool right =
          verdict_holds(standing_.problem(), standing_.answer(), roles, world_.problem.means);
      out.wrong[watch_.met()] += !right;
    });
    rule_.observe(standing_, arm);
  }

  const AttackWorld& world_;
  Source<typename P::FamilyType> source_;
  OwnSampling<P> rule_;
  Standing<P> standing_;
  Watch<P, AnyStopping> watch_;
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
  Misses total;
  std::mutex mutex;
  with_problem(world.problem, [&]<Problem P>(const P& problem) {
    const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
      auto trial = std::make_shared<Trial<P>>(problem, world, order);
      return [&, trial](std::uint64_t replication) {
        Misses misses;
        const std::uint64_t began = thread_cpu_ns();
        trial->run({seed, replication}, misses);
        misses.cpu_ns = thread_cpu_ns() - began;
        const std::lock_guard lock(mutex);
        total.add(misses);
        return true;
      };
    };
    share_out({.count = runs, .threads = threads}, make_worker, [](std::uint64_t) {});
  });
  return total;
}

bool is_proved(const AttackWorld& world) {
  return with_problem(world.problem, [](const auto& problem) {
    return MixtureStopping{}.guarantee(problem).status == Status::proved;
  });
}

}  // namespace attack
