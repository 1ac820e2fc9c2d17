// Attacks on what is claimed of changed plans, and of the distance from the best at any time.
#include "attack_plans.hpp"

#include <cmath>
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

}  // namespace

std::vector<ArrivalAttack> plan_attacks() {
  return {
      {"the margin is chosen by the data, again and again, below the true gap", "gaussian",
       "best-arm", true, 0.1, 1.0, 1, margin_by_the_data},
      {"δ falls from 0.5 to 0.1 at the worst moment, near tie", "gaussian", "best-arm", true, 0.1,
       1.0, 1, smaller_delta_at_the_worst_moment},
      {"within X of the best, or the best ruled out, at any look", "gaussian", "best-arm", true,
       0.1, 1.0, 1, distance_is_too_small},
  };
}

}  // namespace attack
