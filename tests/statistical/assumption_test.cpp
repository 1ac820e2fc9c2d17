#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "mirador/assumption/assumption_watch.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/random/reward_stream.hpp"
#include "statistics.hpp"

/// Does the test of assumptions accept data that satisfy them, and detect data that do not?
namespace mirador::testing_support {
namespace {

/// The measurements 0, 1, ... of one arm.
using Values = std::function<double()>;

/// Measurements that satisfy the family's assumption: `quantile` maps a uniform to a measurement.
template <class Quantile>
Values independent(std::uint64_t replication, Quantile quantile) {
  return [=, pull = std::uint64_t{0}]() mutable {
    return quantile(reward_uniform({91, replication}, 0, pull++));
  };
}

template <class F>
std::uint64_t alarms(const F& family, auto quantile, std::uint64_t runs, double risk) {
  constexpr int values = 500;
  std::uint64_t found = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    AssumptionWatch<F> watch(family, 1, run, risk);
    const Values next = independent(run, quantile);
    for (int i = 0; i < values && !watch.contradicted(); ++i) watch.add(0, next());
    if (watch.contradicted()) ++found;
  }
  return found;
}

template <class F>
void expect_few_alarms(const F& family, auto quantile, std::uint64_t runs = 1000) {
  constexpr double risk = 0.05;
  const std::uint64_t found = alarms(family, quantile, runs, risk);
  EXPECT_GT(binomial_tail(found, runs, risk), refuted) << F::name << ": " << found << " alarms";
}

TEST(Assumption, FalseAlarmsAreAsRareAsPromised) {
  const auto of = [](auto family, double mean) {
    return [=](double u) { return family.quantile(mean, u); };
  };
  expect_few_alarms(Gaussian(3.0), of(Gaussian(3.0), 7.0));
  expect_few_alarms(Normal(), [](double u) { return Normal().quantile(7.0, 3.0, u); });
  expect_few_alarms(Exponential(), of(Exponential(), 2.0));
  for (const double mean : {0.02, 0.5, 4.0}) expect_few_alarms(Poisson(), of(Poisson(), mean));
  expect_few_alarms(Poisson(), of(Poisson(), 300.0), 300);
  for (const double mean : {0.02, 0.5, 0.9}) expect_few_alarms(Bernoulli(), of(Bernoulli(), mean));
  expect_few_alarms(Bounded(-1.0, 3.0), of(Bounded(-1.0, 3.0), 0.5));
}

/// A spread smaller than sigma does not affect the guarantee.
TEST(Assumption, SigmaMayBeAnUpperBound) {
  const auto narrow = [](double u) { return Gaussian(1.0).quantile(0.0, u); };
  EXPECT_EQ(alarms(Gaussian(3.0), narrow, 200, 1e-4), 0u);
  EXPECT_EQ(alarms(
                Gaussian(3.0), [](double) { return 5.0; }, 1, 1e-4),
            0u);
}

/// The k-th residuals of many arms are uniform on the scale of Φ (Massart's form of the DKW
/// inequality), and for two residuals of one arm the signs and the sizes are independent
/// (Hoeffding's inequality).
template <class F>
void expect_residuals_of_the_law(const F& family, auto quantile) {
  constexpr std::size_t arms = 10'000;
  const std::vector<std::size_t> places = {2, 4, 34};  // counted from 0
  const auto runs = static_cast<double>(arms);
  std::vector<std::vector<double>> found(places.size());
  for (std::uint64_t run = 0; run < arms; ++run) {
    const Values next = independent(run, quantile);
    Past past;
    for (std::size_t k = 0, j = 0; j < places.size(); ++k) {
      const auto z = next_residual(family, past, next(), Dither(run, 0, past.pulls));
      if (k == places[j]) found[j++].push_back(*z);
    }
  }
  const double allowed = std::sqrt(std::log(2.0 / refuted) / (2.0 * runs));
  for (std::size_t j = 0; j < places.size(); ++j) {
    std::vector<double> sorted = found[j];
    std::ranges::sort(sorted);
    double distance = 0.0;
    for (std::size_t i = 0; i < arms; ++i) {
      const double u = normal_cdf(sorted[i]), rank = static_cast<double>(i);
      distance = std::max({distance, (rank + 1.0) / runs - u, u - rank / runs});
    }
    EXPECT_LT(distance, allowed) << F::name << ", residual " << places[j];
  }
  const auto sign = [](double z) { return z > 0.0 ? 1.0 : -1.0; };
  const auto size = [](double z) { return std::abs(z) > 0.6744897501960817 ? 1.0 : -1.0; };
  double signs = 0.0, sizes = 0.0;
  for (std::size_t i = 0; i < arms; ++i) {
    signs += sign(found[0][i]) * sign(found[1][i]);
    sizes += size(found[0][i]) * size(found[1][i]);
  }
  const double allowed_sum = std::sqrt(2.0 * runs * std::log(2.0 / refuted));
  EXPECT_LT(std::abs(signs), allowed_sum) << F::name;
  EXPECT_LT(std::abs(sizes), allowed_sum) << F::name;
}

TEST(Assumption, ResidualsAreIndependentAndStandardNormal) {
  const auto of = [](auto family, double mean) {
    return [=](double u) { return family.quantile(mean, u); };
  };
  expect_residuals_of_the_law(Gaussian(3.0), of(Gaussian(3.0), 7.0));
  expect_residuals_of_the_law(Normal(), [](double u) { return Normal().quantile(7.0, 3.0, u); });
  expect_residuals_of_the_law(Exponential(), of(Exponential(), 2.0));
  expect_residuals_of_the_law(Poisson(), of(Poisson(), 0.3));
  expect_residuals_of_the_law(Poisson(), of(Poisson(), 60.0));
  expect_residuals_of_the_law(Bernoulli(), of(Bernoulli(), 0.1));
  expect_residuals_of_the_law(Bounded(-1.0, 3.0), of(Bounded(-1.0, 3.0), 0.5));
}

/// Draws measurements that violate the family's assumption.
struct World {
  std::uint64_t replication;
  std::uint64_t drawn = 0;

  double uniform() { return reward_uniform({92, replication}, 0, drawn++); }
  double normal() { return normal_quantile(uniform()); }
  double exponential() { return -std::log(uniform()); }
};

/// All of ten arms, each next to another arm, are found to contradict their assumption within this
/// many values, usually by the named test.
template <class F>
void expect_found(const std::string& what, const F& family, std::size_t within, Assumed by,
                  const std::function<double(World&, double)>& value) {
  int named = 0;
  for (std::uint64_t replication = 0; replication < 10; ++replication) {
    AssumptionWatch<F> watch(family, 2, replication);
    World world{replication};
    for (std::size_t k = 0; k < within && !watch.contradicted(); ++k) {
      watch.add(1, value(world, static_cast<double>(k)));
    }
    ASSERT_TRUE(watch.contradicted()) << what << " " << F::name << ", run " << replication;
    EXPECT_EQ(watch.contradicted()->arm, 1u);
    EXPECT_GT(watch.contradicted()->log_evidence, std::log(2e4));
    named += watch.contradicted()->assumed == by ? 1 : 0;
  }
  EXPECT_GE(named, 7) << what << " " << F::name;
}

TEST(Assumption, TooWideASpreadIsFound) {
  expect_found("N(100, 20)", Gaussian(1.0), 8, Assumed::spread,
               [](World& world, double) { return 100.0 + 20.0 * world.normal(); });
  expect_found("half as wide again", Gaussian(1.0), 300, Assumed::spread,
               [](World& world, double) { return 1.5 * world.normal(); });
}

TEST(Assumption, CountsThatAreNotPoissonAreFound) {
  // Means that vary like a sum of five exponential variables: the variance is twice the mean.
  expect_found("overdispersed", Poisson(), 500, Assumed::spread, [](World& world, double) {
    double mean = 0.0;
    for (int i = 0; i < 5; ++i) mean += world.exponential();
    return Poisson().quantile(mean, world.uniform());
  });
  expect_found("underdispersed", Poisson(), 600, Assumed::spread, [](World& world, double) {
    double heads = 0.0;
    for (int i = 0; i < 10; ++i) heads += world.uniform() < 0.5 ? 1.0 : 0.0;
    return heads;
  });
}

TEST(Assumption, TimesThatAreNotExponentialAreFound) {
  expect_found("gamma, shape 2", Exponential(), 600, Assumed::spread,
               [](World& world, double) { return world.exponential() + world.exponential(); });
  expect_found("gamma, shape 1/2", Exponential(), 400, Assumed::spread, [](World& world, double) {
    const double z = world.normal();
    return z * z;
  });
}

template <class F>
void expect_faults_of_normal_arms_found(const F& family) {
  expect_found("a trend of sigma in 300", family, 600, Assumed::drift,
               [](World& world, double k) { return k / 300.0 + world.normal(); });
  expect_found("a step of sigma after 150", family, 600, Assumed::drift,
               [](World& world, double k) { return (k < 150.0 ? 0.0 : 1.0) + world.normal(); });
  double before = 0.0;
  expect_found("autoregression 1/2", family, 600, Assumed::autocorrelation,
               [&](World& world, double) {
                 return before = 0.5 * before + std::sqrt(0.75) * world.normal();
               });
  expect_found("Student, 3 degrees", family, 4000, Assumed::law, [](World& world, double) {
    const double z = world.normal(), a = world.normal(), b = world.normal(), c = world.normal();
    return z / std::sqrt(a * a + b * b + c * c);
  });
  expect_found("skewed", family, 400, Assumed::law,
               [](World& world, double) { return world.exponential(); });
  expect_found("one outlier", family, 1001, Assumed::law,
               [](World& world, double k) { return world.normal() + (k == 1000.0 ? 11.0 : 0.0); });
}

TEST(Assumption, FaultsOfNormalArmsAreFound) {
  expect_faults_of_normal_arms_found(Gaussian(1.0));
  expect_faults_of_normal_arms_found(Normal());
  expect_found("a spread that shrinks to a third", Normal(), 600, Assumed::spread,
               [](World& world, double k) { return (k < 200.0 ? 3.0 : 1.0) * world.normal(); });
}

TEST(Assumption, CoinsThatChangeOrRememberAreFound) {
  expect_found("a change", Bernoulli(), 3000, Assumed::drift, [](World& world, double k) {
    return world.uniform() < (k < 200.0 ? 0.3 : 0.7) ? 1.0 : 0.0;
  });
  double before = 0.0;
  expect_found("memory", Bernoulli(), 1200, Assumed::autocorrelation, [&](World& world, double) {
    if (world.uniform() > 0.6) before = world.uniform() < 0.5 ? 1.0 : 0.0;
    return before;
  });
  expect_found("a change", Bounded(0.0, 10.0), 900, Assumed::drift, [](World& world, double k) {
    return (k < 200.0 ? 2.0 : 8.0) + 2.0 * world.uniform() - 1.0;
  });
}

}  // namespace
}  // namespace mirador::testing_support
