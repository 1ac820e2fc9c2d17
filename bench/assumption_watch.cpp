// The tests of the assumptions of live experiments: how soon measurements that violate the family's
// assumptions are detected, at the level of experiments with two arms (docs/theory.md, section 12),
// and what the tests cost.

#include "mirador/assumption/assumption_watch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "mirador/simd/functions.hpp"

namespace {

using namespace mirador;

struct World {
  std::uint64_t run;
  std::uint64_t drawn = 0;
  double last = 0.0;

  double uniform() { return reward_uniform({5, run}, 0, drawn++); }
  double normal() { return normal_quantile(uniform()); }
  double exponential() { return -std::log(uniform()); }
};
using Value = std::function<double(World&, double)>;

template <class F>
void found(const std::string& what, const F& family, const Value& value) {
  constexpr std::uint64_t runs = 200, most = 20'000;
  std::vector<std::uint64_t> samples;
  std::vector<int> by(assumptions, 0);
  for (std::uint64_t run = 0; run < runs; ++run) {
    AssumptionWatch<F> watch(family, 2, run);
    World world{run};
    for (std::uint64_t k = 0; k < most && !watch.contradicted(); ++k) {
      watch.add(0, value(world, static_cast<double>(k)));
    }
    samples.push_back(watch.contradicted() ? watch.contradicted()->samples : most);
    if (watch.contradicted()) ++by[static_cast<std::size_t>(watch.contradicted()->assumed)];
  }
  std::ranges::sort(samples);
  const auto usual = static_cast<std::size_t>(std::ranges::max_element(by) - by.begin());
  fmt::print("{:<12} {:<42} {:>7} {:>7}  {}\n", F::name, what, samples[runs / 2],
             samples[runs * 95 / 100],
             by[usual] > 0 ? to_string(static_cast<Assumed>(usual)) : "nothing");
}

template <class F>
void cost(const F& family, double mean) {
  constexpr std::size_t count = 400'000, arms = 10;
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = reward_uniform({6, 0}, i % arms, i / arms);
    if constexpr (std::is_same_v<F, Normal>)
      values[i] = family.quantile(mean, 1.0, u);
    else
      values[i] = family.quantile(mean, u);
  }
  AssumptionWatch<F> watch(family, arms, 1);
  const std::clock_t began = std::clock();
  for (std::size_t i = 0; i < count; ++i) watch.add(i % arms, values[i]);
  const double took = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  fmt::print("{:<12} mean {:<8g} {:6.0f} ns of CPU time per measurement{}\n", F::name, mean,
             1e9 * took / count, watch.contradicted() ? ", contradicted" : "");
}

template <class F>
void faults_of_normal_arms(const F& family) {
  found("a trend of sigma over 300", family,
        [](World& w, double k) { return k / 300 + w.normal(); });
  found("a step of sigma after 150", family,
        [](World& w, double k) { return (k < 150 ? 0 : 1) + w.normal(); });
  found("autoregression 1/2", family,
        [](World& w, double) { return w.last = 0.5 * w.last + std::sqrt(0.75) * w.normal(); });
  found("exponential", family, [](World& w, double) { return w.exponential(); });
  found("log-normal, sigma 0.3", family,
        [](World& w, double) { return std::exp(0.3 * w.normal()) / 0.314; });
  found("Student, 3 degrees, variance 1", family, [](World& w, double) {
    const double a = w.normal(), b = w.normal(), c = w.normal();
    return w.normal() / std::sqrt(a * a + b * b + c * c);
  });
}

}  // namespace

int main() {
  fmt::print("{:<12} {:<42} {:>7} {:>7}  {}\n", "family", "measurements", "median", "95 %", "by");
  found("N(100, 20)", Gaussian(1), [](World& w, double) { return 100 + 20 * w.normal(); });
  found("sigma is 1.5", Gaussian(1), [](World& w, double) { return 1.5 * w.normal(); });
  found("sigma is 1.2", Gaussian(1), [](World& w, double) { return 1.2 * w.normal(); });
  faults_of_normal_arms(Gaussian(1));
  faults_of_normal_arms(Normal());
  for (const double shape : {5.0, 10.0}) {
    found(fmt::format("negative binomial, variance {} means", 1 + 5 / shape), Poisson(),
          [=](World& w, double) {
            double mean = 0;
            for (int i = 0; i < shape; ++i) mean += 5 / shape * w.exponential();
            return Poisson().quantile(mean, w.uniform());
          });
  }
  found("Binomial(10, 1/2)", Poisson(), [](World& w, double) {
    double heads = 0;
    for (int i = 0; i < 10; ++i) heads += w.uniform() < 0.5 ? 1 : 0;
    return heads;
  });
  found("Gamma, shape 2", Exponential(),
        [](World& w, double) { return w.exponential() + w.exponential(); });
  found("Gamma, shape 1/2", Exponential(),
        [](World& w, double) { return std::pow(w.normal(), 2); });
  found("0.3, then 0.7 after 200", Bernoulli(),
        [](World& w, double k) { return w.uniform() < (k < 200 ? 0.3 : 0.7) ? 1 : 0; });
  found("the previous value with probability 0.6", Bernoulli(), [](World& w, double) {
    if (w.uniform() > 0.6) w.last = w.uniform() < 0.5 ? 1 : 0;
    return w.last;
  });
  fmt::print("\n");
  cost(Gaussian(1), 0);
  cost(Normal(), 0);
  cost(Exponential(), 1);
  for (const double mean : {0.5, 5.0, 25.0, 100.0, 1e4}) cost(Poisson(), mean);
  cost(Bernoulli(), 0.5);
  cost(Bounded(), 0.5);
}
