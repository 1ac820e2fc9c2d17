#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "mirador/play/any_rule.hpp"
#include "mirador/stopping/any_stopping.hpp"
#include "mirador/stopping/watch.hpp"

namespace mirador {

/// One trajectory: a sampling rule and a stopping rule on the standing of a problem. A step is
///   next        the arm to measure next
///   add         its measurement; the rule learns from it
///   look        compares the evidence with the evidence required, after one measurement or a batch
/// Live experiments call these separately; `play` runs whole steps, for the simulator. A step
/// allocates nothing. Its cost is that of the rule, of the projection, and of the stopping rule
/// when the evidence is close to the requirement.
template <Problem P>
class Player {
 public:
  /// The problem must outlive the player. `deltas` must not increase. Throws InputError unless all
  /// lie in (0, 1).
  Player(const P& problem, AnyRule<P> rule, AnyStopping stopping, std::span<const double> deltas)
      : standing_(problem), rule_(std::move(rule)), watch_(problem, std::move(stopping), deltas) {}
  // The standing and the rule refer to the problem of the player for which they were made.
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Forgets all measurements; `key` is the rule's randomness.
  void start(RandomKey key) {
    standing_.clear();
    rule_.start(key);
    watch_.start();
  }

  /// Tells the rule how many measurements there will be at most; by default there is no limit.
  void set_budget(std::optional<std::uint64_t> budget) { standing_.set_budget(budget); }

  /// The arm to measure next.
  Arm next() const { return next(standing_); }
  /// The same for another standing, for example with more open tickets.
  Arm next(const Standing<P>& standing) const {
    return rule_.visit([&](const auto& rule) { return next_arm(rule, standing); });
  }

  /// Throws InputError, without any change, if there is no such arm or if the value is impossible
  /// for the family.
  void add(Arm arm, double value) {
    standing_.add(arm, value);
    if (standing_.ready()) rule_.observe(standing_, arm);
  }

  /// Call once for every arm measured since the last look. Calls `on_stop(roles)` for every risk
  /// that is met now, in order.
  template <class OnStop>
  void look(Arm arm, OnStop&& on_stop) {
    if (standing_.ready()) watch_.update(standing_, arm, on_stop);
  }

  /// Runs steps with the measurements `measure(arm)` until all risks are met or `may_go_on()` is
  /// false. The code of the rule is chosen once, not in every step.
  template <class Measure, class OnStop, class MayGoOn>
  void play(Measure&& measure, OnStop&& on_stop, MayGoOn&& may_go_on) {
    rule_.visit([&](auto& rule) { play_by(rule, measure, on_stop, may_go_on); });
  }

  /// After the margin of the problem or the risk has changed: continues with this risk alone, and
  /// nothing counts as proved.
  void judge_anew(double delta) {
    standing_.refresh();
    watch_.judge_anew(delta);
  }

  /// True once all risks are met.
  bool done() const { return watch_.done(); }

  /// A ticket for the arm is open; later it is told (followed by `add`) or given up.
  void open(Arm arm) { standing_.open(arm); }
  void close(Arm arm) { standing_.close(arm); }
  void give_up(Arm arm) { standing_.give_up(arm); }

  const Standing<P>& standing() const { return standing_; }
  const AnyStopping& stopping() const { return watch_.rule(); }

 private:
  // A function for each rule, so that the compiler optimises each loop alone.
  template <class Rule, class Measure, class OnStop, class MayGoOn>
  [[gnu::noinline]] void play_by(Rule& rule, Measure& measure, OnStop& on_stop,
                                 MayGoOn& may_go_on) {
    while (!done() && may_go_on()) {
      const Arm arm = next_arm(rule, standing_);
      standing_.add(arm, measure(arm));
      if (!standing_.ready()) continue;
      rule.observe(standing_, arm);
      watch_.update(standing_, arm, on_stop);
    }
  }

  Standing<P> standing_;
  AnyRule<P> rule_;
  Watch<P, AnyStopping> watch_;
};

}  // namespace mirador
