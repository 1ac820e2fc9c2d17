#include "paper/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "html/html.hpp"
#include "html/style.hpp"
#include "paper/charts.hpp"
#include "paper/instance.hpp"
#include "paper/machine.hpp"
#include "paper/slips.hpp"
#include "plot/theme.hpp"
#include "text/rounding.hpp"

namespace mirador::paper {
namespace {

using namespace page;

/// "0.35 % (at most 0.57 %)": errors seen, and the 99.9 % upper bound.
std::string error_text(double rate, double upper) {
  return fmt::format("{:.2f} % (≤ {} %)", 100.0 * rate,
                     cli::fixed_text(100.0 * upper, 2, cli::Rounding::up));
}

/// A row for every rule: mean and errors at every risk.
Table race_table(const Simulation& simulation) {
  Table table;
  table.head = {"rule"};
  const cli::SimReport& report = simulation.report;
  for (const double delta : report.request.plan.deltas) {
    table.head.push_back(fmt::format("mean τ, δ = {}", delta));
    table.head.push_back("errors");
  }
  for (const RuleResult& result : report.results) {
    std::vector<std::string> row = {display_name(result.rule)};
    for (const Summary& summary : result.summaries) {
      row.push_back(mean_text(summary));
      row.push_back(error_text(summary.error_rate(), summary.error_upper()));
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<std::string> bound = {"T* log(1/δ)"};
  for (const double delta : report.request.plan.deltas) {
    bound.push_back(fmt::format("{:.1f}", -report.analysis.bound.time * std::log(delta)));
    bound.emplace_back();
  }
  table.rows.push_back(std::move(bound));
  return table;
}

std::string made_by(const Simulation& simulation) { return made_by_command(simulation.command()); }

const ThresholdRow& threshold_row(const Findings& findings, std::string_view stopping) {
  return *std::ranges::find_if(findings.thresholds, [&](const ThresholdRow& row) {
    return row.instance == paper_instance && row.stopping == stopping && row.rule == "bc" &&
           row.delta == findings.references.back().delta;
  });
}

/// A summary in five sentences. They state numbers only: a few runs would not support conclusions.
std::string short_version(const Study& study, const Findings& findings) {
  const auto mean = [&](std::string_view rule) {
    return mean_text(study["figure1"].rule(rule).summaries.back());
  };
  const ScaleCurve& scales = findings.scales.front();
  const RuleResult& lma = study["theorem"].rule("lma");
  return fmt::format(
      "<div class=\"summary\"><ul><li><b>Figure 1.</b> At δ = 0.01 BC takes {} samples, DT {}, "
      "TTTS {}, LMAc {}, LMA {} and uniform sampling {}; T* log(1/δ) is {:.1f}. The paper’s "
      "statements about its figure are checked <a href=\"#statements\">one by "
      "one</a>.</li><li><b>The theorem.</b> At δ = 10⁻²⁰ LMA takes {} samples, {:.0f} per "
      "unit of log(1/δ); T* is {:.1f}.</li><li><b>Forced exploration.</b> On a signed problem "
      "at δ = 10⁻²⁰ Frank–Wolfe without it takes {:.1f} times the samples of Frank–Wolfe with it, "
      "on average.</li><li><b>The learning rate.</b> On the paper’s instance at δ = {} AdaHedge, "
      "which has no parameter to tune, takes {:.0f} ± {:.0f} samples; the scales L tried take "
      "between "
      "{:.0f} and {:.0f}.</li><li><b>The threshold.</b> With BC at δ = 0.01 the proved thresholds "
      "of the paper (menard) and of Kaufmann and Koolen take {:.1f} and {:.2f} times the samples "
      "of the unproved one that the paper’s experiments use; mixture, proved as well, takes {:.2f} "
      "times.</li></ul></div>",
      mean("bc"), mean("dt"), mean("ttts"), mean("lmac"), mean("lma"), mean("unif"),
      findings.references.back().samples, mean_text(lma.summaries.back()),
      findings.theorem.front().points.back().ratio, findings.time, findings.unforced_excess,
      scales.delta, scales.adaptive, scales.adaptive_error, scales.best().mean, scales.worst().mean,
      threshold_row(findings, "menard").ratio, threshold_row(findings, "kaufmann-koolen").ratio,
      threshold_row(findings, "mixture").ratio);
}

Table statement_table(const Findings& findings) {
  Table table{{"the paper", "here, at δ = 0.1 and 0.01", "verdict"}, {}, "words"};
  for (const Statement& statement : findings.statements) {
    table.rows.push_back({statement.text, statement.numbers, statement.verdict});
  }
  return table;
}

std::string figure1_section(const Study& study, const Findings& findings) {
  const Simulation& race = study["figure1"];
  return section("figure-1", "Figure 1: how many samples each rule needs") +
         fmt::format(
             "<p>Four Gaussian arms of variance 1 with means 1, 0.85, 0.8 and 0.75: which has the "
             "largest? All rules see the same rewards and stop by the paper’s own threshold log((1 "
             "+ log t)/δ), which is a heuristic: it is not proved to keep the risk. The "
             "optimal proportions are w* = ({:.4f}, {:.4f}, {:.4f}, {:.4f}) and T* = {:.4f}, so "
             "that T* log(1/δ) is {:.1f} at δ = 0.1 and {:.1f} at δ = 0.01.</p>",
             findings.weights[0], findings.weights[1], findings.weights[2], findings.weights[3],
             findings.time, findings.references[0].samples, findings.references[1].samples) +
         figure(figure1(study, findings), fmt::format("Stopping times of {} runs of every rule. {}",
                                                      study.settings.runs, made_by(race))) +
         html(race_table(race),
              "Means with standard errors, and wrong answers with their 99.9 % upper confidence "
              "bound.") +
         fmt::format(
             "<p><b>A misprint.</b> The captions of the paper’s figure and table give 0.7 as the "
             "last mean. T* would then be {:.1f}. The paper’s text, its w* and its times 1066 and "
             "2133 belong to 0.75, the value used here.</p>",
             findings.misprint_time) +
         "<p><b>Learning rates.</b> The paper does not give the rates of LMA and LMAc. Here LMA "
         "uses "
         "AdaHedge, which has no rate to choose, and LMAc has η = 10.</p><h3 "
         "id=\"statements\">The paper’s statements about its figure</h3>" +
         html(statement_table(findings),
              "Mean samples with standard errors. A difference below three standard errors is too "
              "close to tell.") +
         "<p>LMAc with other rates, beside BC:</p>" + html(race_table(study["lmac_rates"]), "") +
         figure_note(made_by(study["lmac_rates"]));
}

std::string table1_section(const Study& study, const Findings& findings) {
  Table table{{"rule", "here, s", "in the paper, s", "ratio"}, {}};
  for (const StepTime& step : findings.steps) {
    table.rows.push_back({display_name(step.rule), fmt::format("{:.2g}", step.seconds),
                          fmt::format("{:.0e}", step.paper_seconds), rounded(step.speed_up())});
  }
  return section("table-1", "Table 1: the time of a step") +
         fmt::format(
             "<p>The time of one step on one thread of {}: reward, sampling rule and stopping rule "
             "together. ",
             escaped(machine())) +
         "Machines and languages differ, so only the order of magnitude and the differences "
         "between rules are comparable. DT solves for w* at every step; this was slow in the paper "
         "and is fast with a better solver. TTTS draws again until it has a challenger.</p>" +
         html(table, "Seconds per step, and how many times faster than in the paper.") +
         figure(
             step_time_figure(findings),
             "Time of one step, logarithmic. The number is the ratio. " + made_by(study["table1"]));
}

/// One sentence per risk that some rule exceeded (with confidence 99.9 %).
std::string risk_note(const Simulation& simulation) {
  std::string note;
  const std::vector<double>& deltas = simulation.report.request.plan.deltas;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    const bool broken = std::ranges::any_of(
        simulation.report.results,
        [&](const RuleResult& result) { return result.summaries[i].error_lower() > deltas[i]; });
    if (!broken) continue;
    note += fmt::format(
        " At δ = {} more runs end with a wrong answer than δ allows: the heuristic threshold "
        "guarantees nothing.",
        deltas[i]);
  }
  return note;
}

std::string example(const Study& study, const char* name, const char* title,
                    const std::string& text) {
  const Simulation& simulation = study[name];
  return fmt::format("<h3 id=\"{}\">{}</h3>{}<p>Here T* = {:.1f}.{}</p>", name, title, text,
                     simulation.report.analysis.bound.time, risk_note(simulation)) +
         figure(example_figure(simulation), made_by(simulation)) + html(race_table(simulation), "");
}

/// The signed problem in numbers: the lack of forced exploration affects only a few runs.
std::string signed_text(const Study& study) {
  const auto point = [&](std::string_view rule, double level) {
    return study["signed"].rule(rule).summaries.front().quantile(level);
  };
  const auto mean = [&](std::string_view rule) {
    return mean_text(study["signed"].rule(rule).summaries.front());
  };
  return fmt::format(
      "<p>Means 0.05, 0.05, 0.05 and 0.5. Only the last arm is worth measuring, but the rules do "
      "not know that. Frank–Wolfe without forced exploration (FW unforced) follows the leader: if "
      "the first measurements of the last arm are misleading, it may hardly be measured again. At "
      "δ = 0.1 its median is {:.0f} samples, and that of FW with forcing {:.0f}. But its 95 % "
      "quantile is {:.0f} against {:.0f}, and its mean {} against {}. LMA does not fail in this "
      "way. AdaHedge is not the best learner here: LMA takes {} samples with the theorem’s L = 1 "
      "and {} with AdaHedge; uniform sampling takes {}. (Logarithmic scale.)</p>",
      point("fw:forcing=none", 0.5), point("fw", 0.5), point("fw:forcing=none", 0.95),
      point("fw", 0.95), mean("fw:forcing=none"), mean("fw"), mean("lma:L=1"), mean("lma"),
      mean("unif"));
}

std::string examples_section(const Study& study, const Findings& findings) {
  return section("examples", "The other examples of Appendix A") +
         "<p>The paper describes three more problems without experiments. The same rules work for "
         "all of them: a problem only has to compute how far the data are from another answer. "
         "FW is the Frank–Wolfe rule with forced exploration; for the best arm it is BC.</p>" +
         example(study, "thresholding", "Thresholding: which arms lie above 0.5?",
                 fmt::format("<p>Means 0.2, 0.4, 0.65 and 1. The optimal proportions give the two "
                             "arms next to the "
                             "threshold {:.0f} % of the samples.</p>",
                             100.0 * findings.middle_share)) +
         example(study, "signed", "Signed: do all arms lie above 0, or all below?",
                 signed_text(study)) +
         figure(signed_theorem_figure(findings),
                "The same problem as δ falls, both axes logarithmic. Without forcing, the few runs "
                "that "
                "miss the good arm dominate the mean. " +
                    made_by(study["theorem_signed"])) +
         example(
             study, "closest", "Closest: which mean of an increasing sequence is next to 0.5?",
             "<p>Means 0.1, 0.3, 0.52 and 0.7, known to increase, as in dose finding. Neither F "
             "nor w* has a closed form; the sub-gradient comes from isotonic regression.</p>");
}

std::string theorem_section(const Study& study, const Findings& findings) {
  const TrajectoryPoint& last = study.trajectories.front().points.back();
  return section("theorem", "The theorem in practice") +
         "<p>Theorem 2: for LMA with η = 1/√t (that is L = 1) and the paper’s threshold (menard) "
         "the limit superior of E[τ]/log(1/δ), as δ falls to 0, is at most T*. The figure shows "
         "this combination and the variants used in practice: AdaHedge with the heuristic and with "
         "the mixture threshold. The theorem does not cover BC and uniform sampling; they are "
         "shown "
         "for comparison. All thirteen risks come from the same trajectories, so the whole curve "
         "costs no more than its smallest risk.</p>" +
         figure(theorem_figure(findings),
                "Mean samples per unit of log(1/δ), both axes logarithmic. " +
                    made_by(study["theorem"]) + " " + made_by(study["theorem_mixture"]) + " " +
                    made_by(study["theorem_menard"])) +
         fmt::format(
             "<p>The proof follows three quantities along a trajectory. This page shows them for "
             "one trajectory of {} samples. The proportions N(t)/t slowly approach w*: "
             "at the end they are ({:.3f}, {:.3f}, {:.3f}, {:.3f}). The pulls stay within 2K√t of "
             "the sum of the mirror weights (at the end {:.1f} against {:.0f}). The learner’s "
             "regret on its linear gains, max over w of Σ g·(w − w̃), stays below its guarantee "
             "(at the end {:.2f} against {:.2f} nats); by concavity it bounds the paper’s Σ F(w*, "
             "m) − F(w̃, m), which is {:.2f}.</p>",
             last.round, last.shares[0], last.shares[1], last.shares[2], last.shares[3],
             last.tracking, last.tracking_bound, last.linear_regret, last.regret_bound,
             last.regret) +
         figure(share_figure(study.trajectories.front(), findings),
                "The share of every arm in the samples of LMA, and its limit w*. " +
                    made_by_command(study.settings.command())) +
         figure(tracking_figure(study),
                "The distance of the pulls from the sum of the mirror weights w̃, both axes "
                "logarithmic. " +
                    made_by_command(study.settings.command())) +
         figure(
             regret_figure(study),
             "Regret of the learners on their linear gains g, and its guaranteed bound: twice the "
             "mixability gap for AdaHedge; log(K)/η + Σ 2ηC² for the paper’s schedule, C the "
             "largest gain of a round. Both axes logarithmic. " +
                 made_by_command(study.settings.command()));
}

Table threshold_table(const Findings& findings) {
  Table table{{"instance", "stopping", "status", "rule", "δ", "mean τ ± s.e.", "ratio", "errors"},
              {}};
  for (const ThresholdRow& row : findings.thresholds) {
    table.rows.push_back(
        {row.instance, row.stopping, row.status, display_name(row.rule),
         fmt::format("{}", row.delta), fmt::format("{:.0f} ± {:.0f}", row.mean, row.std_error),
         fmt::format("{:.2f}", row.ratio), error_text(row.error_rate, row.error_upper)});
  }
  return table;
}

std::string open_section(const Study& study, const Findings& findings) {
  std::string scales;
  for (const ScaleCurve& curve : findings.scales) {
    scales += fmt::format(
        " At δ = {} the best scale tried is L = {} ({:.0f} samples); AdaHedge takes {:.0f}.",
        curve.delta, curve.best().scale, curve.best().mean, curve.adaptive);
  }
  return section("open", "What the paper leaves to the user") +
         "<h3>The learning rate</h3><p>The theorem is stated for η = 1/√t, that is L = 1 (its "
         "proof holds for every L). The experiments use an L “of order the norm of the "
         "sub-gradients”, which is unknown beforehand. AdaHedge sets the rate from the gains it "
         "has seen." +
         scales + "</p>" + figure(scale_figure(findings), made_by(study["scale"])) +
         "<h3>The threshold</h3><p>The stopping rule matters as much as the sampling rule. The "
         "threshold of the paper’s theorem (menard) and that of Kaufmann and Koolen are proved, "
         "but "
         "take several times the samples. The threshold of the experiments (heuristic) is not "
         "proved. mixture, mirador’s default, is proved and close to the heuristic one. Errors are "
         "more likely with two arms 0.1 apart than with the paper’s four.</p>" +
         figure(threshold_figure(findings, paper_instance, "thresholds"),
                "The paper’s instance. " + made_by(study["mixture"]) +
                    " (and the same with the other stopping rules)") +
         figure(threshold_figure(findings, close_instance, "thresholds-close"),
                "Two arms, 0.1 apart. " + made_by(study["close_mixture"]) +
                    " (and the same with the other stopping rules)") +
         details("All numbers", html(threshold_table(findings),
                                     "The ratio is to the heuristic threshold; errors with their "
                                     "99.9 % upper bound."));
}

std::string slips_section() {
  Table table{{"where", "printed", "here"}, {}, "words"};
  for (const Slip& slip : slips()) {
    table.rows.push_back(
        {std::string(slip.where), std::string(slip.printed), std::string(slip.here)});
  }
  return section("slips", "Misprints in the paper, and what is used here") + html(table, "");
}

std::string commands_section(const Study& study) {
  std::string list;
  for (const Simulation& simulation : study.simulations) {
    list +=
        fmt::format("<li><b>{}</b>: {}</li>", escaped(simulation.name), code(simulation.command()));
  }
  return section("again", "Reproduce this page") +
         fmt::format(
             "<p>Type {}. The same build gives the same numbers for any number of threads, except "
             "the times of steps. Every number is in results.json, with the command that computes "
             "it. The simulations:</p>",
             code(study.settings.command())) +
         "<ul>" + list + "</ul>";
}

/// The table of contents.
constexpr std::string_view contents =
    "<nav aria-label=\"Contents\"><ol><li><a href=\"#figure-1\">Figure 1: samples</a></li><li><a "
    "href=\"#table-1\">Table 1: time of a step</a></li><li><a href=\"#examples\">The other "
    "examples</a></li><li><a href=\"#theorem\">The theorem in practice</a></li><li><a "
    "href=\"#open\">What it leaves to the user</a></li><li><a "
    "href=\"#slips\">Misprints</a></li><li><a "
    "href=\"#again\">Reproduce this page</a></li></ol></nav>";

}  // namespace

std::string report_page(const Study& study, const Findings& findings) {
  const std::string title = "Gradient ascent for active exploration, reproduced";
  const std::string body =
      fmt::format(
          "<h1>{}</h1><p class=\"meta\">P. Ménard, “Gradient Ascent for Active Exploration in "
          "Bandit Problems” (2019), its experiments and its theorem reproduced by mirador {}: "
          "{} runs of every rule, seed {}.</p>",
          title, MIRADOR_VERSION, study.settings.runs, study.settings.seed) +
      short_version(study, findings) + std::string(contents) + figure1_section(study, findings) +
      table1_section(study, findings) + examples_section(study, findings) +
      theorem_section(study, findings) + open_section(study, findings) + slips_section() +
      commands_section(study);
  return document(title, std::string(page::style()) + std::string(plot::style_sheet()), body);
}

}  // namespace mirador::paper
