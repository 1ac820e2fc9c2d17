// The gain of claims that stay proved: mean stopping times of mixture stopping with all claims
// proved at once and with lasting proofs, on the same trajectories of Gaussian arms (σ = 1).
//   bench/lasting_proofs [runs]

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "mirador/simulate/simulate.hpp"

namespace {

using namespace mirador;

struct Scene {
  const char* name;
  std::vector<double> means;
};

/// The best arm leads by `gap`; the last is `spread` below the second.
std::vector<double> arms_below(std::size_t arms, double gap, double spread) {
  std::vector<double> means(arms, gap);
  for (std::size_t a = 1; a < arms; ++a) {
    means[a] = -spread * static_cast<double>(a - 1) / static_cast<double>(arms - 1);
  }
  return means;
}

std::vector<RuleResult> simulated(const std::vector<double>& means, Edition counts,
                                  std::uint64_t runs) {
  Plan plan;
  for (const char* rule : {"unif", "bc", "lma"}) plan.rules.push_back(parse_rule(rule));
  plan.stopping = MixtureSpec{counts};
  plan.runs = runs;
  return simulate({GaussianSpec{1.0}, BestArmSpec{}, means}, plan);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  const std::vector<Scene> scenes = {{"1, .85, .8, .75", {1, .85, .8, .75}},
                                     {"10 arms, equal rivals", arms_below(10, 0.3, 0.0)},
                                     {"10 arms, spread", arms_below(10, 0.3, 1.0)},
                                     {"50 arms, equal rivals", arms_below(50, 0.5, 0.0)},
                                     {"50 arms, spread", arms_below(50, 0.5, 2.0)}};
  std::printf("%-24s %-6s %6s %10s %10s %7s\n", "means", "rule", "delta", "at once", "lasting",
              "ratio");
  for (const Scene& scene : scenes) {
    const auto before = simulated(scene.means, Edition::first, runs);
    const auto now = simulated(scene.means, Edition::second, runs);
    for (std::size_t r = 0; r < now.size(); ++r) {
      for (std::size_t d = 0; d < now[r].deltas.size(); ++d) {
        const double old_mean = before[r].summaries[d].mean(), mean = now[r].summaries[d].mean();
        std::printf("%-24s %-6s %6g %10.1f %10.1f %7.4f\n", scene.name, now[r].rule.c_str(),
                    now[r].deltas[d], old_mean, mean, mean / old_mean);
      }
    }
  }
}
