#include "paper/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <variant>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "paper/instance.hpp"
#include "plot/text.hpp"

namespace mirador::paper {
namespace {

std::vector<StepTime> step_times(const Simulation& simulation) {
  std::vector<StepTime> rows;
  for (const auto& [rule, seconds] : paper_times) {
    rows.push_back({std::string(rule), 1e-9 * simulation.rule(rule).ns_per_step, seconds});
  }
  return rows;
}

std::vector<NormalisedTimes> normalised(const Simulation& simulation) {
  std::vector<NormalisedTimes> list;
  for (const RuleResult& result : simulation.report.results) {
    NormalisedTimes times{result.rule, simulation.report.request.stopping, {}};
    for (std::size_t i = 0; i < result.deltas.size(); ++i) {
      const double information = -std::log(result.deltas[i]);
      const Summary& summary = result.summaries[i];
      times.points.push_back(
          {result.deltas[i], summary.mean() / information, summary.std_error() / information});
    }
    list.push_back(std::move(times));
  }
  return list;
}

/// The scale of "lma:L=0.01"; nothing for a learner without a scale.
std::optional<double> scale_of(const std::string& rule) {
  return std::get<LmaSpec>(parse_rule(rule).kind).scale;
}

std::vector<ScaleCurve> scale_curves(const Simulation& simulation) {
  std::vector<ScaleCurve> curves;
  const std::vector<double>& deltas = simulation.report.request.plan.deltas;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    ScaleCurve curve{.delta = deltas[i], .points = {}, .adaptive = 0.0, .adaptive_error = 0.0};
    for (const RuleResult& result : simulation.report.results) {
      const Summary& summary = result.summaries[i];
      if (const auto scale = scale_of(result.rule)) {
        curve.points.push_back({*scale, summary.mean(), summary.std_error()});
      } else {
        curve.adaptive = summary.mean();
        curve.adaptive_error = summary.std_error();
      }
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

/// The rows of one instance; its simulations have names that begin with `prefix`.
void add_thresholds(const Study& study, const std::string& prefix, const std::string& instance,
                    std::vector<ThresholdRow>& rows) {
  const Simulation& usual = study[prefix + "heuristic"];
  for (const char* stopping : {"heuristic", "mixture", "kaufmann-koolen", "menard"}) {
    const Simulation& simulation = study[prefix + stopping];
    for (const RuleResult& result : simulation.report.results) {
      for (std::size_t i = 0; i < result.deltas.size(); ++i) {
        const Summary& summary = result.summaries[i];
        rows.push_back({.instance = instance,
                        .stopping = stopping,
                        .status = std::string(to_string(simulation.report.guarantee.status)),
                        .rule = result.rule,
                        .delta = result.deltas[i],
                        .mean = summary.mean(),
                        .std_error = summary.std_error(),
                        .ratio = summary.mean() / usual.rule(result.rule).summaries[i].mean(),
                        .error_rate = summary.error_rate(),
                        .error_upper = summary.error_upper()});
      }
    }
  }
}

double time_of(std::array<double, 4> means) {
  return characteristic_time(BestArm(Gaussian(1.0), means.size()), Arm{0}, means).time;
}

/// Compares every pair of rules at both risks with the statement "the first rule needs less" or,
/// with `same`, "both need the same".
Statement judged(const Simulation& race, std::string text,
                 const std::vector<std::pair<std::string, std::string>>& pairs, bool same = false) {
  Statement statement{std::move(text), {}, {}};
  bool all_agree = true, one_denies = false;
  std::vector<std::string> rules;
  for (const auto& [first, second] : pairs) {
    for (const std::string& rule : {first, second}) {
      if (std::ranges::count(rules, rule) == 0) rules.push_back(rule);
    }
    for (std::size_t i = 0; i < race.rule(first).summaries.size(); ++i) {
      const Summary &one = race.rule(first).summaries[i], &two = race.rule(second).summaries[i];
      const double gap = two.mean() - one.mean();
      const double noise = 3.0 * std::hypot(one.std_error(), two.std_error());
      all_agree = all_agree && !same && gap > noise;  // equality cannot be shown by simulation
      one_denies = one_denies || (same ? std::abs(gap) > noise : gap < -noise);
    }
  }
  for (const std::string& rule : rules) {
    statement.numbers += (statement.numbers.empty() ? "" : "; ") + display_name(rule);
    for (const Summary& summary : race.rule(rule).summaries) {
      statement.numbers +=
          (&summary == &race.rule(rule).summaries.front() ? " " : ", ") + mean_text(summary);
    }
  }
  statement.verdict = one_denies ? "does not agree" : all_agree ? "agrees" : "too close to tell";
  return statement;
}

std::vector<Statement> statements_of(const Simulation& race) {
  return {
      judged(race, "All rules need fewer samples than uniform sampling.",
             {{"bc", "unif"}, {"ttts", "unif"}, {"lmac", "unif"}, {"lma", "unif"}, {"dt", "unif"}}),
      judged(race, "LMA needs slightly more than BC, TTTS and DT.",
             {{"bc", "lma"}, {"ttts", "lma"}, {"dt", "lma"}}),
      judged(race, "LMA with a constant rate (LMAc) gives the same results as BC.",
             {{"lmac", "bc"}}, true),
      judged(race, "DT needs slightly fewer than the others.",
             {{"dt", "bc"}, {"dt", "ttts"}, {"dt", "lmac"}, {"dt", "lma"}})};
}

double middle_share(const Simulation& thresholding) {
  const std::vector<double>& weights = thresholding.report.analysis.bound.weights;
  return weights[1] + weights[2];
}

double unforced_excess(const Simulation& signed_simulation) {
  const auto mean = [&](std::string_view rule) {
    return signed_simulation.rule(rule).summaries.back().mean();
  };
  return mean("fw:forcing=none") / mean("fw");
}

}  // namespace

ScalePoint ScaleCurve::best() const {
  return *std::ranges::min_element(points, {}, &ScalePoint::mean);
}

ScalePoint ScaleCurve::worst() const {
  return *std::ranges::max_element(points, {}, &ScalePoint::mean);
}

Findings findings_of(const Study& study) {
  const Analysis& analysis = study["figure1"].report.analysis;
  Findings findings{.time = analysis.bound.time,
                    .misprint_time = time_of({1.0, 0.85, 0.8, 0.7}),
                    .weights = analysis.bound.weights,
                    .references = {},
                    .statements = statements_of(study["figure1"]),
                    .steps = step_times(study["table1"]),
                    .theorem = normalised(study["theorem"]),
                    .theorem_signed = normalised(study["theorem_signed"]),
                    .middle_share = middle_share(study["thresholding"]),
                    .signed_time = study["signed"].report.analysis.bound.time,
                    .unforced_excess = unforced_excess(study["theorem_signed"]),
                    .scales = scale_curves(study["scale"]),
                    .thresholds = {}};
  for (const double delta : study["figure1"].report.request.plan.deltas) {
    findings.references.push_back({delta, -findings.time * std::log(delta)});
  }
  for (const char* name : {"theorem_mixture", "theorem_menard"}) {
    for (NormalisedTimes& times : normalised(study[name])) {
      findings.theorem.push_back(std::move(times));
    }
  }
  add_thresholds(study, "", paper_instance, findings.thresholds);
  add_thresholds(study, "close_", close_instance, findings.thresholds);
  return findings;
}

std::string mean_text(const Summary& summary) {
  return fmt::format("{:.0f} ± {:.0f}", summary.mean(), summary.std_error());
}

std::string rounded(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return plot::grouped(std::round(value / unit) * unit, unit < 1.0 ? 1 : 0);
}

std::string display_name(const std::string& rule) {
  if (rule == "fw:forcing=none") return "FW unforced";
  if (rule == "lmac") return "LMAc";
  if (rule == "unif") return "Unif";
  if (rule.starts_with("lma:")) return "LMA, " + rule.substr(4);
  if (rule.starts_with("lmac:")) return "LMAc, " + rule.substr(5);
  std::string name = rule;
  std::ranges::transform(name, name.begin(), [](char c) { return std::toupper(c); });
  return name;
}

}  // namespace mirador::paper
