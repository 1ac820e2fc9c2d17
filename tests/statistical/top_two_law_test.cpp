#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "mirador/sampling/top_two.hpp"
#include "points.hpp"

namespace mirador::testing_support {
namespace {

using Question = TopTwoThompson::Question;

/// The rule as in the paper: redraws until the best arm differs.
class RedrawForEver {
 public:
  RedrawForEver(const Standing<Question>& standing, Random& random)
      : standing_(standing), random_(random) {}

  Arm next() {
    const Vector first = draw();
    const Arm leader = best(first);
    Vector second = draw();
    while (best(second) == leader) second = draw();
    const Arm challenger = best(second);
    const auto moved = [&](Arm a) { return std::abs(first[a] - second[a]); };
    return moved(leader) > moved(challenger) ? leader : challenger;
  }

 private:
  Vector draw() {
    Vector theta(standing_.arms());
    const double sigma = standing_.problem().family().sigma();
    for (Arm a = 0; a < theta.size(); ++a) {
      const double n = standing_.counts()[a] + 1.0;
      theta[a] = standing_.stats().sums()[a] / n + sigma / std::sqrt(n) * normal_(random_);
    }
    return theta;
  }
  Arm best(const Vector& theta) const { return standing_.problem().best(theta); }

  const Standing<Question>& standing_;
  Random& random_;
  std::normal_distribution<double> normal_;
};

/// Compares two samples of arms; χ² with (cells in use - 1) degrees of freedom.
void expect_same_law(const Vector& one, const Vector& two) {
  double n = 0.0, m = 0.0, statistic = 0.0, cells = 0.0;
  for (std::size_t a = 0; a < one.size(); ++a) n += one[a], m += two[a];
  for (std::size_t a = 0; a < one.size(); ++a) {
    if (one[a] + two[a] == 0.0) continue;
    const double difference = one[a] * std::sqrt(m / n) - two[a] * std::sqrt(n / m);
    statistic += difference * difference / (one[a] + two[a]);
    cells += 1.0;
  }
  ASSERT_GE(cells, 2.0);
  const boost::math::chi_squared law(cells - 1.0);
  EXPECT_LT(statistic, boost::math::quantile(boost::math::complement(law, 1e-8)));
}

/// A fixed standing: how often each arm was measured, and its mean.
struct Situation {
  std::vector<int> counts;
  Vector means;
  double sigma = 1.0;
  Direction direction = Direction::highest;
};

void expect_paper_law(const Situation& situation) {
  const Question problem(Gaussian(situation.sigma), situation.counts.size(), situation.direction);
  Standing standing(problem);
  for (Arm a = 0; a < problem.arms(); ++a) {
    for (int i = 0; i < situation.counts[a]; ++i) standing.add(a, situation.means[a]);
  }
  Random random(8);
  RedrawForEver brute(standing, random);
  TopTwoThompson rule(problem);
  Vector chosen(problem.arms(), 0.0), expected(problem.arms(), 0.0);
  for (std::uint64_t replication = 0; replication < 60000; ++replication) {
    rule.start({3, replication});
    chosen[rule.next(standing)] += 1.0;
    expected[brute.next()] += 1.0;
  }
  expect_same_law(chosen, expected);
}

TEST(TopTwoLaw, LeaderWithOneClearRival) { expect_paper_law({{30, 25, 20}, {1.0, 0.4, 0.0}}); }

TEST(TopTwoLaw, LeaderIsNearlyCertain) { expect_paper_law({{40, 40, 40}, {1.0, 0.45, 0.4}}); }

TEST(TopTwoLaw, SeveralArmsOvertakeTogether) {
  expect_paper_law({{20, 2, 1, 3, 2}, {1.2, 0.1, 0.0, 0.3, 0.2}});
}

TEST(TopTwoLaw, UnequalCountsAndAnotherVariance) {
  expect_paper_law({{200, 3, 50}, {3.0, -1.0, 1.6}, 2.5});
}

TEST(TopTwoLaw, LowestMeanIsBest) {
  expect_paper_law({{10, 12, 8, 9}, {-0.9, 0.2, 0.1, 0.4}, 1.0, Direction::lowest});
}

TEST(TopTwoLaw, TwoArms) { expect_paper_law({{15, 30}, {0.8, 0.1}}); }

}  // namespace
}  // namespace mirador::testing_support
