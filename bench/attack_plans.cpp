// Attacks on what is claimed of changed plans, and of the distance from the best at any time.
#include "attack_plans.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "mirador/experiment/session.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/stopping/outlook.hpp"

namespace attack {
namespace {

using namespace mirador;

double normal_value(RandomKey key, Arm arm, std::uint64_t pull, double mean) {
  return mean + normal_quantile(reward_uniform(key, arm, pull));
}

/// A live experiment on two normal arms, the first better by a gap, measured in turn.
class Duel {
 public:
  Duel(RandomKey key, double gap, double delta, double margin)
      : key_(key),
        gap_(gap),
        session_(make_session({.arms = {"best", "other"},
                               .family = GaussianSpec{1.0},
                               .question = BestArmSpec{.margin = margin},
                               .rule = parse_rule("rr"),
                               .delta = delta})) {}

  bool goes_on(std::uint64_t most) const {
    return pulls_ < most && session_->phase() == Phase::running;
  }
  void measure() {
    const Arm arm = pulls_++ % 2;
    const double value = normal_value(key_, arm, pulls_, arm == 0 ? gap_ : 0.0);
    sums_[arm] += value;
    session_->apply(session_->observe(arm, value));
  }
  void change(const NewSettings& wanted) { session_->apply(session_->change(wanted)); }
  std::uint64_t pulls() const { return pulls_; }
  /// By how much the best arm seems to lead, after whole turns.
  double lead() const { return 2.0 * (sums_[0] - sums_[1]) / static_cast<double>(pulls_); }
  const Session& session() const { return *session_; }

 private:
  RandomKey key_;
  double gap_;
  std::unique_ptr<Session> session_;
  std::uint64_t pulls_ = 0;
  double sums_[2] = {0.0, 0.0};
};

/// The margin is chosen anew after every fourth measurement, by the data: a little above the lead
/// that they show, and below the true one. "Equal within the margin" is then wrong.
bool margin_by_the_data(RandomKey key) {
  constexpr double gap = 1.0;
  Duel duel(key, gap, 0.1, 0.5);
  while (duel.goes_on(120)) {
    duel.measure();
    if (duel.pulls() % 4 != 0 || duel.session().phase() != Phase::running) continue;
    duel.change({.margin = std::clamp(std::abs(duel.lead()) + 0.5, 0.1, gap - 1e-6)});
  }
  const auto verdict = duel.session().verdict();
  return verdict && (verdict->equal_within_margin || verdict->answer.arms.front() == "other");
}

/// The first δ is 0.5. It becomes 0.1, a number fixed beforehand, at the moment when that seems
/// best for a wrong verdict: when the other arm leads by two standard errors, or shortly before the
/// end.
bool smaller_delta_at_the_worst_moment(RandomKey key) {
  Duel duel(key, 1e-6, 0.5, 0.0);
  bool is_changed = false;
  while (duel.goes_on(400)) {
    duel.measure();
    if (is_changed || duel.pulls() % 2 != 0 || duel.session().phase() != Phase::running) continue;
    const double error = 2.0 / std::sqrt(static_cast<double>(duel.pulls()));
    if (duel.lead() > -2.0 * error && duel.pulls() < 300) continue;
    duel.change({.delta = 0.1});
    is_changed = true;
  }
  const auto verdict = duel.session().verdict();
  return verdict && duel.session().spec().delta == 0.1 && verdict->answer.arms.front() == "other";
}

/// Three arms, the first better by 0.5, looked at after every third measurement: the best is ruled
/// out, or the distance of the leader is too small. The best arm is measured while it looks worse
/// than it is, the seeming best of the others otherwise.
bool distance_is_too_small(RandomKey key) {
  constexpr double best = 0.5;
  const BestArm problem(Gaussian(1.0), 3);
  Standing standing(problem);
  const auto add = [&](Arm arm) {
    const auto pull = static_cast<std::uint64_t>(standing.counts()[arm]);
    standing.add(arm, normal_value(key, arm, pull, arm == 0 ? best : 0.0));
  };
  for (Arm a = 0; a < 3; ++a) add(a);
  for (int pull = 3; pull < 120; ++pull) {
    const auto means = standing.means();
    const Arm rival = means[1] > means[2] ? 1 : 2;
    add(means[0] < best ? 0 : rival);
    if (pull % 3 != 0) continue;
    const Shortlist found = shortlist(standing, 0.1);
    if (!found.possible[0]) return true;
    if (standing.answer() != 0 && found.within < best) return true;
  }
  return false;
}

/// Is the evidence against the first of normal arms certainly below log(1/level)? Each M is at most
/// 2 e^{z²/2}, and at the best null the two z² of a pair add up to that of its difference.
bool is_safe(const Standing<BestArm<Gaussian>>& standing, double level) {
  const auto counts = standing.counts(), means = standing.means();
  double most = 0.0;
  for (Arm arm = 1; arm < standing.arms(); ++arm) {
    const double lead = std::max(0.0, means[arm] - means[0]);
    most = std::max(most, 0.5 * lead * lead / (1.0 / counts[0] + 1.0 / counts[arm]));
  }
  return most + std::log(4.0) < -std::log(level);
}

/// Four arms, each better than the next by next to nothing. After every measurement: could any of
/// them be ruled out wrongly if all better ones were retired now? So this counts every way to
/// retire arms at once. The best is measured while it looks worse than it is, or all in turn.
bool retiring_at_the_worst_moment(RandomKey key) {
  constexpr std::size_t many = 4;
  constexpr double delta = 0.1, gap = 1e-6;
  std::vector<BestArm<Gaussian>> problems;
  for (std::size_t left = many; left >= 2; --left) problems.emplace_back(Gaussian(1.0), left);
  std::vector<Standing<BestArm<Gaussian>>> standings;  // without the first arm, the first two, ...
  for (const BestArm<Gaussian>& problem : problems) standings.emplace_back(problem);
  std::vector<double> levels;
  ArmTurnover turnover(many);
  for (std::size_t retired = 0; retired < standings.size(); ++retired) {
    levels.push_back(delta * turnover.share());
    turnover.retire(false);
  }
  for (std::uint64_t pull = 0; pull < 160; ++pull) {
    const Arm arm = pull % many;
    const auto own = static_cast<std::uint64_t>(standings[0].counts()[arm]);
    const double value = normal_value(key, arm, own, -gap * static_cast<double>(arm));
    for (std::size_t retired = 0; retired < standings.size() && retired <= arm; ++retired) {
      standings[retired].add(arm - retired, value);
    }
    for (std::size_t retired = 0; retired < standings.size(); ++retired) {
      if (!standings[retired].ready() || is_safe(standings[retired], levels[retired])) continue;
      if (!shortlist(standings[retired], levels[retired]).possible[0]) return true;
    }
  }
  return false;
}

/// A live experiment whose arms come and go. It knows the truth.
class Turnover {
 public:
  Turnover(RandomKey key, std::vector<double> truth)
      : key_(key), truth_(std::move(truth)), pulls_(truth_.size()), sums_(truth_.size()) {
    ExperimentSpec spec;
    spec.family = GaussianSpec{1.0};
    spec.rule = parse_rule("rr");
    spec.delta = 0.1;
    for (Arm arm = 0; arm < truth_.size(); ++arm) spec.arms.push_back(std::to_string(arm));
    session_ = make_session(spec);
    for (Arm arm = 0; arm < truth_.size(); ++arm) measure(arm);
  }

  bool goes_on() const { return session_->phase() == Phase::running; }
  std::vector<Arm> arms() const { return arms_in_question(session_->spec()); }
  Arm best() const {
    const std::vector<Arm> all = arms();
    return *std::ranges::max_element(all, {}, [&](Arm arm) { return truth_[arm]; });
  }
  Arm best_seeming_rival() const {
    Arm found = best();
    for (const Arm arm : arms()) {
      if (arm != best() && (found == best() || mean(arm) > mean(found))) found = arm;
    }
    return found;
  }
  double truth(Arm arm) const { return truth_[arm]; }
  double mean(Arm arm) const { return sums_[arm] / static_cast<double>(pulls_[arm]); }
  /// By how many standard errors the arm looks better than it is.
  double luck(Arm arm) const {
    return (mean(arm) - truth_[arm]) * std::sqrt(static_cast<double>(pulls_[arm]));
  }
  void measure(Arm arm) {
    const double value = normal_value(key_, arm, pulls_[arm]++, truth_[arm]);
    sums_[arm] += value;
    session_->apply(session_->observe(arm, value));
  }
  /// The best until it looks bad, then the others until they look good; then all in turn.
  void measure_the_worst() {
    constexpr double enough = 1.5;
    if (luck(best()) > -enough) return measure(best());
    for (const Arm arm : arms()) {
      if (arm != best() && luck(arm) < enough) return measure(arm);
    }
    measure(arms()[turn_++ % arms().size()]);
  }
  void add(double truth) {
    const std::string name = std::to_string(truth_.size());
    session_->apply(session_->add_arms(std::span(&name, 1)));
    truth_.push_back(truth);
    pulls_.push_back(0);
    sums_.push_back(0.0);
    measure(truth_.size() - 1);
  }
  void retire(Arm arm) {
    const std::string name = std::to_string(arm);
    session_->apply(session_->retire_arms(std::span(&name, 1)));
  }
  bool is_wrong() const {
    const auto verdict = session_->verdict();
    return verdict && verdict->answer.arms.front() != std::to_string(best());
  }

 private:
  RandomKey key_;
  std::vector<double> truth_;
  std::vector<std::uint64_t> pulls_;
  std::vector<double> sums_;
  std::size_t turn_ = 0;
  std::unique_ptr<Session> session_;
};

/// Three times an arm is added that is better, or worse, than the best by next to nothing: when the
/// others look too good, or the best too bad, or shortly before the end of its time.
bool adding_at_the_worst_moment(RandomKey key, double gap) {
  Turnover experiment(key, {0.0, -1e-6});
  for (int added = 0; experiment.goes_on(); ++added) {
    for (int pull = 0; pull < 60 && experiment.goes_on(); ++pull) {
      const double rival = experiment.luck(experiment.best_seeming_rival());
      const double best = experiment.luck(experiment.best());
      if (added < 3 && pull > 8 && (gap > 0.0 ? std::max(best, rival) : -best) > 2.0) break;
      experiment.measure_the_worst();
    }
    if (added == 3 || !experiment.goes_on()) break;
    experiment.add(experiment.truth(experiment.best()) + gap);
  }
  return experiment.is_wrong();
}

/// Of four arms the better ones are retired when one of the others looks bad beside one that is
/// worse still, and then an arm is added that is barely better than all.
bool retiring_and_adding(RandomKey key) {
  constexpr double gap = 1e-6;
  Turnover experiment(key, {0.0, -gap, -2.0 * gap, -3.0 * gap});
  const auto is_unlucky = [&](Arm arm) {
    for (Arm worse = arm + 1; worse < 4; ++worse) {
      if (experiment.luck(worse) - experiment.luck(arm) > 3.0) return true;
    }
    return false;
  };
  for (Arm pull = 0; pull < 120 && experiment.goes_on(); ++pull) {
    experiment.measure(experiment.arms()[pull % experiment.arms().size()]);
    for (Arm arm = 1; arm < 3 && experiment.goes_on(); ++arm) {
      if (experiment.best() >= arm || !is_unlucky(arm)) continue;
      while (experiment.goes_on() && experiment.best() < arm) experiment.retire(experiment.best());
    }
  }
  if (experiment.goes_on()) experiment.add(gap);
  for (int pull = 0; pull < 120 && experiment.goes_on(); ++pull) experiment.measure_the_worst();
  return experiment.is_wrong();
}

}  // namespace

std::vector<ArrivalAttack> plan_attacks() {
  return {
      {"the margin is chosen by the data, again and again, below the true gap", "gaussian",
       "best-arm", true, 0.1, 1.0, 1, margin_by_the_data},
      {"δ falls from 0.5 to 0.1 at the worst moment, near tie", "gaussian", "best-arm", true, 0.1,
       1.0, 1, smaller_delta_at_the_worst_moment},
      {"within X of the best, or the best ruled out, at any look", "gaussian", "best-arm", true,
       0.1, 1.0, 1, distance_is_too_small},
      {"better arms are retired at the worst moment, any number of them", "gaussian", "best-arm",
       true, 0.1, 1.75, 1, retiring_at_the_worst_moment},
      {"barely better arms are added, three in a row, when the others look too good", "gaussian",
       "best-arm", true, 0.1, 1.875, 1,
       [](RandomKey key) { return adding_at_the_worst_moment(key, 1e-6); }},
      {"barely worse arms are added, three in a row, when the best looks bad", "gaussian",
       "best-arm", true, 0.1, 1.875, 1,
       [](RandomKey key) { return adding_at_the_worst_moment(key, -1e-6); }},
      {"better arms are retired when a worse one looks bad, then one is added", "gaussian",
       "best-arm", true, 0.1, 1.875, 1, retiring_and_adding},
  };
}

}  // namespace attack
