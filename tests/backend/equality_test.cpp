// Every backend gives the same stopping time and the same answer in every replication. The
// reference may differ in rounding ties, which are counted and printed.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "mirador/core/text.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador {
namespace {

struct Combination {
  ProblemSpec problem;
  std::string rule, stopping;
  std::uint64_t runs = 100;
  std::uint64_t max_samples = 10'000'000;
};

std::string name_of(const Combination& c) {
  return std::string(name_of(c.problem.question)) + " " + std::string(name_of(c.problem.family)) +
         " K=" + std::to_string(c.problem.means.size()) + " " + c.rule + " " + c.stopping;
}

Plan plan_of(const Combination& c, Backend backend, unsigned threads) {
  Plan plan;
  plan.rules = {parse_rule(c.rule)};
  plan.stopping = parse_stopping(c.stopping);
  plan.deltas = {0.01, 0.2, 0.15};  // two are close, so that both have proofs in progress
  plan.runs = c.runs;
  plan.seed = 0x123456789ABCDEFu;
  plan.max_samples = c.max_samples;
  plan.threads = threads;
  plan.records = Records::every_run;
  plan.backend = backend;
  return plan;
}

/// Means that fall from `top` by `step`; the second is slightly closer.
std::vector<double> falling_means(std::size_t arms, double top, double step) {
  std::vector<double> means(arms, top);
  for (std::size_t a = 1; a < arms; ++a) {
    means[a] = top - step * (0.7 + 0.3 * static_cast<double>(std::min<std::size_t>(a, 6)));
  }
  return means;
}

ProblemSpec best_arm(bool bernoulli, std::size_t arms, Direction direction) {
  ProblemSpec problem{GaussianSpec{1.5}, BestArmSpec{direction, 0.0},
                      falling_means(arms, 2.0, 1.2)};
  if (bernoulli) {
    problem.family = BernoulliSpec{};
    problem.means = falling_means(arms, 0.85, 0.25);
  }
  if (direction == Direction::lowest) std::reverse(problem.means.begin(), problem.means.end());
  return problem;
}

ProblemSpec thresholding(bool bernoulli, std::size_t arms) {
  ProblemSpec problem{GaussianSpec{0.8}, ThresholdingSpec{0.5, 0.0}, std::vector<double>(arms)};
  if (bernoulli) problem.family = BernoulliSpec{};
  for (std::size_t a = 0; a < arms; ++a) {
    const double off = 0.3 + 0.02 * static_cast<double>(a % 5);
    problem.means[a] = 0.5 + (a % 3 == 0 ? off : -off);
  }
  return problem;
}

/// Every rule, stopping rule, family and problem at every size with different code: 2 to 5 arms, up
/// to 64 on all backends, up to 255 in SIMD, and more. Long runs of many arms would test nothing
/// new.
std::vector<Combination> grid(std::uint64_t runs) {
  std::vector<Combination> all;
  const auto add = [&](const ProblemSpec& problem, const std::string& rule,
                       const std::string& stopping) {
    const std::size_t arms = problem.means.size();
    all.push_back({problem, rule, stopping,
                   arms <= 5 ? runs : std::max<std::uint64_t>(runs / 20, 2),
                   arms <= 10 ? 10'000'000 : (arms <= 64 ? 10 : 3) * arms});
  };
  for (const std::string stopping : {"heuristic", "mixture"}) {
    for (const bool bernoulli : {false, true}) {
      for (const std::size_t arms : {2u, 3u, 4u, 5u, 10u, 64u, 255u, 256u}) {
        for (const std::string rule : {"lma", "lma:L=0.01", "lma:L=0.1:M=0.5", "lmac:eta=10", "bc",
                                       "fw:forcing=none", "dt", "unif", "ttts"}) {
          const Direction direction = arms % 2 == 0 ? Direction::highest : Direction::lowest;
          if (rule == "ttts" && bernoulli) continue;
          // With many arms only the layout differs, not the rates of a rule.
          if (arms > 10 && (rule.find("lma:") == 0 || rule == "fw:forcing=none")) continue;
          add(best_arm(bernoulli, arms, direction), rule, stopping);
          if (rule != "ttts") add(thresholding(bernoulli, arms), rule, stopping);
        }
      }
    }
  }
  return all;
}

bool same(const RunRecord& a, const RunRecord& b) {
  return a.samples == b.samples && a.outcome == b.outcome && a.answer == b.answer &&
         a.right == b.right && a.recommended == b.recommended;
}

/// Descriptions of the replications in which two results differ.
std::vector<std::string> differences(const RuleResult& one, const RuleResult& other) {
  std::vector<std::string> out;
  for (std::size_t r = 0; r < one.runs.front().size(); ++r) {
    for (std::size_t d = 0; d < one.runs.size(); ++d) {
      const RunRecord &a = one.runs[d][r], &b = other.runs[d][r];
      if (same(a, b)) continue;
      out.push_back("replication " + std::to_string(r) + ", delta " + exact(one.deltas[d]) + ": " +
                    std::to_string(a.samples) + " (" + a.answer + ") and " +
                    std::to_string(b.samples) + " (" + b.answer + ")");
      break;
    }
  }
  return out;
}

TEST(Backends, AgreeInEveryReplication) {
  for (const Combination& c : grid(40)) {
    const RuleResult plain = simulate(c.problem, plan_of(c, Backend::lanes_plain, 1)).front();
    for (const Backend backend : {Backend::lanes_avx2, Backend::lanes_avx512, Backend::cuda}) {
      const Plan plan = plan_of(c, backend, backend == Backend::lanes_avx2 ? 3 : 2);
      if (refusal(backend, c.problem, plan.rules.front(), plan)) continue;
      const auto found = differences(plain, simulate(c.problem, plan).front());
      EXPECT_TRUE(found.empty()) << name_of(c) << ": lanes-plain and " << to_string(backend)
                                 << " differ in " << found.front();
    }
  }
}

/// Elementary functions and the order of sums differ from the reference's: a rounding tie may be
/// broken differently, in at most one replication in 10^4.
TEST(Backends, AgreeWithTheReferenceButForTies) {
  std::uint64_t runs = 0, ties = 0;
  for (const Combination& c : grid(100)) {
    const RuleResult lanes = simulate(c.problem, plan_of(c, Backend::lanes, 2)).front();
    const RuleResult reference = simulate(c.problem, plan_of(c, Backend::reference, 2)).front();
    for (const std::string& difference : differences(lanes, reference)) {
      std::cout << name_of(c) << ": lanes and reference differ in " << difference << '\n';
      ++ties;
    }
    runs += c.runs;
  }
  std::cout << ties << " of " << runs << " replications differ from the reference\n";
  EXPECT_LE(ties * 10'000, runs);
}

/// The reported backend names can be requested, and unavailable backends say why.
TEST(Backends, SayWhatTheyAreAndWhyTheyCannot) {
  const Combination c{best_arm(false, 4, Direction::highest), "lma", "mixture"};
  for (const std::string_view name : backend_names()) {
    const Backend backend = parse_backend(name);
    EXPECT_EQ(to_string(backend), name);
    const Plan plan = plan_of(c, backend, 1);
    const auto reason = refusal(backend, c.problem, plan.rules.front(), plan);
    std::cout << name << ": " << reason.value_or("here") << '\n';
    if (reason) {
      EXPECT_TRUE(reason->starts_with("backend: " + std::string(name))) << *reason;
      EXPECT_NE(reason->find("reference"), std::string::npos) << *reason;
    } else {
      const Backend runs = resolve(backend, c.problem, plan.rules.front(), plan);
      EXPECT_FALSE(refusal(runs, c.problem, plan.rules.front(), plan)) << name;
      EXPECT_TRUE(runs != Backend::automatic && runs != Backend::lanes) << name;
    }
  }
  for (const Backend always : {Backend::automatic, Backend::reference, Backend::lanes}) {
    const Plan plan = plan_of(c, always, 1);
    EXPECT_FALSE(refusal(always, c.problem, plan.rules.front(), plan)) << to_string(always);
  }
}

}  // namespace
}  // namespace mirador
