#include "plain_loop.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace plain {
namespace {

struct Closest {
  double value;
  std::size_t best, rival;
  double theta;
};

/// The best arm and its closest rival at weights w.
Closest closest(const std::vector<double>& w, const std::vector<double>& m) {
  const std::size_t K = m.size();
  std::size_t i = 0;
  for (std::size_t a = 1; a < K; ++a) {
    if (m[a] > m[i]) i = a;
  }
  Closest c{1e300, i, i, m[i]};
  for (std::size_t a = 0; a < K; ++a) {
    if (a == i) continue;
    const double gap = m[i] - m[a];
    const double value = 0.5 * gap * gap * w[i] * w[a] / (w[i] + w[a]);
    if (value < c.value) c = {value, i, a, (w[i] * m[i] + w[a] * m[a]) / (w[i] + w[a])};
  }
  return c;
}

void softmax(const std::vector<double>& G, double eta, std::vector<double>& w) {
  const double top = *std::max_element(G.begin(), G.end());
  double sum = 0.0;
  for (std::size_t a = 0; a < G.size(); ++a)
    sum += w[a] = G[a] == top ? 1.0 : std::exp(eta * (G[a] - top));
  for (double& x : w) x /= sum;
}

double half_square(double x) { return 0.5 * x * x; }

/// One run. `Rule` has next(), observe(t, m, stopping projection) and is constructed anew for each
/// run.
template <class Rule>
void one_run(const std::vector<double>& mu, double delta, Rule rule, std::mt19937_64& generator,
             Total& total) {
  const std::size_t K = mu.size();
  std::normal_distribution<double> noise(0.0, 1.0);
  std::vector<double> N(K, 0.0), S(K, 0.0), m(K, 0.0);
  const auto pull = [&](std::size_t a) {
    S[a] += mu[a] + noise(generator);
    N[a] += 1.0;
    m[a] = S[a] / N[a];
  };
  for (std::size_t a = 0; a < K; ++a) pull(a);
  for (std::uint64_t t = K;; ++t) {
    const Closest c = closest(N, m);
    const double td = static_cast<double>(t);
    if (c.value >= std::log((1.0 + std::log(td)) / delta)) {
      total.steps += t;
      total.errors += c.best != 0;
      return;
    }
    const std::size_t arm = rule.next(td, N, m, c);
    pull(arm);
  }
}

struct Lma {
  double L;  // 0: AdaHedge
  std::vector<double> G, w, deficit;
  double gap = 0.0, eta = INFINITY;

  Lma(std::size_t K, double scale)
      : L(scale), G(K, 0.0), w(K, 1.0 / static_cast<double>(K)), deficit(K, 0.0) {}

  std::size_t next(double t, const std::vector<double>&, const std::vector<double>& m,
                   const Closest&) {
    const std::size_t K = m.size();
    const Closest c = closest(w, m);
    const double gi = half_square(m[c.best] - c.theta), ga = half_square(m[c.rival] - c.theta);
    if (L > 0.0) {
      eta = 1.0 / (L * std::sqrt(t + 1.0));
    } else {
      adahedge(c, gi, ga);
    }
    G[c.best] += gi;
    G[c.rival] += ga;
    softmax(G, eta, w);
    const double gamma = 1.0 / (4.0 * std::sqrt(t));
    std::size_t arm = 0;
    for (std::size_t a = 0; a < K; ++a) {
      deficit[a] += (1.0 - gamma) * w[a] + gamma / static_cast<double>(K);
      if (deficit[a] > deficit[arm]) arm = a;
    }
    deficit[arm] -= 1.0;
    return arm;
  }

  void adahedge(const Closest& c, double gi, double ga) {
    const double earned = w[c.best] * gi + w[c.rival] * ga;
    double mixed;
    if (std::isinf(eta)) {
      std::vector<double> after = G;
      after[c.best] += gi;
      after[c.rival] += ga;
      mixed = *std::max_element(after.begin(), after.end()) - *std::max_element(G.begin(), G.end());
    } else {
      mixed =
          std::log1p(w[c.best] * std::expm1(eta * gi) + w[c.rival] * std::expm1(eta * ga)) / eta;
    }
    gap += std::max(0.0, mixed - earned);
    eta = gap > 0.0 ? std::log(static_cast<double>(G.size())) / gap : INFINITY;
  }
};

struct BestChallenger {
  std::size_t next(double t, const std::vector<double>& N, const std::vector<double>& m,
                   const Closest& c) {
    const auto least = static_cast<std::size_t>(std::min_element(N.begin(), N.end()) - N.begin());
    if (N[least] < std::sqrt(t) - 0.5 * static_cast<double>(N.size())) return least;
    return half_square(m[c.best] - c.theta) > half_square(m[c.rival] - c.theta) ? c.best : c.rival;
  }
};

struct Uniform {
  std::mt19937_64& generator;
  std::uniform_int_distribution<std::size_t> arms;

  std::size_t next(double, const std::vector<double>&, const std::vector<double>&, const Closest&) {
    return arms(generator);
  }
};

template <class MakeRule>
Total run(const std::vector<double>& mu, double delta, std::uint64_t runs, MakeRule make_rule) {
  Total total;
  std::mt19937_64 generator(1);
  for (std::uint64_t r = 0; r < runs; ++r) one_run(mu, delta, make_rule(), generator, total);
  return total;
}

}  // namespace

Total run_lma(const std::vector<double>& mu, double delta, double L, std::uint64_t runs) {
  return run(mu, delta, runs, [&] { return Lma(mu.size(), L); });
}

Total run_lma_adahedge(const std::vector<double>& mu, double delta, std::uint64_t runs) {
  return run_lma(mu, delta, 0.0, runs);
}

Total run_bc(const std::vector<double>& mu, double delta, std::uint64_t runs) {
  return run(mu, delta, runs, [] { return BestChallenger{}; });
}

Total run_unif(const std::vector<double>& mu, double delta, std::uint64_t runs) {
  std::mt19937_64 generator(2);
  const std::uniform_int_distribution<std::size_t> arms(0, mu.size() - 1);
  return run(mu, delta, runs, [&] { return Uniform{generator, arms}; });
}

}  // namespace plain
