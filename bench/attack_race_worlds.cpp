#include "attack_race_worlds.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace attack {
namespace {

using mirador::Arm;
using mirador::Comparison;

/// What happens on a machine, by its clock. A run takes about a second.
struct Disturbance {
  double calm, busy;    ///< mean lengths of the phases of a load that halves the speed, in seconds
  double spikes = 0.0;  ///< the share of runs that take three times as long
  double cuts = 0.0;    ///< interruptions per second; a run that is hit is repeated at its place
};

class Machine {
 public:
  explicit Machine(const Disturbance& disturbance) : disturbance_(disturbance) {}

  /// The seconds that a run takes, the first one that is not hit.
  double run(Draws& draws) {
    for (;;) {
      const double spike = draws.chance(disturbance_.spikes) ? 3.0 : 1.0;
      const double seconds = work_off(draws, spike * std::exp(0.1 * draws.normal()));
      if (!draws.chance(1.0 - std::exp(-disturbance_.cuts * seconds))) return seconds;
    }
  }

 private:
  /// The seconds until `work` seconds of a calm machine are done.
  double work_off(Draws& draws, double work) {
    const double began = now_;
    for (;;) {
      const double speed = is_busy_ ? 0.5 : 1.0;
      if (now_ + work / speed <= phase_ends_) {
        now_ += work / speed;
        return now_ - began;
      }
      work -= (phase_ends_ - now_) * speed;
      now_ = phase_ends_;
      is_busy_ = !is_busy_;
      const double length = is_busy_ ? disturbance_.busy : disturbance_.calm;
      phase_ends_ += length * (1.0 + exponential_noise(draws));
    }
  }

  Disturbance disturbance_;
  double now_ = 0.0, phase_ends_ = 0.0;
  bool is_busy_ = true;
};

std::vector<Arm> shuffled_arms(Draws& draws, std::size_t count) {
  std::vector<Arm> order(count);
  std::iota(order.begin(), order.end(), Arm{0});
  for (std::size_t n = count; n > 1; --n) {
    const auto other = static_cast<std::size_t>(draws.uniform() * static_cast<double>(n));
    std::swap(order[n - 1], order[other]);
  }
  return order;
}

Values race_on(const Disturbance& disturbance) {
  return [machine = Machine(disturbance)](const Comparison&, Draws& draws,
                                          std::span<double> values) mutable {
    for (const Arm a : shuffled_arms(draws, values.size()))
      values[a] = -std::log(machine.run(draws));
  };
}

/// Arm 1 leaves the machine in a state in which the next run takes longer.
Values leaving_a_mess(double effect) {
  return [effect, mess = 0.0](const Comparison&, Draws& draws, std::span<double> values) mutable {
    for (const Arm a : shuffled_arms(draws, values.size())) {
      values[a] = -(mess + draws.normal());
      mess = a == 1 ? effect : 0.0;
    }
  };
}

}  // namespace

std::vector<RoundWorld> race_worlds() {
  return {
      {"race of equal commands, load in phases of 50 s",
       [] { return race_on({.calm = 50.0, .busy = 50.0}); }},
      {"race of equal commands, load in phases of 0.5 s",
       [] { return race_on({.calm = 0.5, .busy = 0.5}); }},
      {"race of equal commands, load, 10 % spikes, long runs cut off and repeated",
       [] { return race_on({.calm = 5.0, .busy = 5.0, .spikes = 0.1, .cuts = 0.3}); }},
  };
}

std::vector<RoundWorld> after_effect_worlds() {
  return {
      {"race, the run after the rival is slower by 0.2 σ", [] { return leaving_a_mess(0.2); }},
      {"race, the run after the rival is slower by σ", [] { return leaving_a_mess(1.0); }},
  };
}

}  // namespace attack
