#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mirador/contract/play.hpp"
#include "mirador/contract/violation.hpp"
#include "mirador/sampling/frank_wolfe.hpp"
#include "mirador/sampling/uniform.hpp"
#include "mirador/stopping/watch.hpp"

/// Requirements on every stopping rule, checked on simulated trajectories of a problem.
namespace mirador::contract {

/// A world and the number of steps to follow.
struct Course {
  World world;
  std::uint64_t steps = 500;
};

/// The courses on which a stopping rule is checked, and the precision. A course that is decided
/// early and one that is never decided show the most.
struct Courses {
  std::vector<Course> all;
  std::uint64_t replication = 0;
  std::vector<double> deltas = {0.5, 0.1, 0.1, 0.01, 1e-6, 1e-12};  ///< from large to small
  double rounding = 1e-9;  ///< relative amount by which a requirement may fall
};

/// A world in which some answer is correct, if one is known, and one with possibly no answer.
template <Problem P>
Courses courses_for(const P& problem, const Points& points) {
  Random random(points.seed);
  return {.all = {{world_for(problem, points)}, {world_of(problem, points.anywhere(random))}}};
}

/// The state of a check of a stopping rule.
template <Problem P, StoppingRule<P> Rule>
class StoppingLook {
 public:
  /// The problem must outlive this object.
  StoppingLook(const P& problem, Rule rule, Courses courses)
      : problem_(problem), rule_(std::move(rule)), courses_(std::move(courses)) {}

  const Rule& rule() const { return rule_; }
  std::span<const double> deltas() const { return courses_.deltas; }
  Watch<P, Rule> watch() const { return {problem_, rule_, courses_.deltas}; }

  /// The rule's decision without remembered proofs.
  bool met_afresh(const Standing<P>& standing, double delta) const {
    Sentry sentry(standing.arms());
    return rule_.met(standing, delta, sentry);
  }
  /// Is `now` below `before` by more than rounding?
  bool fell(double now, double before) const {
    if (std::isinf(before)) return !(now >= before);
    return !(now >= before - courses_.rounding * std::abs(before));
  }

  /// Follows every course with several sampling rules, each with a new visit = make_visit():
  /// visit(standing, arm) is called after every measurement once each arm has its first ones, until
  /// it returns false.
  template <class MakeVisit>
  void follow(MakeVisit&& make_visit) const {
    for (const Course& course : courses_.all) {
      follow_with<UniformSampling>(course, make_visit());
      follow_with<FrankWolfe>(course, make_visit());
      follow_with<RoundRobin>(course, make_visit());
    }
  }

  void report(std::string_view promise, std::string detail) {
    violations_.add(promise, std::move(detail));
  }
  const std::vector<Violation>& violations() const { return violations_.all(); }

 private:
  template <template <class> class Sampling, class Visit>
  void follow_with(const Course& course, Visit visit) const {
    Play play(problem_, course.world, Sampling<P>(problem_), {17, courses_.replication});
    for (std::uint64_t t = 1; t <= course.steps; ++t) {
      const Told told = play.step();
      if (play.standing().ready() && !visit(play.standing(), told.arm)) return;
    }
  }

  const P& problem_;
  Rule rule_;
  Courses courses_;
  Violations violations_;
};

/// "at risk 0.1, with counts (3, 4) and means (0, 0.5)".
template <Problem P>
std::string shown(const Standing<P>& standing, double delta) {
  return "at risk " + shown(delta) + ", with counts " + shown(standing.counts()) + " and means " +
         shown(standing.means());
}

namespace detail {

/// Checks that one number per risk does not fall along a trajectory.
template <class Look>
class Rising {
 public:
  Rising(Look& look, std::string name)
      : look_(look),
        name_(std::move(name)),
        before_(look.deltas().size(), -std::numeric_limits<double>::infinity()) {}

  void visit(const auto& standing, std::size_t i, double now) {
    const auto report = [&](const char* promise, double expected, const char* whose) {
      look_.report(name_ + promise, shown(standing, look_.deltas()[i]) + ": " + name_ + " is " +
                                        shown(now) + ", less than " + shown(expected) + whose);
    };
    if (look_.fell(now, before_[i])) {
      report(" must not fall as pulls are added", before_[i], " one pull before");
    }
    if (i > 0 && look_.fell(now, before_[i - 1])) {
      report(" must not fall as the risk delta shrinks", before_[i - 1], " at a larger risk");
    }
    before_[i] = now;
  }

 private:
  Look& look_;
  std::string name_;
  std::vector<double> before_;
};

}  // namespace detail

/// Callers compare with an older value first and meet the risks in order.
template <class Look>
void requirement_rises_with_pulls_and_as_the_risk_falls(Look& look) {
  look.follow([&] {
    return
        [&look, required = detail::Rising(look, "the requirement"),
         least_value = detail::Rising(look, "the least value")](const auto& standing, Arm) mutable {
          for (std::size_t i = 0; i < look.deltas().size(); ++i) {
            const double need = look.rule().required(standing, look.deltas()[i]);
            if (!std::isfinite(need)) {
              look.report("the requirement must be a finite number",
                          shown(standing, look.deltas()[i]) + " it is " + shown(need));
              return false;
            }
            required.visit(standing, i, need);
            least_value.visit(standing, i, look.rule().least_value(standing, look.deltas()[i]));
          }
          return true;
        };
  });
}

namespace detail {

template <class Look>
void compare_met(Look& look, const auto& standing, double evidence, double delta) {
  const double required = look.rule().required(standing, delta);
  if (std::abs(evidence - required) < 1e-5) return;  // undecided by rounding
  const auto where = [&] {
    return shown(standing, delta) + " the evidence is " + shown(evidence) + " of " +
           shown(required) + " required";
  };
  const bool enough = evidence >= required;
  if (look.met_afresh(standing, delta) != enough) {
    look.report("a risk must be met exactly when the evidence is what is required",
                where() + ", but it is " + (enough ? "not met" : "met"));
  }
  const double value = standing.closest().value(),
               least_value = look.rule().least_value(standing, delta);
  if (enough && !(value >= least_value)) {
    look.report(
        "F must have reached the least value where the evidence is what is required",
        where() + ", but F is " + shown(value) + ", below the least value " + shown(least_value));
  }
}

/// Evaluates the rule after every measurement.
template <class Look>
class Unguarded {
 public:
  explicit Unguarded(Look& look) : look_(look), watch_(std::make_unique<Type>(look.watch())) {}
  Unguarded(const Unguarded& other)
      : look_(other.look_), watch_(std::make_unique<Type>(*other.watch_)) {}

  /// The number of risks met, given how many were met before.
  std::size_t met_after(const auto& standing, Arm arm, std::size_t before) {
    const auto deltas = look_.deltas();
    if (remembers(look_.rule())) {
      watch_ = std::make_unique<Type>(*watch_);  // sentries of a copy are not on guard
      watch_->update(standing, arm);
      return watch_->met();
    }
    std::size_t met = before;
    while (met < deltas.size() && look_.met_afresh(standing, deltas[met])) ++met;
    return met;
  }

 private:
  using Type = decltype(std::declval<Look&>().watch());
  Look& look_;
  std::unique_ptr<Type> watch_;
};

}  // namespace detail

/// Decisions of a rule without remembered proofs.
template <class Look>
void stops_when_the_evidence_is_what_is_required(Look& look) {
  look.follow([&] {
    return [&look](const auto& standing, Arm) {
      if (standing.total() % 13 != 0) return true;
      const double evidence = look.rule().evidence(standing);
      if (std::isnan(evidence)) {
        look.report("the evidence must be a number", "with counts " + shown(standing.counts()) +
                                                         " and means " + shown(standing.means()) +
                                                         " it is nan");
        return false;
      }
      for (const double delta : look.deltas()) {
        detail::compare_met(look, standing, evidence, delta);
      }
      return true;
    };
  });
}

/// The least value and the sentry must not change when a rule stops: the watch meets every risk
/// after the same measurement as a fresh evaluation after every measurement; if the rule remembers
/// proofs, as one with these proofs and without a sentry on guard. Returns the largest number of
/// risks met.
template <class Look>
std::size_t watch_meets_each_risk_when_one_without_sentries_would(Look& look) {
  std::size_t most = 0;
  look.follow([&] {
    return [&look, &most, watch = look.watch(), other = detail::Unguarded(look)](
               const auto& standing, Arm arm) mutable {
      const auto deltas = look.deltas();
      const std::size_t before = watch.met();
      std::size_t stops = 0;
      const std::size_t afresh = other.met_after(standing, arm, before);
      watch.update(standing, arm, [&](std::span<const Role>) { ++stops; });
      most = std::max(most, watch.met());
      if (watch.met() == afresh && stops == afresh - before) return !watch.done();
      look.report("the least value and the sentry must never change when a rule stops",
                  shown(standing, deltas[std::min(watch.met(), afresh)]) + ": " +
                      std::to_string(afresh) + " of the risks are met, but only " +
                      std::to_string(watch.met()) + " with what the rule left in the sentry");
      return false;
    };
  });
  return most;
}

/// The requirements of the concept StoppingRule that a rule violates; empty if none was found. Nine
/// trajectories per course. Exceptions of the rule or the problem propagate.
template <Problem P, StoppingRule<P> Rule>
std::vector<Violation> stopping_violations(const P& problem, const Rule& rule,
                                           const Courses& courses) {
  StoppingLook<P, Rule> look(problem, rule, courses);
  requirement_rises_with_pulls_and_as_the_risk_falls(look);
  stops_when_the_evidence_is_what_is_required(look);
  watch_meets_each_risk_when_one_without_sentries_would(look);
  return look.violations();
}

}  // namespace mirador::contract
