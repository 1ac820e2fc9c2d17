#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <mutex>
#include <numbers>

#include "certify.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/stopping/watch.hpp"

namespace certify {
namespace {

using namespace mirador;

constexpr std::array<double, 3> means = {0.2, 0.0, 0.0};
constexpr double risk = 0.05;
constexpr std::uint64_t budget = 20'000;

/// Noise of unit variance that violates an assumption, one measurement of one arm after the other.
struct World {
  const char* name;
  const char* broken;  ///< the violated assumption
  /// The measurement of an arm with mean μ at its n-th pull and time t, from a standard normal and
  /// a uniform; `state` is the arm's memory.
  std::function<double(double mu, std::uint64_t t, double normal, double uniform, double& state)>
      measure;
};

const std::vector<World>& worlds() {
  static const std::vector<World> all = {
      {"as assumed", "none",
       [](double mu, std::uint64_t, double z, double, double&) { return mu + z; }},
      {"drift", "constant means: all fall by 5 σ over the first 1000 measurements",
       [](double mu, std::uint64_t t, double z, double, double&) {
         return mu + z - std::min(5.0, static_cast<double>(t) / 200.0);
       }},
      {"autocorrelation", "independence: an arm's noise is AR(1) with coefficient 0.5",
       [](double mu, std::uint64_t, double z, double, double& noise) {
         noise = 0.5 * noise + std::sqrt(0.75) * z;
         return mu + noise;
       }},
      {"heavy tails", "normality: Student noise with 3 degrees of freedom, scaled to variance 1",
       [](double mu, std::uint64_t, double, double u, double&) {
         // Quantile of t_3 by Newton on its distribution function.
         double x = normal_quantile(u);
         for (int i = 0; i < 60; ++i) {
           const double r = x / std::numbers::sqrt3;
           const double cdf = 0.5 + (r / (1.0 + r * r) + std::atan(r)) / std::numbers::pi;
           const double density =
               2.0 / (std::numbers::pi * std::numbers::sqrt3 * (1.0 + r * r) * (1.0 + r * r));
           const double step = (cdf - u) / density;
           x -= std::clamp(step, -1.0 - std::abs(x), 1.0 + std::abs(x));
           if (std::abs(step) < 1e-12 * (1.0 + std::abs(x))) break;
         }
         return mu + x / std::numbers::sqrt3;
       }},
      {"no variance", "a finite variance: Cauchy noise, quartiles at ±0.67",
       [](double mu, std::uint64_t, double, double u, double&) {
         return mu + 0.6745 * std::tan(std::numbers::pi * (u - 0.5));
       }},
  };
  return all;
}

struct Tally {
  std::uint64_t wrong = 0, undecided = 0, runs = 0, samples = 0;

  void add(const Tally& other) {
    wrong += other.wrong;
    undecided += other.undecided;
    runs += other.runs;
    samples += other.samples;
  }
};

/// Draws the measurements of one replication.
class Source {
 public:
  Source(const World& world, std::uint64_t replication)
      : world_(world), key_{77, replication}, pulls_(means.size()), state_(means.size()) {}
  double operator()(Arm arm) {
    const std::uint64_t pull = pulls_[arm]++;
    const double u = reward_uniform(key_, arm, pull);
    return world_.measure(means[arm], ++time_, normal_quantile(u), u, state_[arm]);
  }

 private:
  const World& world_;
  RandomKey key_;
  std::uint64_t time_ = 0;
  std::vector<std::uint64_t> pulls_;
  std::vector<double> state_;
};

template <Family F>
void run(const BestArm<F>& problem, const AnyStopping& stopping, Source& source, Tally& tally) {
  const FrankWolfe rule(problem);
  Standing standing(problem);
  Watch<BestArm<F>, AnyStopping> watch(problem, stopping, std::array{risk});
  ++tally.runs;
  while (standing.total() < budget && !watch.done()) {
    const Arm arm = next_arm(rule, standing);
    standing.add(arm, source(arm));
    if (!standing.ready()) continue;
    watch.update(standing, arm, [&](auto) { tally.wrong += standing.closest().answer() != 0; });
  }
  tally.undecided += !watch.done();
  tally.samples += standing.total();
}

/// σ² estimated from two measurements of every arm and then treated as known.
double plugged_in_sigma(Source& source) {
  double squares = 0.0;
  for (Arm a = 0; a < means.size(); ++a) {
    const double difference = source(a) - source(a);
    squares += 0.5 * difference * difference;
  }
  return std::sqrt(squares / static_cast<double>(means.size()));
}

enum class Knowledge { sigma, nothing, estimate };

struct Method {
  const char* name;
  Knowledge knowledge;
  const char* stopping;
};
constexpr std::array<Method, 6> methods = {{
    {"gaussian, heuristic", Knowledge::sigma, "heuristic"},
    {"gaussian, mixture", Knowledge::sigma, "mixture"},
    {"gaussian, kaufmann-koolen", Knowledge::sigma, "kaufmann-koolen"},
    {"normal, mixture", Knowledge::nothing, "mixture"},
    {"normal, heuristic", Knowledge::nothing, "heuristic"},
    {"gaussian with σ plugged in, mixture", Knowledge::estimate, "mixture"},
}};

void replicate(const World& world, Knowledge knowledge, const AnyStopping& stopping,
               std::uint64_t replication, Tally& tally) {
  Source source(world, replication);
  if (knowledge == Knowledge::nothing) {
    run(BestArm(Normal(), means.size()), stopping, source, tally);
  } else {
    const double sigma = knowledge == Knowledge::sigma ? 1.0 : plugged_in_sigma(source);
    run(BestArm(Gaussian(sigma), means.size()), stopping, source, tally);
  }
}

Tally simulate(const World& world, const Method& method, std::uint64_t runs, unsigned threads) {
  const AnyStopping stopping = make_stopping(parse_stopping(method.stopping));
  Tally total;
  std::mutex mutex;
  share_out(
      {.count = runs, .threads = threads},
      [&] {
        return [&](std::uint64_t replication) {
          Tally tally;
          replicate(world, method.knowledge, stopping, replication, tally);
          const std::lock_guard lock(mutex);
          total.add(tally);
          return true;
        };
      },
      [](std::uint64_t) {});
  return total;
}

}  // namespace

void print_counter_examples(std::uint64_t runs, unsigned threads) {
  fmt::print(
      "## Where the assumptions do not hold\n\nBest of three arms with means 0.2, 0, 0, noise of "
      "variance 1, δ = {:g}, bc, {} runs, at most {} samples.\nEvery guarantee is for independent "
      "measurements of the family named, with constant means.\nAn error rate above "
      "{:g} % (its 99.9 % lower bound) is **bold**.\n\n",
      risk, runs, budget, 100.0 * risk);
  fmt::print(
      "| world | broken assumption | method | error % | max % | mean τ | undecided % |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const World& world : worlds()) {
    for (const Method& method : methods) {
      const Tally tally = simulate(world, method, runs, threads);
      const double count = static_cast<double>(tally.runs);
      const double rate = 100.0 * static_cast<double>(tally.wrong) / count;
      const bool above = clopper_pearson_lower(tally.wrong, tally.runs, 0.999) > risk;
      fmt::print("| {} | {} | {} | {}{:.2f}{} | {:.2f} | {:.0f} | {:.1f} |\n", world.name,
                 world.broken, method.name, above ? "**" : "", rate, above ? "**" : "",
                 100.0 * clopper_pearson_upper(tally.wrong, tally.runs, 0.999),
                 static_cast<double>(tally.samples) / count,
                 100.0 * static_cast<double>(tally.undecided) / count);
      std::fflush(stdout);
    }
  }
}

}  // namespace certify
