#include "paper/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "paper/charts.hpp"
#include "paper/html.hpp"
#include "paper/page_style.hpp"
#include "paper/slips.hpp"

namespace mirador::paper {
namespace {

const Summary& summary_of(const Experiment& experiment, std::string_view rule, std::size_t risk) {
  return experiment.rule(rule).summaries[risk];
}

std::string mean_text(const Summary& summary) {
  return fmt::format("{:.0f} ± {:.0f}", summary.mean(), summary.std_error());
}

/// "0.35 % (at most 0.57 %)": errors seen, and the 99.9 % upper bound.
std::string error_text(double rate, double upper) {
  return fmt::format("{:.2f} % (≤ {:.2f} %)", 100.0 * rate, 100.0 * upper);
}

/// A row for every rule: mean and errors at every risk.
Table race_table(const Experiment& experiment) {
  Table table;
  table.head = {"rule"};
  const cli::SimReport& report = experiment.report;
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

std::string made_by(const Experiment& experiment) { return made_by_command(experiment.command()); }

std::string short_version(const Study& study, const Findings& findings) {
  const Experiment& race = study["figure1"];
  const auto mean = [&](std::string_view rule) { return summary_of(race, rule, 1).mean(); };
  const auto threshold = [&](std::string_view stopping) {
    return *std::ranges::find_if(findings.thresholds, [&](const ThresholdRow& row) {
      return row.stopping == stopping && row.rule == "bc" && row.delta == 0.01;
    });
  };
  const ScaleCurve& scales = findings.scales.front();
  return fmt::format(
      "<div class=\"summary\"><ul>"
      "<li><b>The figure reproduces.</b> At δ = 0.01 BC needs {:.0f} samples, DT {:.0f}, TTTS "
      "{:.0f}, LMA {:.0f} and uniform sampling {:.0f}; the asymptotic time is {:.1f}. The paper "
      "finds LMAc equal to BC; here it takes {:.0f}.</li>"
      "<li><b>The theorem is visible, and slow.</b> At δ = 10⁻²⁰ LMA needs {:.0f} samples for each "
      "unit of log(1/δ), against T* = {:.1f}.</li>"
      "<li><b>Forcing matters.</b> On the signed problem Frank–Wolfe without forced exploration "
      "needs {:.1f} times the samples of LMA at δ = 10⁻²⁰.</li>"
      "<li><b>The scale L need not be guessed.</b> At δ = {} AdaHedge, which has nothing to tune, "
      "takes {:.0f} samples; the best L of those tried takes {:.0f}, the worst {:.0f}.</li>"
      "<li><b>A proof need not cost 40 times the samples.</b> With BC at δ = 0.01 the paper’s "
      "proved "
      "threshold (menard) takes {:.1f} times the samples of the unproved one that it uses in its "
      "experiments; mixture, proved as well, takes {:.2f} times.</li></ul></div>",
      mean("bc"), mean("dt"), mean("ttts"), mean("lma"), mean("unif"),
      findings.references[1].samples, mean("lmac"), findings.theorem.front().points.back().ratio,
      findings.time, findings.unforced_excess, scales.delta, scales.adaptive, scales.best().mean,
      scales.worst().mean, threshold("menard").ratio, threshold("mixture").ratio);
}

std::string figure1_section(const Study& study, const Findings& findings) {
  const Experiment& race = study["figure1"];
  return section("figure-1", "Figure 1: how many samples each rule needs") +
         fmt::format(
             "<p>Four Gaussian arms of variance 1 with means 1, 0.85, 0.8 and 0.75: which has the "
             "largest? All rules see the same rewards and stop by the paper’s own threshold "
             "log((1 + log t)/δ), which is a heuristic: nobody has proved that it keeps the risk. "
             "The optimal proportions are w* = ({:.4f}, {:.4f}, {:.4f}, {:.4f}) and T* = {:.4f}, "
             "so "
             "that T* log(1/δ) is {:.1f} at δ = 0.1 and {:.1f} at δ = 0.01.</p>",
             findings.weights[0], findings.weights[1], findings.weights[2], findings.weights[3],
             findings.time, findings.references[0].samples, findings.references[1].samples) +
         figure(figure1(study, findings), fmt::format("Stopping times of {} runs of every rule. {}",
                                                      study.settings.runs, made_by(race))) +
         html(race_table(race),
              "Means with standard errors, and wrong answers with their 99.9 % "
              "upper confidence bound.") +
         fmt::format(
             "<p><b>A misprint.</b> The captions of the paper’s figure and table say 0.7 for the "
             "last "
             "mean. With 0.7 T* would be {:.1f}; its text, its w* and its 1066 and 2133 belong to "
             "0.75, the instance used here.</p>",
             findings.misprint_time) +
         "<p><b>What differs.</b> The paper leaves the learning rates of LMA and LMAc open. Here "
         "LMA "
         "is the variant with AdaHedge, which has no rate to choose, and LMAc has η = 10. A "
         "constant rate is said to give the results of BC; in these runs it does not, because "
         "cumulative tracking repays the targets of the first, noisy rounds.</p>";
}

std::string table1_section(const Study& study, const Findings& findings) {
  Table table{{"rule", "here, s", "in the paper, s", "ratio"}, {}};
  for (const StepTime& step : findings.steps) {
    table.rows.push_back({display_name(step.rule), fmt::format("{:.2g}", step.seconds),
                          fmt::format("{:.0e}", step.paper_seconds),
                          fmt::format("{:.0f}", step.speed_up())});
  }
  return section("table-1", "Table 1: what a step costs") +
         "<p>The time of one step, measured on the machine that made this report, one thread, "
         "reward, sampling rule and stopping rule together. Machines and languages differ, so only "
         "the order of magnitude and the differences between rules mean something: DT solves for "
         "w* at every step, which the paper found slow and which is cheap once it is solved well; "
         "TTTS draws again until it has a challenger.</p>" +
         html(table, "Seconds a step, and how many times faster than in the paper.") +
         figure(
             step_time_figure(findings),
             "Time of one step, logarithmic. The number is the ratio. " + made_by(study["table1"]));
}

/// A sentence for every risk that some rule did not keep.
std::string risk_note(const Experiment& experiment) {
  std::string note;
  const std::vector<double>& deltas = experiment.report.request.plan.deltas;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    double worst = 0.0;
    for (const RuleResult& result : experiment.report.results) {
      worst = std::max(worst, result.summaries[i].error_rate());
    }
    if (worst <= deltas[i]) continue;
    note += fmt::format(
        " At δ = {} up to {:.1f} % of a rule’s runs end with a wrong answer: the heuristic "
        "threshold promises nothing.",
        deltas[i], 100.0 * worst);
  }
  return note;
}

std::string example(const Study& study, const char* name, const char* title, const char* text) {
  const Experiment& experiment = study[name];
  return fmt::format("<h3 id=\"{}\">{}</h3>{}<p>Here T* = {:.1f}.{}</p>", name, title, text,
                     experiment.report.analysis.bound.time, risk_note(experiment)) +
         figure(example_figure(experiment), made_by(experiment)) + html(race_table(experiment), "");
}

std::string examples_section(const Study& study, const Findings& findings) {
  return section("examples", "The other examples of Appendix A") +
         "<p>The paper describes three more problems and does not try them. The same rules serve "
         "them all, since each problem only has to say how far the data are from another answer. "
         "FW is the Frank–Wolfe rule, which for the best arm is BC.</p>" +
         example(
             study, "thresholding", "Thresholding: which arms lie above 0.5?",
             "<p>Means 0.2, 0.4, 0.65 and 1. Almost all samples belong to the two arms next to the "
             "threshold.</p>") +
         example(
             study, "signed", "Signed: do all arms lie above 0, or all below?",
             "<p>Means 0.05, 0.05, 0.05 and 0.5. Only the last arm is worth measuring, but "
             "nobody knows that beforehand. Frank–Wolfe without forced exploration follows the "
             "leader: if the first measurements of the last arm are unlucky it is never "
             "measured again. The mean then says little and the upper quartile much; the scale is "
             "logarithmic.</p>") +
         figure(signed_theorem_figure(findings),
                "The same problem as δ falls. LMA and FW with forcing go down towards T*; without "
                "forcing the optimum is never found. " +
                    made_by(study["theorem_signed"])) +
         example(
             study, "closest", "Closest: which mean of an increasing sequence is next to 0.5?",
             "<p>Means 0.1, 0.3, 0.52 and 0.7, known to increase, as in dose finding. Neither F "
             "nor w* has a closed form; the sub-gradient comes from isotonic regression.</p>");
}

std::string theorem_section(const Study& study, const Findings& findings) {
  const TrajectoryPoint& last = study.trajectories.front().points.back();
  return section("theorem", "The theorem at work") +
         "<p>Theorem 2 says that E[τ]/log(1/δ) falls to T* as δ falls to 0. One trajectory passes "
         "all risks, so that δ = 10⁻²⁰ costs little more than δ = 0.1.</p>" +
         figure(theorem_figure(findings),
                made_by(study["theorem"]) + " " + made_by(study["theorem_proved"])) +
         fmt::format(
             "<p>The proof follows three quantities along a trajectory, and so does this page, "
             "with "
             "one trajectory of {} samples. The proportions N(t)/t converge to w*. The pulls stay "
             "within 2K√t of the sum of the mirror weights (at the end {:.1f} against {:.0f}). The "
             "regret of the mirror ascent against the best fixed weights stays below what the "
             "learner guarantees (at the end {:.2f} against {:.2f} nats); against w* itself it is "
             "{:.2f}, smaller still, because w* is best for the true means and not for those "
             "seen.</p>",
             last.round, last.tracking, last.tracking_bound, last.worst_regret, last.regret_bound,
             last.regret) +
         figure(share_figure(study.trajectories.front(), findings),
                "The share of every arm in the samples of LMA. " +
                    made_by_command(study.settings.command())) +
         figure(tracking_figure(study), "How far the pulls are from their targets.") +
         figure(
             regret_figure(study),
             "Regret of the mirror weights against the best fixed weights, and what each learner "
             "guarantees: twice the mixability gap for AdaHedge, log(K)/η + Σ 2ηC² for the "
             "paper’s schedule, most of it spent on the first noisy rounds.");
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
  return section("open", "What the paper left open") +
         "<h3>The learning rate</h3><p>The theorem holds for η = 1/√t, that is L = 1, and for "
         "every "
         "other L; the experiments use an L “of order the norm of the sub-gradients”, which nobody "
         "knows beforehand. AdaHedge sets the rate from the gains it has seen." +
         scales + "</p>" + figure(scale_figure(findings), made_by(study["scale"])) +
         "<h3>The threshold</h3><p>When to stop matters as much as what to sample. The threshold "
         "that "
         "the paper’s theorem is about (menard) and that of Kaufmann and Koolen are proved, and "
         "take "
         "several times the samples; the one that the experiments use is not proved. mixture, "
         "mirador’s default, is proved and close to the unproved one. On two arms that are 0.1 "
         "apart "
         "errors can be seen.</p>" +
         figure(threshold_figure(findings, "four arms (the paper's)", "thresholds"),
                "The paper’s instance. " + made_by(study["mixture"]) +
                    " (and the same with the other stopping rules)") +
         figure(threshold_figure(findings, "two arms, 0.1 apart", "thresholds-close"),
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
  return section("slips", "Slips of the paper, and what was done instead") + html(table, "");
}

std::string commands_section(const Study& study) {
  std::string list;
  for (const Experiment& experiment : study.experiments) {
    list +=
        fmt::format("<li><b>{}</b>: {}</li>", escaped(experiment.name), code(experiment.command()));
  }
  return section("again", "Make it again") +
         fmt::format(
             "<p>{} wrote this page with seed {}; the same command gives the same numbers on any "
             "machine and any number of threads, the times of steps aside. Every number stands in "
             "results.json, beside the command that makes it. The simulations one by one:</p>",
             code(study.settings.command()), study.settings.seed) +
         "<ul>" + list + "</ul>";
}

/// The way through the page.
constexpr std::string_view contents =
    "<nav aria-label=\"Contents\"><ol>"
    "<li><a href=\"#figure-1\">Figure 1: samples</a></li>"
    "<li><a href=\"#table-1\">Table 1: time of a step</a></li>"
    "<li><a href=\"#examples\">The other examples</a></li>"
    "<li><a href=\"#theorem\">The theorem at work</a></li>"
    "<li><a href=\"#open\">What the paper left open</a></li>"
    "<li><a href=\"#slips\">Slips</a></li>"
    "<li><a href=\"#again\">Make it again</a></li></ol></nav>";

}  // namespace

std::string report_page(const Study& study, const Findings& findings) {
  const std::string title = "Gradient ascent for active exploration, reproduced";
  const std::string body =
      fmt::format(
          "<h1>{}</h1><p class=\"meta\">P. Ménard, “Gradient Ascent for Active Exploration in "
          "Bandit Problems” (2019), its experiments and its theorem measured again by mirador {}: "
          "{} "
          "runs of every rule, seed {}.</p>",
          title, MIRADOR_VERSION, study.settings.runs, study.settings.seed) +
      short_version(study, findings) + std::string(contents) + figure1_section(study, findings) +
      table1_section(study, findings) + examples_section(study, findings) +
      theorem_section(study, findings) + open_section(study, findings) + slips_section() +
      commands_section(study);
  return document(title, page_style(), body);
}

}  // namespace mirador::paper
