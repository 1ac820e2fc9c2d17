#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <numbers>

#include "certify.hpp"
#include "mirador/random/own_rewards.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/stopping_spec.hpp"

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

/// The measurements of one replication.
class Source {
 public:
  Source(const World& world, RandomKey key)
      : world_(&world), key_(key), pulls_(means.size()), state_(means.size()) {}
  double operator()(Arm arm) {
    const std::uint64_t pull = pulls_[arm]++;
    const double u = reward_uniform(key_, arm, pull);
    return world_->measure(means[arm], ++time_, normal_quantile(u), u, state_[arm]);
  }

 private:
  const World* world_;
  RandomKey key_;
  std::uint64_t time_ = 0;
  std::vector<std::uint64_t> pulls_;
  std::vector<double> state_;
};

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

/// What the simulator measures; the measurements behind an estimate of σ are not used again.
class Measurements final : public OwnRewards {
 public:
  Measurements(const World& world, Knowledge knowledge)
      : world_(world), knowledge_(knowledge), source_(world, {}) {}
  void start(RandomKey key) override {
    source_ = Source(world_, key);
    if (knowledge_ == Knowledge::estimate) plugged_in_sigma(source_);
  }
  double next(Arm arm) override { return source_(arm); }

 private:
  const World& world_;
  Knowledge knowledge_;
  Source source_;
};

constexpr std::uint64_t seed = 77;

Summary simulate_method(const FamilySpec& family, const Plan& plan) {
  const ProblemSpec problem{family, BestArmSpec{}, {means.begin(), means.end()}};
  return simulate(problem, plan).front().summaries.front();
}

/// Every replication has a σ of its own.
Summary simulate_estimates(const World& world, const Plan& plan) {
  Summary total(means.size());
  std::mutex mutex;
  const auto replicate = [&](std::uint64_t replication) {
    Source source(world, {seed, replication});
    Plan one = plan;
    one.first = replication;
    one.runs = one.threads = 1;
    const Summary run = simulate_method(GaussianSpec{plugged_in_sigma(source)}, one);
    const std::lock_guard lock(mutex);
    total.merge(run);
    return true;
  };
  share_out(
      {.count = plan.runs, .threads = plan.threads}, [&] { return replicate; },
      [](std::uint64_t) {});
  return total;
}

Summary simulate_world(const World& world, const Method& method, std::uint64_t runs,
                       unsigned threads) {
  const Plan plan{
      .rules = {parse_rule("bc")},
      .stopping = parse_stopping(method.stopping),
      .deltas = {risk},
      .runs = runs,
      .seed = seed,
      .max_samples = budget,
      .threads = threads,
      .backend = Backend::reference,
      .rewards = [&] { return std::make_unique<Measurements>(world, method.knowledge); }};
  switch (method.knowledge) {
    case Knowledge::sigma:
      return simulate_method(GaussianSpec{1.0}, plan);
    case Knowledge::nothing:
      return simulate_method(NormalSpec{{1.0}}, plan);
    case Knowledge::estimate:
      break;
  }
  return simulate_estimates(world, plan);
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
      const Summary summary = simulate_world(world, method, runs, threads);
      const bool above = summary.error_lower() > risk;
      const double undecided =
          static_cast<double>(summary.undecided()) / static_cast<double>(summary.runs());
      fmt::print("| {} | {} | {} | {}{:.2f}{} | {:.2f} | {:.0f} | {:.1f} |\n", world.name,
                 world.broken, method.name, above ? "**" : "", 100.0 * summary.error_rate(),
                 above ? "**" : "", 100.0 * summary.error_upper(), summary.mean(),
                 100.0 * undecided);
      std::fflush(stdout);
    }
  }
}

}  // namespace certify
