#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mirador/contract/play.hpp"
#include "mirador/contract/points.hpp"
#include "mirador/contract/violation.hpp"

/// Requirements on every sampling rule, checked on a simulated instance of a problem.
namespace mirador::contract {

/// Must many tickets, opened one after the other, ask for several arms?
enum class Tickets { for_any_arm, for_several_arms };

/// Demands on a rule beyond the concept.
struct RuleDemands {
  /// The least number of pulls per arm after t pulls of K arms. By default: one more than the first
  /// pulls after 2000 pulls.
  std::function<double(double t, std::size_t arms)> least_pulls = {};
  Tickets tickets = Tickets::for_any_arm;
};

/// The state of a check of a rule; `make()` returns a new rule for each check that needs one.
template <Problem P, class Make>
requires SamplingRule<std::invoke_result_t<const Make&>, P>
class RuleLook {
 public:
  using Rule = std::invoke_result_t<const Make&>;

  /// The problem must outlive this object.
  RuleLook(const P& problem, World world, Make make)
      : problem_(problem), world_(std::move(world)), make_(std::move(make)) {}

  std::size_t arms() const { return problem_.arms(); }
  Play<P, Rule> play() const { return {problem_, world_, make_(), key}; }

  /// The arm that is asked for; none, and a violation, if it does not exist.
  std::optional<Arm> ask(const Play<P, Rule>& play) {
    const Arm arm = play.ask();
    if (arm < arms()) return arm;
    report("a rule must ask for an arm that exists",
           after(play) + " it asks for arm " + std::to_string(arm) + " of " +
               std::to_string(arms()) + ", counted from 0");
    return std::nullopt;
  }
  /// Continues playing; the log ends early at an arm that does not exist.
  std::vector<Told> steps(Play<P, Rule>& play, std::size_t count) {
    std::vector<Told> log;
    while (log.size() < count) {
      const auto arm = ask(play);
      if (!arm) break;
      log.push_back(play.measure(*arm));
      play.tell(log.back());
    }
    return log;
  }
  /// Opens several tickets at once; returns their arms.
  std::vector<Arm> open_tickets(Play<P, Rule>& play, std::size_t count) {
    std::vector<Arm> opened;
    while (opened.size() < count) {
      const auto arm = ask(play);
      if (!arm) break;
      play.standing().open(*arm);
      opened.push_back(*arm);
    }
    return opened;
  }

  static std::string after(const Play<P, Rule>& play) {
    return "after " + std::to_string(play.standing().total()) + " measurements, with " +
           std::to_string(play.standing().total_pending()) + " on their way,";
  }
  /// Reports the first step at which two logs differ.
  void compare(std::string_view promise, const std::vector<Told>& first,
               const std::vector<Told>& other) {
    const std::size_t common = std::min(first.size(), other.size());
    for (std::size_t t = 0; t < common; ++t) {
      if (first[t] == other[t]) continue;
      report(promise, "measurement " + std::to_string(t + 1) + " was of arm " +
                          std::to_string(first[t].arm) + " and then of arm " +
                          std::to_string(other[t].arm));
      return;
    }
  }
  void report(std::string_view promise, std::string detail) {
    violations_.add(promise, std::move(detail));
  }
  const std::vector<Violation>& violations() const { return violations_.all(); }

  /// Pulls of every arm before the rule is asked.
  static constexpr auto first_pulls = static_cast<double>(P::FamilyType::least_pulls);
  static constexpr RandomKey key{5, 1};
  static constexpr std::size_t length = 300;  ///< of logs that are compared

 private:
  const P& problem_;
  World world_;
  Make make_;
  Violations violations_;
};

template <class Look>
void same_key_same_arms_also_after_a_restart(Look& look) {
  auto play = look.play();
  const auto first = look.steps(play, look.length);
  auto twin = look.play();
  look.compare("a new rule with the same key must ask for the same arms", first,
               look.steps(twin, look.length));
  play.start({6, 2});
  look.steps(play, look.length);
  play.start(look.key);
  look.compare("start must make a rule forget everything", first, look.steps(play, look.length));
}

template <class Look>
void asking_changes_nothing(Look& look) {
  constexpr auto promise = "asking must change nothing: next draws no number and counts nothing";
  auto curious = look.play();
  std::vector<Told> log;
  while (log.size() < look.length) {
    const auto arm = look.ask(curious), again = look.ask(curious);
    if (!arm || !again) break;
    if (*arm != *again) {
      look.report(promise, look.after(curious) + " it asks for arm " + std::to_string(*arm) +
                               " and, asked once more, for arm " + std::to_string(*again));
    }
    log.push_back(curious.measure(*arm));
    curious.tell(log.back());
  }
  auto plain = look.play();
  look.compare(promise, log, look.steps(plain, look.length));
}

template <class Look>
void replay_of_a_log_gives_the_same_arms(Look& look) {
  constexpr auto promise = "a log that is told again must lead to the same arms";
  auto live = look.play(), replay = look.play(), silent = look.play();
  for (const Told& told : look.steps(live, look.length)) {
    const auto arm = look.ask(replay);
    if (!arm) return;
    if (*arm != told.arm) {
      look.report(promise, look.after(replay) + " it asked for arm " + std::to_string(told.arm) +
                               " and, in the replay, asks for arm " + std::to_string(*arm));
    }
    replay.tell(told);
    silent.tell(told);
  }
  // The result must not depend on earlier calls of `next` either.
  look.compare(promise, look.steps(live, 50), look.steps(silent, 50));
}

template <class Look>
void explores(Look& look, const RuleDemands& demands = {}) {
  auto play = look.play();
  for (int hundred = 1; hundred <= 20; ++hundred) {
    if (look.steps(play, 100).size() < 100) return;
    const auto counts = play.standing().counts();
    const auto least = std::min_element(counts.begin(), counts.end());
    const double t = 100.0 * hundred, again = look.first_pulls + (hundred == 20 ? 1.0 : 0.0);
    const double needed = demands.least_pulls ? demands.least_pulls(t, look.arms()) : again;
    if (*least >= needed) continue;
    look.report("every arm must be measured again and again",
                look.after(play) + " arm " + std::to_string(least - counts.begin()) + " has " +
                    shown(*least) + " pulls; at least " + shown(needed) + " are expected");
  }
}

/// Tickets may be opened and given back at any time, without any effect.
template <class Look>
void open_tickets_are_legal_and_reversible(Look& look, const RuleDemands& demands = {}) {
  auto play = look.play();
  for (const std::size_t steps : {0u, 1u, 60u}) {
    look.steps(play, steps);
    const auto before = look.ask(play);
    auto opened = look.open_tickets(play, 2 * play.standing().total() + 3 * look.arms());
    if (!before || opened.empty()) return;
    for (const Arm arm : opened) play.standing().close(arm);
    const auto now = look.ask(play);
    if (!now) return;
    if (*now != *before) {
      look.report("tickets that were closed again must leave no trace",
                  look.after(play) + " it asks for arm " + std::to_string(*now) + ", and for arm " +
                      std::to_string(*before) + " before they were opened");
    }
    std::sort(opened.begin(), opened.end());
    if (demands.tickets == Tickets::for_several_arms && opened.front() == opened.back()) {
      look.report("open tickets must ask for several arms",
                  look.after(play) + " all " + std::to_string(opened.size()) +
                      " tickets ask for arm " + std::to_string(opened.front()));
    }
  }
}

/// Six open tickets, whose results come in any order; a copy that is told the same results but
/// never asked ends in the same state.
template <class Look>
void results_may_come_late_and_out_of_order(Look& look) {
  auto play = look.play(), twin = look.play();
  Random random(31);
  std::vector<Arm> waiting = look.open_tickets(play, 6);
  if (waiting.size() < 6) return;
  for (const Arm arm : waiting) twin.standing().open(arm);
  for (int i = 0; i < 400; ++i) {
    Arm& ticket = waiting[random() % waiting.size()];
    const Told told = play.measure(ticket);
    for (auto* told_to : {&play, &twin}) {
      told_to->standing().close(ticket);
      told_to->tell(told);
    }
    const auto next = look.ask(play);
    if (!next) return;
    ticket = *next;
    for (auto* opened_by : {&play, &twin}) opened_by->standing().open(ticket);
  }
  if (look.ask(play) != look.ask(twin)) {
    look.report("a log with open tickets that is told again must lead to the same arm",
                look.after(play) + " the rule and its replay ask for different arms");
  }
}

/// The requirements of the concept SamplingRule that the rules of `make()` violate in a world;
/// empty if none was found. About 6000 steps. Exceptions of the rule propagate.
template <Problem P, class Make>
std::vector<Violation> rule_violations(const P& problem, const World& world, Make make,
                                       const RuleDemands& demands = {}) {
  RuleLook<P, Make> look(problem, world, std::move(make));
  same_key_same_arms_also_after_a_restart(look);
  asking_changes_nothing(look);
  replay_of_a_log_gives_the_same_arms(look);
  open_tickets_are_legal_and_reversible(look, demands);
  results_may_come_late_and_out_of_order(look);
  explores(look, demands);
  return look.violations();
}

}  // namespace mirador::contract
