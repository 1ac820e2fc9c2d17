#include "mirador/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include "sim/render.hpp"
#include "text/numbers.hpp"
#include "text/problem_words.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

constexpr std::size_t label_width = 14;

/// At most `most` arms, those with the largest w*, in their own order.
std::vector<Arm> shown_arms(std::span<const double> weights, std::size_t most) {
  std::vector<Arm> arms(weights.size());
  std::iota(arms.begin(), arms.end(), Arm{0});
  std::stable_sort(arms.begin(), arms.end(), [&](Arm a, Arm b) { return weights[a] > weights[b]; });
  arms.resize(std::min(most, arms.size()));
  std::sort(arms.begin(), arms.end());
  return arms;
}

std::string left_out(std::size_t shown, std::size_t arms) {
  if (shown == arms) return {};
  return fmt::format("({} of {} arms: those with the largest w*; --format json has all)\n", shown,
                     arms);
}

/// The meaning of T*, if it is more than the time to answer the question.
std::string time_note(const ProblemSpec& problem) {
  std::string note;
  if (std::holds_alternative<BoundedSpec>(problem.family)) {
    note += "; T* of the hardest laws with these means";
  }
  if (margin_of(problem.question) > 0.0) {
    note += std::holds_alternative<ThresholdingSpec>(problem.question)
                ? "; to settle every arm as on its side or within the margin"
                : "; to settle every rival as no better or within the margin";
  }
  if (good_enough_of(problem.question) > 0.0) note += "; to find one that is good enough";
  return note;
}

/// The meaning of the lower bound, to follow "T* kl(delta,1-delta)".
std::string bound_note(const Analysis& analysis) {
  const std::string asymptotic = "asymptotic, as delta falls, because several answers are right";
  switch (analysis.status) {
    case BoundStatus::worst_case:
      return "for the hardest laws with these means (others may need fewer samples)" +
             (analysis.several_answers() ? ", " + asymptotic : "");
    case BoundStatus::asymptotic:
      return asymptotic;
    case BoundStatus::estimate:
      return "an estimate: each rival by the claim that is easier at equal proportions";
    case BoundStatus::proved:
      break;
  }
  return "which no rule of risk delta beats on average";
}

std::string time_text(const ProblemSpec& problem, const Analysis& analysis) {
  if (!analysis.has_answer()) return "infinite: no number of samples is enough";
  const std::string note = time_note(problem);
  if (analysis.status == BoundStatus::estimate) {
    return fmt::format("about {:.7g}, an estimate{}", analysis.bound.time, note);
  }
  return fmt::format("{:.7g}, certified to a relative gap of {}{}", analysis.bound.time,
                     rounded_up(analysis.bound.gap, 1), note);
}

/// "4 symmetric, compare mean, sigma 1, means 1 0.85 0.8 0.75, correlation 0.5".
std::string rounds_text(const RoundsPlan& plan) {
  std::string text = fmt::format("{} {}", plan.world.means.size(), law_text(plan.design.law));
  if (std::holds_alternative<SymmetricSpec>(plan.design.law)) {
    text += fmt::format(", sigma{} {} (unknown to the rules)",
                        plan.world.sigmas.size() == 1 ? "" : "s", list_text(plan.world.sigmas));
  }
  return text + fmt::format(", means {}, correlation {}", list_text(plan.world.means),
                            exact(plan.world.correlation));
}

/// What a round is, and what the verdict rests on.
std::string design_text(const RoundsPart& rounds) {
  const RoundsSpec& design = rounds.plan.design;
  std::string text = design.round_size
                         ? fmt::format("{} arms per round, measured", *design.round_size)
                         : "all arms in play, measured";
  text += " side by side";
  if (design.items) text += fmt::format(" on {} items", *design.items);
  return text +
         fmt::format(" [{}]: {}", to_string(rounds.guarantee.status), rounds.guarantee.reason);
}

std::string heading(const ProblemSpec& problem, const Analysis& analysis) {
  return labelled("problem", question_text(problem.question)) +
         labelled("arms", fmt::format("{} {}, means {}", problem.means.size(),
                                      family_text(problem.family), list_text(problem.means))) +
         labelled("answer", abbreviated(analysis.answer)) +
         labelled("T*", time_text(problem, analysis));
}

std::string heading(const SimReport& report) {
  const ProblemSpec& problem = report.problem;
  if (!report.rounds) return heading(problem, report.analysis);
  std::string text = labelled("problem", question_text(problem.question)) +
                     labelled("arms", rounds_text(report.rounds->plan)) +
                     labelled("answer", abbreviated(report.analysis.answer)) +
                     labelled("rounds", design_text(*report.rounds));
  if (report.request.plan.rules.empty()) return text;
  return text +
         labelled("rules", "beside them, on independent arms of the same means: " +
                               family_text(problem.family)) +
         labelled("T*", time_text(problem, report.analysis));
}

/// Whether there are sampling rules, and not only rounds.
bool has_rules(const SimReport& report) { return !report.request.plan.rules.empty(); }

bool any_undecided(const SimReport& report) {
  return std::ranges::any_of(report.results, [](const RuleResult& result) {
    return std::ranges::any_of(result.summaries,
                               [](const Summary& s) { return s.undecided() > 0; });
  });
}

std::string delta_text(double delta) {
  const std::string all = exact(delta);
  return all.size() <= 8 ? all : fmt::format("{:.4g}", delta);
}

/// The number of verdicts "equal within the margin", or of ties on all items; empty without both.
std::string equal_line(const SimReport& report, std::size_t place) {
  const bool items = report.rounds && report.rounds->plan.design.items;
  const bool margin = margin_of(report.problem.question) > 0.0;
  if (!margin && !items) return {};
  std::string text = margin ? "runs that ended \"equal within the margin\":"
                            : "runs that ended with a tie on all items:";
  for (const RuleResult& result : report.results) {
    text += fmt::format("{} {} {}", &result == &report.results.front() ? "" : ",",
                        shortened(result.rule, label_width), result.summaries[place].equal());
  }
  return wrapped(text);
}

/// The lower bounds of the results: in rounds, and of the independent rules.
void add_bounds(Table& table, const SimReport& report, double delta) {
  const auto add = [&](const char* label, double bound) {
    const bool useful = bound > 0.0 && std::isfinite(bound);
    table.add({label, std::isfinite(bound) ? short_number(bound, Rounding::down) : "infinite",
               useful ? "1.00" : ""});
  };
  if (report.rounds && report.rounds->bound) {
    add("bound, rounds", report.rounds->bound->lower_bound(delta));
  }
  if (!has_rules(report)) return;
  const bool estimate = report.analysis.status == BoundStatus::estimate;
  add(estimate ? "estimate" : "lower bound", report.analysis.bound.lower_bound(delta));
}

/// "mean number of rounds: 281.3 ± 3.1"; empty without rounds.
std::string rounds_line(const SimReport& report, std::size_t place) {
  if (!report.rounds || report.rounds->rounds.empty()) return {};
  return "mean number of rounds: " + short_number(report.mean_rounds(place)) + "\n";
}

/// Whether the shortfall of a recommendation is known; with a budget.
bool has_shortfall(const SimReport& report) {
  return std::ranges::any_of(report.results, [&](const RuleResult& result) {
    return report.worth_in(result.summaries.front())->shortfall.has_value();
  });
}

/// How often each rule's recommendation was right, and how far it fell short; empty without a
/// budget.
std::string worth_table(const SimReport& report, std::size_t place, bool colour) {
  if (!report.request.plan.max_samples || report.results.empty()) return {};
  const bool shows_shortfall = has_shortfall(report);
  std::vector<std::string> headings = {fmt::format("budget {}", *report.request.plan.max_samples),
                                       "right% (min-max)"};
  if (shows_shortfall) headings.push_back("shortfall ± s.e.");
  Table table(headings);
  for (const RuleResult& result : report.results) {
    const Worth worth = *report.worth_in(result.summaries[place]);
    std::vector<std::string> row = {
        shortened(result.rule, label_width),
        fmt::format("{} ({}-{})", percent(worth.right), percent(worth.right_lower, Rounding::down),
                    percent(worth.right_upper, Rounding::up))};
    if (shows_shortfall) {
      row.push_back(worth.shortfall ? with_error(*worth.shortfall, *worth.shortfall_std_error)
                                    : "");
    }
    table.add(row);
  }
  return table.str(colour);
}

std::string delta_table(const SimReport& report, std::size_t place, bool colour) {
  const double delta = report.request.plan.deltas[place];
  const bool undecided = any_undecided(report);
  std::vector<std::string> headings = {
      "delta " + delta_text(delta), "mean ± s.e.", "/bound", "median", "5-95 %", "error% (max)"};
  if (undecided) headings.push_back("undec.");
  Table table(headings);
  add_bounds(table, report, delta);
  for (const RuleResult& result : report.results) {
    const Summary& runs = result.summaries[place];
    const double bound = report.bound_of(result, delta).value_or(0.0);
    const bool useful = bound > 0.0 && std::isfinite(bound);
    std::vector<std::string> row = {
        shortened(result.rule, label_width),
        (runs.undecided() > 0 ? "≥" : "") + with_error(runs.mean(), runs.std_error()),
        useful ? short_number(runs.mean() / bound) : "",
        short_number(runs.quantile(0.5)),
        short_samples(runs.quantile(0.05)) + "-" + short_samples(runs.quantile(0.95)),
        percent(runs.error_rate()) + " (" + percent(runs.error_upper(), Rounding::up) + ")"};
    if (undecided) row.push_back(std::to_string(runs.undecided()));
    table.add(row);
  }
  return table.str(colour) + rounds_line(report, place) + equal_line(report, place) +
         worth_table(report, place, colour) + "\n";
}

/// The shares of the arms at the smallest δ, beside w*, and the time of a step.
std::string share_table(const SimReport& report, bool colour) {
  const auto& deltas = report.request.plan.deltas;
  const auto place =
      static_cast<std::size_t>(std::min_element(deltas.begin(), deltas.end()) - deltas.begin());
  const bool known = report.analysis.has_answer() && has_rules(report);
  const std::vector<double> optimum =
      known ? report.analysis.bound.weights : std::vector(report.problem.means.size(), 1.0);
  const std::vector<Arm> arms = shown_arms(optimum, 7);
  std::vector<std::string> headings = {"share of arm"}, best = {"w*"};
  for (const Arm a : arms) {
    headings.push_back(std::to_string(a + 1));
    best.push_back(fmt::format("{:.4f}", optimum[a]));
  }
  headings.push_back("ns/step");
  Table table(headings);
  if (known) table.add(best);
  for (const RuleResult& result : report.results) {
    const std::vector<double> shares = result.summaries[place].proportions();
    std::vector<std::string> row = {shortened(result.rule, label_width)};
    for (const Arm a : arms) row.push_back(fmt::format("{:.4f}", shares[a]));
    row.push_back(fmt::format("{:.0f}", result.ns_per_step));
    table.add(row);
  }
  return table.str(colour) + left_out(arms.size(), optimum.size());
}

/// What the numbers of the rounds mean.
std::string notes_of_rounds(const SimReport& report) {
  if (!report.rounds) return {};
  std::string text = "rounds: mean and quantiles count single measurements. ";
  if (report.rounds->bound) {
    text +=
        "bound, rounds: the lower bound in rounds, normal values: (1-correlation) T* "
        "kl(delta,1-delta) with the T* of a known standard deviation. ";
  }
  if (report.rounds->plan.design.items) {
    text += "The items are a sample of the law; an answer is right if its total on them is. ";
  }
  return text;
}

/// What the table of recommendations says.
std::string notes_of_worth(const SimReport& report) {
  if (!report.request.plan.max_samples) return {};
  std::string text =
      "right%: runs that recommend a right answer, with 99.9 % confidence bounds; a run recommends "
      "its verdict or, once the budget is spent, its answer so far. ";
  if (has_shortfall(report)) {
    text +=
        "shortfall: by how much the true mean of the recommended arm is worse than the best, on "
        "average. ";
  }
  return text;
}

std::string notes(const SimReport& report) {
  const std::string cut =
      any_undecided(report)
          ? fmt::format(
                "≥: undecided runs (undec.) count with their {} sample{} (--max-samples), so the "
                "mean is a lower bound.",
                report.request.plan.longest_run(),
                report.request.plan.longest_run() == 1 ? "" : "s")
          : "No run was undecided.";
  const bool bounded = std::holds_alternative<BoundedSpec>(report.problem.family);
  const std::string bound = report.analysis.has_answer()
                                ? "T* kl(delta,1-delta), " + bound_note(report.analysis)
                                : "none";
  return wrapped(notes_of_rounds(report) +
                 (has_rules(report) ? "lower bound: " + bound + ". " : "") +
                 "error%: wrong answers, and their 99.9 % upper confidence bound. Shares are " +
                 "those at the smallest delta. " + notes_of_worth(report) +
                 (bounded ? "The simulated distributions are power laws. " : "") + cut);
}

std::string runs_text(const SimReport& report) {
  const Plan& plan = report.request.plan;
  std::string text =
      fmt::format("{} of every rule, seed {}, backend {}", plan.runs, plan.seed, report.backends);
  if (!report.interrupted) return text;
  text += "; INTERRUPTED, finished:";
  for (const RuleResult& result : report.results) {
    text +=
        fmt::format(" {} {}", shortened(result.rule, label_width), result.summaries.front().runs());
  }
  return text + (report.results.empty() ? " none" : "");
}

}  // namespace

std::string to_text(const BoundReport& report, const Screen& screen) {
  const CharacteristicTime& bound = report.analysis.bound;
  Table arms({"arm", "mean", "w*"});
  const std::vector<Arm> shown = shown_arms(bound.weights, 12);
  for (const Arm a : shown) {
    arms.add({std::to_string(a + 1), exact(report.problem.means[a]),
              fmt::format("{:.6f}", bound.weights[a])});
  }
  Table bounds({"delta", "samples needed on average, T* kl(delta,1-delta)"});
  for (const double delta : report.deltas) {
    bounds.add({exact(delta), short_number(bound.lower_bound(delta), Rounding::down)});
  }
  const std::string text = heading(report.problem, report.analysis) + "\n" +
                           arms.str(screen.colour) + left_out(shown.size(), bound.weights.size()) +
                           "\n" + bounds.str(screen.colour);
  if (report.analysis.status == BoundStatus::proved) return text;
  return text + "\n" + wrapped("T* kl(delta,1-delta) is " + bound_note(report.analysis) + ".");
}

std::string to_text(const SimReport& report, const Screen& screen) {
  std::string text = heading(report);
  if (has_rules(report)) {
    text += labelled("stopping",
                     fmt::format("{} [{}]: {}", report.request.stopping,
                                 to_string(report.guarantee.status), report.guarantee.reason));
  }
  text += labelled("runs", runs_text(report)) + "\n";
  if (report.results.empty()) return text;
  for (std::size_t i = 0; i < report.request.plan.deltas.size(); ++i) {
    text += delta_table(report, i, screen.colour);
  }
  return text + share_table(report, screen.colour) + "\n" + notes(report);
}

}  // namespace mirador::cli
