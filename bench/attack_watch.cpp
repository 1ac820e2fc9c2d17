#include "attack_watch.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <functional>

#include "mirador/assumption/assumption_watch.hpp"
#include "mirador/core/argmax.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simulate/workers.hpp"

namespace attack {
namespace {

using namespace mirador;

constexpr std::size_t arms = 3;
constexpr std::uint64_t pulls = 600;

/// The measurements of an arm.
struct Seen {
  double pulls = 0.0, sum = 0.0;

  double stray(double mean) const {
    return pulls == 0.0 ? INFINITY : std::abs(sum / pulls - mean) * std::sqrt(pulls);
  }
};
using Next = Arm (*)(const std::array<Seen, arms>&, double mean, std::uint64_t pull);

Arm in_turn(const std::array<Seen, arms>&, double, std::uint64_t pull) {
  return static_cast<Arm>(pull % arms);
}
/// The arm whose mean is furthest from the truth: most likely to cause a false alarm.
Arm most_astray(const std::array<Seen, arms>& seen, double mean, std::uint64_t) {
  return argmax(arms, [&](Arm a) { return seen[a].stray(mean); });
}

template <class F>
double draw(const F& family, double mean, double u) {
  if constexpr (std::is_same_v<F, Normal>) {
    return family.quantile(mean, 2.0, u);
  } else {
    return family.quantile(mean, u);
  }
}

template <class F>
bool is_alarmed(const F& family, double mean, Next next, std::uint64_t run) {
  AssumptionWatch<F> watch(family, arms, run, watch_risk);
  std::array<Seen, arms> seen{};
  for (std::uint64_t pull = 0; pull < pulls && !watch.contradicted(); ++pull) {
    const Arm arm = next(seen, mean, pull);
    const auto count = static_cast<std::uint64_t>(seen[arm].pulls);
    const double value = draw(family, mean, reward_uniform({11, run}, arm, count));
    watch.add(arm, value);
    seen[arm].pulls += 1.0, seen[arm].sum += value;
  }
  return watch.contradicted().has_value();
}

template <class F>
struct Ground;
template <>
struct Ground<Gaussian> {
  static Gaussian family() { return Gaussian(2.0); }
  static constexpr double mean = 1.0;
};
template <>
struct Ground<Normal> {
  static Normal family() { return {}; }
  static constexpr double mean = 1.0;
};
template <>
struct Ground<Bernoulli> {
  static Bernoulli family() { return {}; }
  static constexpr double mean = 0.3;
};
template <>
struct Ground<Bounded> {
  static Bounded family() { return Bounded(0.0, 1.0); }
  static constexpr double mean = 0.3;
};
template <>
struct Ground<Poisson> {
  static Poisson family() { return {}; }
  static constexpr double mean = 2.0;
};
template <>
struct Ground<Exponential> {
  static Exponential family() { return {}; }
  static constexpr double mean = 1.0;
};

template <class F, Next next>
std::uint64_t alarms(std::uint64_t runs, unsigned threads) {
  std::atomic<std::uint64_t> count{0};
  const F family = Ground<F>::family();
  const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
    return [&](std::uint64_t run) {
      count += is_alarmed(family, Ground<F>::mean, next, run) ? 1 : 0;
      return true;
    };
  };
  share_out({.count = runs, .threads = threads}, make_worker, [](std::uint64_t) {});
  return count;
}

template <class... F>
std::vector<WatchAttack> both_orders() {
  std::vector<WatchAttack> attacks;
  (attacks.insert(attacks.end(), {{F::name, "in turn", alarms<F, in_turn>},
                                  {F::name, "most astray", alarms<F, most_astray>}}),
   ...);
  return attacks;
}

}  // namespace

std::vector<WatchAttack> watch_attacks() {
  return both_orders<Gaussian, Bernoulli, Bounded, Poisson, Exponential, Normal>();
}

}  // namespace attack
