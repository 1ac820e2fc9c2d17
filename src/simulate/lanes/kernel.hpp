#pragma once

#include "best_arm.hpp"
#include "draws.hpp"
#include "job.hpp"
#include "mirador/stopping/roll_call.hpp"
#include "mixture_watch.hpp"
#include "statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The family of a kernel, selected by the type of the second argument.
MIRADOR_HD inline GaussianArms family_of(const Job& job, GaussianArms*) {
  return {job.turned ? -job.sigma : job.sigma, 0.5 / (job.sigma * job.sigma)};
}
MIRADOR_HD inline BernoulliArms family_of(const Job& job, BernoulliArms*) { return {job.turned}; }

MIRADOR_HD inline PhiloxKeys seed_of(const Job& job) {
  return {static_cast<std::uint32_t>(job.seed), static_cast<std::uint32_t>(job.seed >> 32)};
}

/// Replications in progress side by side, as Player (play/player.hpp) is for one: choose an arm,
/// draw its reward, add it, compare F with the least value, let the rule learn. The phases of a
/// step are separate so that several kernels can take turns at each, which hides latency. `Reports`
/// hands out replications and takes verdicts, like Docket. `Watch` is MixtureWatch, or NoWatch if
/// stopping is heuristic.
template <class L, class Family, class Problem, class Rule, class Reports,
          class Watch = MixtureWatch<L>>
class Kernel {
 public:
  using Value = typename L::Value;
  static constexpr int width = Traits<Value>::width;
  using Keys = std::conditional_t<(width > 1), PhiloxKeyTable, PhiloxKeys>;

  /// `more` is passed to the watch.
  template <class... More>
  MIRADOR_IN_PLACE Kernel(const Job& job, Reports& reports, int first_lane, More&... more)
      : job_(&job),
        reports_(&reports),
        first_lane_(first_lane),
        arms_(job.arms),
        family_(family_of(job, static_cast<Family*>(nullptr))),
        world_(arms_),
        data_(arms_),
        problem_(arms_, family_, job.level),
        rule_(arms_, job.rule),
        randomness_{Keys(seed_of(job)), {}, {}},
        arm_(-1.0),
        limit_(infinity),
        least_value_(infinity),
        next_least_value_(infinity),
        watch_(arms_, job, more...) {
    for (int lane = 0; lane < width; ++lane) {
      arms_.for_each_arm([&](int a) { arms_.set_of(world_, a, lane, job.means[a]); });
      begin(lane, 0);
      park(lane);
    }
    problem_.find(arms_, data_);
  }

  /// The arm to pull next.
  MIRADOR_INLINE void choose() {
    arm_ = rule_.next(arms_, problem_, data_, randomness_);
    pulls_ = arms_.pick(data_.counts, arm_);
    mean_ = arms_.pick(world_, arm_);
  }
  /// The inputs of the reward; several kernels make their rewards together.
  MIRADOR_INLINE const Value& arm() const { return arm_; }
  MIRADOR_INLINE const Value& pulls() const { return pulls_; }
  MIRADOR_INLINE const Value& mean() const { return mean_; }
  MIRADOR_INLINE const Family& family() const { return family_; }
  MIRADOR_INLINE const Randomness<Value, Keys>& randomness() const { return randomness_; }

  MIRADOR_INLINE void receive(const Value& reward) {
    data_.add(arms_, arm_, pulls_, reward);
    problem_.find(arms_, data_);
  }
  /// Judges the replications that may be over, and begins new ones in their place if `may_begin`. A
  /// new one is judged immediately; if that ends it, its place stays empty until the next call, so
  /// that every call terminates.
  MIRADOR_INLINE void judge(bool may_begin) {
    const auto due = may_be_over();
    if (any(due) || (may_begin && idle_ != 0 && !exhausted_)) {
      const bool begun = look_at(lanes_of(due), may_begin);
      problem_.find(arms_, data_);
      // Judged lanes stay as they are, even if the least value still looks open because of
      // rounding.
      if (begun) {
        look_at(lanes_of(may_be_over()) & fresh_, false);
        problem_.find(arms_, data_);
      }
    }
  }
  MIRADOR_INLINE void observe() { rule_.observe(arms_, problem_, data_); }
  MIRADOR_INLINE void settle() { rule_.settle(arms_, problem_, data_, arm_); }

  /// No replication is in progress and none is left.
  MIRADOR_IN_PLACE bool done() const { return exhausted_ && idle_ == all_lanes; }

 private:
  static constexpr std::uint64_t all_lanes = (std::uint64_t{1} << width) - 1;

  MIRADOR_INLINE bool by_mixture() const {
    return Watch::possible && job_->stopping == StoppingKind::mixture;
  }
  MIRADOR_INLINE bool remembers() const { return by_mixture() && job_->lasting; }
  MIRADOR_INLINE Mask<Value> may_be_over() {
    Mask<Value> open = problem_.reaches(arms_, data_, least_value_);
    if (by_mixture()) {
      Mask<Value> quiet = watch_.holds(arms_, problem_, data_, arm_);
      // Proofs at later risks than the next one.
      if (job_->risks > 1 && job_->lasting && any(open)) {
        quiet = quiet & !problem_.reaches(arms_, data_, next_least_value_);
      }
      open = open & !quiet;
    }
    return open | (data_.total >= limit_);
  }

  /// Returns whether a replication was begun.
  MIRADOR_RARE bool look_at(std::uint64_t due, bool may_begin) {
    bool begun = false;
    fresh_ = 0;
    for (int lane = 0; lane < width; ++lane) {
      if ((due & ~idle_) >> lane & 1 && over(lane)) park(lane);
    }
    for (int lane = 0; may_begin && !exhausted_ && lane < width; ++lane) {
      if ((idle_ >> lane & 1) == 0) continue;
      std::uint64_t replication = 0;
      exhausted_ = !reports_->next(replication);
      if (exhausted_) break;
      begin(lane, replication);
      begun = true;
      fresh_ |= std::uint64_t{1} << lane;
    }
    return begun;
  }

  MIRADOR_IN_PLACE void park(int lane) {
    idle_ |= std::uint64_t{1} << lane;
    set(least_value_, lane, infinity);
    set(next_least_value_, lane, infinity);
    set(limit_, lane, infinity);
  }

  /// Every arm is pulled once; the judgement that follows is not excluded by a least value.
  MIRADOR_IN_PLACE void begin(int lane, std::uint64_t replication) {
    idle_ &= ~(std::uint64_t{1} << lane);
    replication_[lane] = replication;
    met_[lane] = 0;
    randomness_.start(lane, replication);
    Randomness<double> one{seed_of(*job_), 0, 0};
    one.start(0, replication);
    arms_.for_each_arm([&](int a) {
      const double u = one.reward_uniform(static_cast<double>(a), 0.0);
      const double reward = family_.reward(arms_.get_of(world_, a, lane), u);
      arms_.set_of(data_.counts, a, lane, 1.0);
      arms_.set_of(data_.inverses, a, lane, 1.0);
      arms_.set_of(data_.sums, a, lane, reward);
      arms_.set_of(data_.means, a, lane, reward);
    });
    set(data_.total, lane, static_cast<double>(job_->arms));
    set(arm_, lane, -1.0);
    set(least_value_, lane, -infinity);
    set(next_least_value_, lane, infinity);
    set(limit_, lane, remembers() ? 0.0 : budget());
    rule_.start(arms_, lane);
    watch_.start(arms_, lane);
  }

  MIRADOR_IN_PLACE double budget() const { return static_cast<double>(job_->max_samples); }

  /// Records every risk that is met now, and raises the least value for the next one.
  MIRADOR_IN_PLACE bool over(int lane) {
    const NearestRival closest = problem_.closest_of(arms_, data_, lane);
    const double total = get(data_.total, lane);
    if (remembers() && total >= get(limit_, lane)) {
      watch_.call_roll(arms_, data_, lane);
      set(limit_, lane, min(next_roll_call<LaneMath>(total), budget()));
    }
    while (met_[lane] < job_->risks) {
      const double least_value = required(total, job_->deltas[met_[lane]]);
      set(least_value_, lane, least_value);
      if (!(closest.value >= least_value)) break;
      if (by_mixture() &&
          !watch_.settled(arms_, problem_, data_, lane, {least_value, job_->lasting}, met_[lane])) {
        break;
      }
      report(lane, met_[lane]++, false);
    }
    if (met_[lane] < job_->risks && total < budget()) {
      if (remembers()) look_ahead(lane, total, closest.value);
      return false;
    }
    while (met_[lane] < job_->risks) report(lane, met_[lane]++, true);
    reports_->finished(first_lane_ + lane, replication_[lane], static_cast<std::uint64_t>(total));
    return true;
  }

  /// Records the proofs at later risks than the next one (stopping/watch.hpp).
  MIRADOR_IN_PLACE void look_ahead(int lane, double total, double value) {
    const int first = met_[lane] + 1;
    set(next_least_value_, lane, infinity);
    for (int risk = first; risk < job_->risks; ++risk) {
      const double least_value = required(total, job_->deltas[risk]);
      if (risk == first) set(next_least_value_, lane, least_value);
      if (!(value >= least_value)) return;
      watch_.look_ahead(arms_, problem_, data_, lane, {least_value, true}, risk);
    }
  }

  /// The least value of the stopping rule, stopping/glr.hpp and stopping/mixture.hpp.
  MIRADOR_IN_PLACE double required(double total, double delta) const {
    if (by_mixture()) return job_->log_claims - log(delta);
    return log((1.0 + log(total)) / delta);
  }

  MIRADOR_IN_PLACE void report(int lane, int risk, bool undecided) {
    reports_->verdict(first_lane_ + lane, risk, undecided, arms_, data_, lane);
  }

  const Job* job_;
  Reports* reports_;
  int first_lane_;
  L arms_;
  Family family_;
  typename L::Array world_;  // the true means
  Statistics<L> data_;
  Problem problem_;
  Rule rule_;
  Randomness<Value, Keys> randomness_;
  Value arm_, pulls_, mean_;
  Value limit_;             // on the pulls
  Value least_value_;       // F below it excludes a stop
  Value next_least_value_;  // F below it excludes proofs at later risks
  Watch watch_;
  std::uint64_t replication_[width];
  int met_[width];
  std::uint64_t idle_ = 0;   // lanes without a replication
  std::uint64_t fresh_ = 0;  // lanes whose replication was begun in this call
  bool exhausted_ = false;   // no replication is left to begin
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
