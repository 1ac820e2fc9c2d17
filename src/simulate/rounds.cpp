#include "mirador/simulate/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/simulate/rule_collector.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador {
namespace {

/// Means and totals that differ by less than this share of their size differ by rounding.
constexpr double rounding = 1e-11;

/// What the verdicts are about: how good each arm is, higher is better.
struct Merits {
  std::vector<double> of_arms;
  double rounding_error = 0.0;
  bool exact_ties = false;  ///< is "these tie" an answer?

  double best() const { return *std::ranges::max_element(of_arms); }
  bool within(Arm arm, double margin) const {
    return of_arms[arm] >= best() - margin - rounding_error;
  }
  bool unique() const {
    return std::ranges::count_if(
               of_arms, [&](double merit) { return merit >= best() - rounding_error; }) == 1;
  }
};

/// Whether what the verdict claims is true.
bool holds(const Comparison& comparison, const Merits& merits) {
  const ComparisonVerdict& verdict = *comparison.verdict();
  const ComparisonTerms& terms = comparison.terms();
  const double margin = terms.goal == Goal::best ? 0.0 : terms.margin;
  if (verdict.kind == Goal::good_enough) return merits.within(verdict.answer, margin);
  if (verdict.kind == Goal::best) {
    const bool possible = terms.goal != Goal::best || merits.exact_ties || merits.unique();
    return possible && merits.within(verdict.answer, 0.0);
  }
  bool all = true, some_best = false;
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (!comparison.in_play(a)) continue;
    all = all && merits.within(a, margin);
    some_best = some_best || merits.within(a, 0.0);
  }
  return all && some_best;
}

/// Whether the arm is right as an answer; without a margin a tie for the best has none.
bool is_right(Arm arm, const ComparisonTerms& terms, const Merits& merits) {
  if (terms.goal != Goal::best) return merits.within(arm, terms.margin);
  return (merits.exact_ties || merits.unique()) && merits.within(arm, 0.0);
}

/// A comparison at one risk.
class Course {
 public:
  Course(const RoundsPlan& plan, double delta)
      : plan_(plan),
        comparison_(plan.world.means.size(), terms_of(plan.design, plan.question, delta)),
        pulls_(plan.world.means.size()) {}

  void start() {
    comparison_.start();
    std::ranges::fill(pulls_, std::uint64_t{0});
    record_ = {};
    members_.clear();
    chosen_of_ = 0;
  }

  /// The arms of the next round; empty if it is over.
  std::span<const Arm> next() {
    const std::size_t size = plan_.design.round_size.value_or(0);
    if (size > 0 || chosen_of_ != comparison_.arms_in_play()) {
      members_ = members_of_round(comparison_, pulls_, size);
      chosen_of_ = comparison_.arms_in_play();
    }
    // The last item decides.
    MIRADOR_CHECK(comparison_.rounds() < plan_.design.items.value_or(~std::uint64_t{0}));
    if (record_.samples + members_.size() <= plan_.max_samples) return members_;
    record_.samples = plan_.max_samples;
    record_.outcome = Outcome::undecided;
    return {};
  }

  void add(std::span<const double> values) {
    comparison_.add(members_, values);
    for (const Arm a : members_) ++pulls_[a];
    record_.samples += members_.size();
  }

  /// Notes the verdict.
  void judge(const Merits& merits) {
    record_.outcome = holds(comparison_, merits) ? Outcome::correct : Outcome::wrong;
    record_.equal = comparison_.verdict()->kind == Goal::equal;
    recommend(comparison_.verdict()->answer, merits);
    if (plan_.records == Records::every_run) record_.answer = answer();
  }
  /// Notes the leader when the budget is spent.
  void judge_undecided(const Merits& merits) {
    if (comparison_.rounds() == 0) return;
    recommend(comparison_.leader(), merits);
    if (plan_.records == Records::every_run) {
      record_.answer = describe(QuestionSpec(plan_.question), comparison_.leader());
    }
  }

  bool ended() const { return record_.outcome != Outcome::unfinished; }
  const Comparison& comparison() const { return comparison_; }
  const RunRecord& record() const { return record_; }
  std::span<const std::uint64_t> pulls() const { return pulls_; }

 private:
  /// With items the arms have no means that would be the same in all runs, so no arm is counted.
  void recommend(Arm arm, const Merits& merits) {
    record_.right = is_right(arm, comparison_.terms(), merits);
    if (!plan_.design.items) record_.recommended = arm;
  }

  std::string answer() const {
    const ComparisonVerdict& verdict = *comparison_.verdict();
    const QuestionSpec question = plan_.question;
    const std::string text = describe(question, verdict.answer);
    if (verdict.kind == Goal::good_enough) {
      return text + near_best_text(question);
    }
    if (verdict.kind == Goal::best) return text;
    std::vector<Role> roles(comparison_.arms());
    for (Arm a = 0; a < roles.size(); ++a) {
      roles[a] = comparison_.in_play(a) ? Role::shares : Role::ruled_out;
    }
    return text + sharing_text(question, roles);
  }

  const RoundsPlan& plan_;
  Comparison comparison_;
  std::vector<Arm> members_;
  std::size_t chosen_of_ = 0;  // the number of arms in play when members_ was chosen
  std::vector<std::uint64_t> pulls_;
  RunRecord record_;
};

/// One replication after another, on one thread.
class RoundReplications {
 public:
  /// The plan must outlive it.
  explicit RoundReplications(const RoundsPlan& plan)
      : plan_(plan),
        rewards_(plan.design.law, plan.world),
        sign_(plan.question.direction == Direction::highest ? 1.0 : -1.0),
        values_(plan.world.means.size()),
        records_(plan.deltas.size()) {
    courses_.reserve(plan.deltas.size());
    for (const std::size_t i : detail::falling(plan.deltas)) {
      courses_.emplace_back(plan, plan.deltas[i]);
    }
  }

  /// Runs a replication; false if the control stopped it before its end.
  bool run(std::uint64_t replication, const Control& control) {
    rewards_.start({plan_.seed, replication});
    merits_.of_arms.clear();
    for (Course& course : courses_) course.start();
    std::size_t open = courses_.size();
    for (std::uint64_t round = 0; open > 0; ++round) {
      if (control.stop_requested()) return false;
      for (Course& course : courses_) {
        if (!course.ended() && !play(course, round)) --open;
      }
    }
    for (std::size_t k = 0; k < courses_.size(); ++k) records_[k] = courses_[k].record();
    return true;
  }

  const std::vector<RunRecord>& records() const { return records_; }
  std::span<const std::uint64_t> pulls(std::size_t risk) const { return courses_[risk].pulls(); }
  std::uint64_t rounds(std::size_t risk) const { return courses_[risk].comparison().rounds(); }
  std::uint64_t steps() const { return records_.back().samples; }

 private:
  /// False if that ended the course.
  bool play(Course& course, std::uint64_t round) {
    const std::span<const Arm> members = course.next();
    if (members.empty()) {
      course.judge_undecided(merits());
      return false;
    }
    for (const Arm a : members) values_[a] = sign_ * rewards_.at(a, round);
    course.add(values_);
    if (!course.comparison().verdict()) return true;
    course.judge(merits());
    return false;
  }

  const Merits& merits() {
    if (!merits_.of_arms.empty()) return merits_;
    merits_.exact_ties = plan_.design.items.has_value();
    merits_.of_arms = plan_.world.means;
    if (plan_.design.items) find_averages(*plan_.design.items);
    double size = 0.0;
    for (double& merit : merits_.of_arms) {
      merit *= sign_;
      size = std::max(size, std::abs(merit));
    }
    merits_.rounding_error = rounding * size;
    return merits_;
  }

  /// The averages of all items.
  void find_averages(std::uint64_t items) {
    for (Arm a = 0; a < merits_.of_arms.size(); ++a) {
      double total = 0.0;
      for (std::uint64_t item = 0; item < items; ++item) total += rewards_.at(a, item);
      merits_.of_arms[a] = total / static_cast<double>(items);
    }
  }

  const RoundsPlan& plan_;
  RoundRewards rewards_;
  double sign_;
  std::vector<Course> courses_;  // by risk, the largest first
  std::vector<double> values_;   // higher is better
  std::vector<RunRecord> records_;
  Merits merits_;  // of this replication; without arms until they are needed
};

/// Collects the results of all threads.
class RoundsCollector {
 public:
  explicit RoundsCollector(const RoundsPlan& plan)
      : order_(detail::falling(plan.deltas)),
        rule_({.rule = "rounds",
               .deltas = plan.deltas,
               .runs = plan.runs,
               .records = plan.records,
               .arms = plan.world.means.size()}),
        rounds_(plan.deltas.size()) {
    if (plan.records == Records::none) return;
    of_runs_.assign(plan.deltas.size(), std::vector<std::uint64_t>(plan.runs));
  }

  void add(const RoundReplications& done, std::uint64_t place, std::uint64_t ns) {
    rule_.add(done, place, ns);
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      rounds_[order_[k]].add(done.rounds(k));
      if (!of_runs_.empty()) of_runs_[order_[k]][place] = done.rounds(k);
    }
  }

  RoundsResult take() { return {rule_.take(), std::move(rounds_), std::move(of_runs_)}; }

 private:
  std::vector<std::size_t> order_;
  detail::RuleCollector rule_;
  std::mutex mutex_;
  std::vector<Tally> rounds_;
  std::vector<std::vector<std::uint64_t>> of_runs_;
};

}  // namespace

void validate(const RoundsPlan& plan) {
  validate(plan.design, plan.question, plan.world.means.size());
  validate(plan.world, plan.design.law);
  if (plan.runs == 0) throw InputError("runs: 0 is too few; give at least 1");
  if (plan.max_samples == 0) throw InputError("max-samples: 0 is too few; give at least 1");
  validate_risks(plan.deltas);
}

RoundsResult simulate_rounds(const RoundsPlan& plan, const Control& control) {
  validate(plan);
  RoundsCollector collector(plan);
  const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
    auto replications = std::make_shared<RoundReplications>(plan);
    return [&, replications](std::uint64_t place) {
      const std::uint64_t began = thread_cpu_ns();
      if (!replications->run(plan.first + place, control)) return false;
      collector.add(*replications, place, thread_cpu_ns() - began);
      return true;
    };
  };
  share_out({.count = plan.runs, .threads = plan.threads}, make_worker, [&](std::uint64_t done) {
    if (control.progress) control.progress(done, plan.runs);
  });
  return collector.take();
}

std::optional<CharacteristicTime> bound_in_rounds(const RoundsPlan& plan) {
  const std::vector<double>& sigmas = plan.world.sigmas;
  const bool is_normal = std::holds_alternative<SymmetricSpec>(plan.design.law) &&
                         std::ranges::count(sigmas, sigmas.front()) == std::ssize(sigmas);
  if (!is_normal || plan.question.good_enough > 0.0) return std::nullopt;
  Analysis analysis =
      analyse_or_tie({GaussianSpec{sigmas.front()}, plan.question, plan.world.means});
  if (!analysis.has_answer() || analysis.status != BoundStatus::proved) return std::nullopt;
  analysis.bound.time *= 1.0 - plan.world.correlation;
  return std::move(analysis.bound);
}

}  // namespace mirador
