#include "paper/trajectory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/sampling/lma.hpp"
#include "paper/instance.hpp"
#include "play.hpp"

/// The quantities of the proof compared with a direct implementation of their definitions:
/// everything is recorded first and summed up afterwards.
namespace mirador::testing_support {
namespace {

using Question = BestArm<Gaussian>;
using Vector = std::vector<double>;
const Question problem(Gaussian(1.0), paper::paper_means.size());
const Vector means(paper::paper_means.begin(), paper::paper_means.end());

struct Moment {
  Vector mirror;      // w̃(s)
  Vector data_means;  // m(s), with the measurement of round s
  Arm answer;
};

template <class Learner>
std::vector<Moment> play_out(Learner learner, std::uint64_t seed, std::uint64_t rounds,
                             Vector& counts) {
  LazyMirrorAscent rule(problem, learner);
  Play play(problem, means, rule, {seed, 0});
  std::vector<Moment> log;
  while (play.standing().total() < rounds) {
    Moment moment;
    moment.mirror.assign(play.rule().weights().begin(), play.rule().weights().end());
    play.step();
    const auto& standing = play.standing();
    moment.data_means.assign(standing.means().begin(), standing.means().end());
    moment.answer = standing.ready() ? standing.answer() : Arm{0};
    log.push_back(moment);
  }
  counts.assign(play.standing().counts().begin(), play.standing().counts().end());
  return log;
}

/// F(w, m) and its gradient, for Gaussian arms of variance 1.
double value(const Vector& w, const Vector& m, Arm best, Vector* gradient = nullptr) {
  double smallest = INFINITY;
  for (Arm a = 0; a < m.size(); ++a) {
    if (a == best) continue;
    const double theta = (w[best] * m[best] + w[a] * m[a]) / (w[best] + w[a]);
    const double one = 0.5 * (m[best] - theta) * (m[best] - theta);
    const double two = 0.5 * (m[a] - theta) * (m[a] - theta);
    if (w[best] * one + w[a] * two >= smallest) continue;
    smallest = w[best] * one + w[a] * two;
    if (gradient != nullptr) {
      gradient->assign(m.size(), 0.0);
      (*gradient)[best] = one, (*gradient)[a] = two;
    }
  }
  return smallest;
}

struct Expected {
  double tracking = 0.0, regret = 0.0, linear_regret = 0.0, schedule_bound = 0.0;
};

Expected sum_up(const std::vector<Moment>& log, const Vector& counts) {
  const Vector optimum = characteristic_time(problem, Arm{0}, means).weights;
  Expected sums;
  Vector targets(4, 0.0), gains(4, 0.0);
  double gained = 0.0;
  for (std::size_t s = 0; s < log.size(); ++s) {
    for (Arm a = 0; a < 4; ++a) targets[a] += s < 4 ? 0.25 : log[s].mirror[a];
    if (s < 3) continue;  // the fourth measurement makes the data complete
    Vector g;
    const Moment& now = log[s];
    sums.regret -= value(now.mirror, now.data_means, now.answer, &g);
    sums.regret += value(optimum, now.data_means, now.answer);
    const double rate = 100.0 / std::sqrt(static_cast<double>(s + 1));
    const double largest = *std::max_element(g.begin(), g.end());
    sums.schedule_bound += 2.0 * rate * largest * largest;
    for (Arm a = 0; a < 4; ++a) gains[a] += g[a], gained += now.mirror[a] * g[a];
  }
  for (Arm a = 0; a < 4; ++a)
    sums.tracking = std::max(sums.tracking, std::abs(targets[a] - counts[a]));
  sums.linear_regret = *std::max_element(gains.begin(), gains.end()) - gained;
  sums.schedule_bound += std::log(4.0) * std::sqrt(static_cast<double>(log.size())) / 100.0;
  return sums;
}

TEST(Trajectories, AreSumsOverTheRounds) {
  const std::uint64_t rounds = 60, seed = 3;
  const auto records = paper::follow_trajectories(seed, rounds);
  ASSERT_EQ(records.size(), 2u);
  Vector counts;
  const Expected adaptive = sum_up(play_out(AdaHedge(4), seed, rounds, counts), counts);
  const paper::TrajectoryPoint& first = records[0].points.back();
  EXPECT_EQ(first.round, rounds);
  EXPECT_NEAR(first.tracking, adaptive.tracking, 1e-9);
  EXPECT_NEAR(first.regret, adaptive.regret, 1e-9);
  EXPECT_NEAR(first.linear_regret, adaptive.linear_regret, 1e-9);
  EXPECT_LE(first.linear_regret, first.regret_bound);
  for (Arm a = 0; a < 4; ++a) EXPECT_NEAR(first.shares[a], counts[a] / 60.0, 1e-12);

  const ExponentialWeights schedule(4, {100.0, Decay::inverse_root});
  const Expected fixed = sum_up(play_out(schedule, seed, rounds, counts), counts);
  const paper::TrajectoryPoint& second = records[1].points.back();
  EXPECT_NEAR(second.tracking, fixed.tracking, 1e-9);
  EXPECT_NEAR(second.regret, fixed.regret, 1e-9);
  EXPECT_NEAR(second.linear_regret, fixed.linear_regret, 1e-9);
  EXPECT_NEAR(second.regret_bound, fixed.schedule_bound, 1e-9 * fixed.schedule_bound);
}

TEST(Trajectories, AreNotedAtGrowingRoundsUpToTheHorizon) {
  const auto records = paper::follow_trajectories(1, 1234);
  for (const auto& record : records) {
    EXPECT_EQ(record.points.back().round, 1234u);
    EXPECT_LT(record.points.size(), 60u);
    for (std::size_t i = 1; i < record.points.size(); ++i) {
      EXPECT_GT(record.points[i].round, record.points[i - 1].round);
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
