#include "paper/findings.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <variant>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "paper/instance.hpp"

namespace mirador::paper {
namespace {

std::vector<StepTime> step_times(const Experiment& experiment) {
  std::vector<StepTime> rows;
  for (const auto& [rule, seconds] : paper_times) {
    rows.push_back({std::string(rule), 1e-9 * experiment.rule(rule).ns_per_step, seconds});
  }
  return rows;
}

std::vector<NormalisedTimes> normalised(const Experiment& experiment) {
  std::vector<NormalisedTimes> list;
  for (const RuleResult& result : experiment.report.results) {
    NormalisedTimes times{result.rule, experiment.report.request.stopping, {}};
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

/// The scale of "lma:L=0.01"; nothing for the learner without one.
std::optional<double> scale_of(const std::string& rule) {
  return std::get<LmaSpec>(parse_rule(rule).kind).scale;
}

std::vector<ScaleCurve> scale_curves(const Experiment& experiment) {
  std::vector<ScaleCurve> curves;
  const std::vector<double>& deltas = experiment.report.request.plan.deltas;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    ScaleCurve curve{.delta = deltas[i], .points = {}, .adaptive = 0.0, .adaptive_error = 0.0};
    for (const RuleResult& result : experiment.report.results) {
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

/// The rows of one instance; `prefix` begins the names of its experiments.
void add_thresholds(const Study& study, const std::string& prefix, const std::string& instance,
                    std::vector<ThresholdRow>& rows) {
  const Experiment& usual = study[prefix + "heuristic"];
  for (const char* stopping : {"heuristic", "mixture", "kaufmann-koolen", "menard"}) {
    const Experiment& experiment = study[prefix + stopping];
    for (const RuleResult& result : experiment.report.results) {
      for (std::size_t i = 0; i < result.deltas.size(); ++i) {
        const Summary& summary = result.summaries[i];
        rows.push_back({.instance = instance,
                        .stopping = stopping,
                        .status = std::string(to_string(experiment.report.guarantee.status)),
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

double unforced_excess(const Experiment& signed_experiment) {
  const auto mean = [&](std::string_view rule) {
    return signed_experiment.rule(rule).summaries.back().mean();
  };
  return mean("fw:forcing=none") / mean("lma");
}

}  // namespace

ScalePoint ScaleCurve::best() const {
  return *std::ranges::min_element(points, {}, &ScalePoint::mean);
}

ScalePoint ScaleCurve::worst() const {
  return *std::ranges::max_element(points, {}, &ScalePoint::mean);
}

Findings findings_of(const Study& study) {
  const cli::Analysis& analysis = study["figure1"].report.analysis;
  Findings findings{.time = analysis.bound.time,
                    .misprint_time = time_of({1.0, 0.85, 0.8, 0.7}),
                    .weights = analysis.bound.weights,
                    .references = {},
                    .steps = step_times(study["table1"]),
                    .theorem = normalised(study["theorem"]),
                    .theorem_signed = normalised(study["theorem_signed"]),
                    .signed_time = study["signed"].report.analysis.bound.time,
                    .unforced_excess = unforced_excess(study["theorem_signed"]),
                    .scales = scale_curves(study["scale"]),
                    .thresholds = {}};
  for (const double delta : study["figure1"].report.request.plan.deltas) {
    findings.references.push_back({delta, -findings.time * std::log(delta)});
  }
  for (NormalisedTimes& times : normalised(study["theorem_proved"])) {
    findings.theorem.push_back(std::move(times));
  }
  add_thresholds(study, "", "four arms (the paper's)", findings.thresholds);
  add_thresholds(study, "close_", "two arms, 0.1 apart", findings.thresholds);
  return findings;
}

std::string display_name(const std::string& rule) {
  if (rule == "fw:forcing=none") return "FW unforced";
  if (rule == "lmac") return "LMAc";
  if (rule == "unif") return "Unif";
  if (rule.starts_with("lma:")) return "LMA, " + rule.substr(4);
  std::string name = rule;
  std::ranges::transform(name, name.begin(), [](char c) { return std::toupper(c); });
  return name;
}

}  // namespace mirador::paper
