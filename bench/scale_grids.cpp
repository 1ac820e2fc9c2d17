// Which scales should the mixtures average over? For instances from easy to hard and from few to
// many arms: the mean stopping time with each candidate grid divided by that of the heuristic
// threshold, on the same trajectories (best challenger; columns K/gap: K-1 rivals at one gap, in σ,
// below the best). Prints one table per δ, with the worst and the mean ratio of every grid.
//   bench/scale_grids [runs]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "mirador/random/reward_stream.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/stopping/glr.hpp"
#include "mirador/stopping/mixture_claims.hpp"
#include "mirador/stopping/refutation.hpp"

namespace {

using namespace mirador;
using Question = BestArm<Gaussian>;

struct Grid {
  std::string name;
  std::vector<double> scales;
};

std::vector<double> powers(double base, int first, int last) {
  std::vector<double> scales;
  for (int k = first; k <= last; ++k) scales.push_back(std::pow(base, k));
  return scales;
}

const std::vector<Grid>& grids() {
  static const std::vector<Grid> all = {{"2^0..2^11", powers(2, 0, 11)},
                                        {"4^0..4^6", powers(4, 0, 6)},
                                        {"4^0..4^5", powers(4, 0, 5)},
                                        {"4^1..4^5", powers(4, 1, 5)},
                                        {"4^1..4^4", powers(4, 1, 4)},
                                        {"4^2..4^5", powers(4, 2, 5)},
                                        {"8^0..8^4", powers(8, 0, 4)},
                                        {"8^0..8^3", powers(8, 0, 3)},
                                        {"8^1..8^3", powers(8, 1, 3)},
                                        {"16^0..16^3", powers(16, 0, 3)},
                                        {"16^0..16^2", powers(16, 0, 2)},
                                        {"4,64,1024", {4, 64, 1024}},
                                        {"4,32,256", {4, 32, 256}},
                                        {"8,128,2048", {8, 128, 2048}},
                                        {"2,32,512", {2, 32, 512}},
                                        {"1,64,4096", {1, 64, 4096}},
                                        {"16,256", {16, 256}},
                                        {"4,256", {4, 256}},
                                        {"64", {64}}};
  return all;
}

/// MixtureTerms with a custom grid.
class GridTerms {
 public:
  GridTerms(const Gaussian& family, const ArmStats& stats, const Grid& grid)
      : family_(family), stats_(stats), grid_(grid) {}
  static constexpr bool jumps = false, convex = true;
  double log_share() const { return 0.0; }
  double operator()(const Part& part, double theta) const {
    const ArmData data = stats_[part.arm];
    return part.tail == Tail::above
               ? family_.log_mixture_above(data, part.null(theta), grid_.scales)
               : family_.log_mixture_below(data, part.null(theta), grid_.scales);
  }

 private:
  const Gaussian& family_;
  const ArmStats& stats_;
  const Grid& grid_;
};

bool reaches(const Standing<Question>& standing, const Grid& grid, double need) {
  const GridTerms terms(standing.problem().family(), standing.stats(), grid);
  const Refutation refutation(terms, standing.stats());
  Obstacle obstacle;
  const auto refuted = [&](Arm a) {
    MixtureClaims<Question>::against(standing, a, obstacle);
    return refutation.smallest(obstacle, need).value >= need;
  };
  const Arm hardest = standing.closest().rival();
  if (!refuted(hardest)) return false;
  for (Arm a = 0; a < standing.arms(); ++a) {
    if (a != hardest && a != standing.closest().answer() && !refuted(a)) return false;
  }
  return true;
}

/// Mean stopping times: entry 0 of the heuristic, then one per grid.
std::vector<double> mean_times(const std::vector<double>& means, double delta, unsigned runs) {
  std::vector<double> times(grids().size() + 1, 0.0);
  const Question problem(Gaussian(1.0), means.size());
  Standing standing(problem);
  const FrankWolfe rule(problem);
  RewardStream<Gaussian> rewards(problem.family(), {means});
  const HeuristicStopping heuristic;
  const double need = -std::log(delta);
  for (unsigned run = 0; run < runs; ++run) {
    standing.clear();
    rewards.start({5, run});
    std::vector<bool> done(times.size(), false);
    std::size_t left = times.size();
    // Evaluated at every half per cent of the time, the same for all grids.
    for (double next_look = 0.0; left > 0;) {
      const Arm arm = next_arm(rule, standing);
      standing.add(arm, rewards.next(arm));
      const double t = static_cast<double>(standing.total());
      if (!standing.ready() || t < next_look || standing.closest().value() < 0.5 * need) continue;
      next_look = t * 1.005;
      for (std::size_t g = 0; g < times.size(); ++g) {
        if (done[g]) continue;
        const bool stop =
            g == 0 ? heuristic.evidence(standing) >= heuristic.required(standing, delta)
                   : standing.closest().value() >= need && reaches(standing, grids()[g - 1], need);
        if (!stop) continue;
        times[g] += t / runs;
        done[g] = true;
        --left;
      }
    }
  }
  return times;
}

/// One instance: its name in the table, its means, and the factor by which it gets fewer runs than
/// easy ones.
struct Cell {
  std::string name;
  std::vector<double> means;
  unsigned cost;
};

const std::vector<Cell>& cells() {
  static const std::vector<Cell> all = [] {
    std::vector<Cell> list = {{"seed", {1.0, 0.85, 0.8, 0.75}, 1}};
    for (const std::size_t arms : {2u, 5u, 20u}) {
      for (const char* gap : {"0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"}) {
        Cell cell{std::to_string(arms) + "/" + gap, std::vector<double>(arms, 0.0), 1};
        cell.means[0] = std::atof(gap);
        cell.cost = cell.means[0] < 0.05 ? 8 : cell.means[0] < 0.1 ? 3 : 1;
        list.push_back(cell);
      }
    }
    return list;
  }();
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned runs = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 100;
  for (const double delta : {0.1, 0.01}) {
    std::vector<std::vector<double>> ratios(grids().size());
    std::printf("mean stopping time over the heuristic's, delta %g, %u runs per cell\n", delta,
                runs);
    std::printf("%-11s %6s %6s", "grid", "worst", "mean");
    for (const Cell& cell : cells()) std::printf(" %7s", cell.name.c_str());
    std::printf("\n");
    for (const Cell& cell : cells()) {
      const auto times = mean_times(cell.means, delta, std::max(4u, runs / cell.cost));
      for (std::size_t g = 0; g < grids().size(); ++g) {
        ratios[g].push_back(times[g + 1] / times[0]);
      }
    }
    for (std::size_t g = 0; g < grids().size(); ++g) {
      double worst = 0.0, sum = 0.0;
      for (const double ratio : ratios[g]) worst = std::max(worst, ratio), sum += ratio;
      std::printf("%-11s %6.2f %6.2f", grids()[g].name.c_str(), worst,
                  sum / static_cast<double>(ratios[g].size()));
      for (const double ratio : ratios[g]) std::printf(" %7.2f", ratio);
      std::printf("\n");
    }
    std::fflush(stdout);
  }
}
