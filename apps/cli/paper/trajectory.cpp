#include "paper/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/sampling/lma.hpp"
#include "paper/instance.hpp"

namespace mirador::paper {
namespace {

using Question = BestArm<Gaussian>;

/// The guarantee of the paper's learner, log(K)/η_T + Σ 2 η_t C_t², C_t the largest gain of round
/// t.
class ScheduleBound {
 public:
  void learn(const ExponentialWeights& learner, double largest_gain, Round next) {
    const double rate = learner.rate(next);
    spent_ += 2.0 * rate * largest_gain * largest_gain;
    inverse_rate_ = 1.0 / rate;
  }
  double value(const ExponentialWeights&, std::size_t arms) const {
    return std::log(static_cast<double>(arms)) * inverse_rate_ + spent_;
  }

 private:
  double spent_ = 0.0, inverse_rate_ = 0.0;
};

/// AdaHedge's guarantee, twice its cumulative mixability gap.
struct AdaHedgeBound {
  void learn(const AdaHedge&, double, Round) {}
  double value(const AdaHedge& learner, std::size_t) const {
    return 2.0 * learner.mixability_gap();
  }
};

/// Follows one run of lazy mirror ascent.
template <class Learner, class Bound>
class Follower {
 public:
  Follower(const Question& problem, Learner learner)
      : rule_(problem, std::move(learner)),
        standing_(problem),
        closest_(problem),
        optimum_(characteristic_time(problem, Arm{0}, paper_means)),
        targets_(problem.arms(), 0.0),
        gains_(problem.arms(), 0.0) {}

  std::vector<TrajectoryPoint> follow(std::uint64_t seed, std::uint64_t horizon) {
    const World world{{paper_means.begin(), paper_means.end()}, {}};
    RewardStream<Gaussian> rewards(standing_.problem().family(), world);
    rewards.start({seed, 0});
    rule_.start({seed, 0});
    std::vector<TrajectoryPoint> points;
    double next_note = 10.0;
    while (standing_.total() < horizon) {
      step(rewards);
      const bool last = standing_.total() == horizon;
      if (!last && static_cast<double>(standing_.total()) < next_note) continue;
      points.push_back(note());
      next_note = std::max(1.1 * next_note, next_note + 1.0);
    }
    return points;
  }

 private:
  void step(RewardStream<Gaussian>& rewards) {
    const Arm arm = next_arm(rule_, standing_);
    // The weights are uniform for the first pulls, before the rule has seen results.
    for (Arm a = 0; a < targets_.size(); ++a) targets_[a] += rule_.weights()[a];
    standing_.add(arm, rewards.next(arm));
    if (!standing_.ready()) return;
    const double at_optimum = value_at(optimum_.weights);
    regret_ += at_optimum - value_at(rule_.weights());
    double largest_gain = 0.0;
    for (Arm a = 0; a < standing_.arms(); ++a) {
      const double gain = closest_.gradient(a, standing_.at(rule_.weights()));
      largest_gain = std::max(largest_gain, gain);
      gains_[a] += gain;
      gained_ += rule_.weights()[a] * gain;
    }
    bound_.learn(rule_.learner(), largest_gain, Round(standing_.total()));
    rule_.observe(standing_, arm);
  }

  /// F(w, m(t)) for the current answer, the function that the rule maximises.
  double value_at(std::span<const double> weights) {
    closest_.find_against(standing_.answer(), standing_.at(weights));
    return closest_.value();
  }

  TrajectoryPoint note() const {
    const double total = static_cast<double>(standing_.total());
    TrajectoryPoint point{
        .round = standing_.total(),
        .shares = {},
        .tracking = 0.0,
        .tracking_bound = 2.0 * static_cast<double>(standing_.arms()) * std::sqrt(total),
        .regret = regret_,
        .linear_regret = std::ranges::max(gains_) - gained_,
        .regret_bound = bound_.value(rule_.learner(), standing_.arms())};
    for (Arm a = 0; a < standing_.arms(); ++a) {
      point.shares.push_back(standing_.counts()[a] / total);
      point.tracking = std::max(point.tracking, std::abs(targets_[a] - standing_.counts()[a]));
    }
    return point;
  }

  LazyMirrorAscent<Question, Learner> rule_;
  Standing<Question> standing_;
  Alternative<Question> closest_;
  CharacteristicTime optimum_;
  std::vector<double> targets_, gains_;
  double regret_ = 0.0, gained_ = 0.0;
  Bound bound_;
};

}  // namespace

std::vector<TrajectoryRecord> follow_trajectories(std::uint64_t seed, std::uint64_t horizon) {
  const Question problem(Gaussian(1.0), paper_means.size());
  const ExponentialWeights scheduled(paper_means.size(), {1.0 / 0.01, Decay::inverse_root});
  Follower<AdaHedge, AdaHedgeBound> adaptive(problem, AdaHedge(paper_means.size()));
  Follower<ExponentialWeights, ScheduleBound> fixed(problem, scheduled);
  return {{"lma", "twice the mixability gap of AdaHedge", adaptive.follow(seed, horizon)},
          {"lma:L=0.01", "log(K)/eta plus the sum of 2 eta C^2 (the paper's Appendix F)",
           fixed.follow(seed, horizon)}};
}

}  // namespace mirador::paper
