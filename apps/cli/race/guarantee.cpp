#include "race/guarantee.hpp"

#include <fmt/format.h>

#include "live/words.hpp"
#include "mirador/core/text.hpp"
#include "race/columns.hpp"
#include "race/words.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {

using race::Metric;
using race::RaceReport;

/// Is there a statement that errs with probability delta: a verdict, or the interval of one command
/// alone?
static bool is_stated(const RaceReport& report) {
  return report.status.verdict || (is_alone(report) && leader_of(report));
}

bool has_risk(const RaceReport& report) {
  return is_stated(report) || (leader_of(report) && !smallest_risk_text(report.status).empty());
}

std::string error_label(const RaceReport& report) { return is_stated(report) ? "error" : "risk"; }

std::string error_text(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  const std::string but = status.contradiction ? "; but " + status.contradiction->reason : "";
  if (!has_risk(report)) return risk_text(status) + but;
  const std::string assumption = assumption_text(report.spec) + but;
  if (!is_stated(report)) return fmt::format("{}, {}", risk_text(status), assumption);
  return fmt::format("at most {} [{}], {}", exact(status.delta), guarantee_text(status),
                     assumption);
}

std::string error_sentence(const RaceReport& report) {
  if (!leader_of(report)) return {};
  const std::string text = error_text(report);
  return is_stated(report) ? "Error " + text : capitalised(text);
}

std::string risk_sentence(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  if (!leader_of(report)) return {};
  const std::string but = status.contradiction ? "; but " + status.contradiction->reason : "";
  return is_stated(report) ? fmt::format("Error at most {} [{}]{}", exact(status.delta),
                                         guarantee_text(status), but)
                           : capitalised(risk_text(status)) + but;
}

/// In rounds. "Luck" is what is left of a value when all that its round shares is taken off.
static std::string claim_in_rounds(const race::RaceSpec& spec) {
  constexpr std::string_view conditions =
      "if disturbances strike all commands alike and no command's own luck carries over from round "
      "to round";
  if (!std::holds_alternative<NormalSpec>(spec.family))
    return fmt::format("on average, {}", conditions);
  switch (spec.compare) {
    case Compare::typical:
      return fmt::format("in typical runs, {}", conditions);
    case Compare::wins:
      return fmt::format("in most rounds, {}", conditions);
    case Compare::mean:
      break;
  }
  return fmt::format("on average, {}, and differences vary alike to both sides", conditions);
}

std::string assumption_text(const race::RaceSpec& spec) {
  if (spec.design == race::Design::rounds) return claim_in_rounds(spec);
  const std::string_view values = spec.metric == Metric::output ? "what a command prints"
                                  : spec.metric == Metric::rss  ? "the memory a command needs"
                                                                : "a command's times";
  const bool plural = spec.metric != Metric::output && spec.metric != Metric::rss;
  if (spec.scale == Scale::log) {
    return fmt::format("if the logarithms of {} are independent and normal", values);
  }
  const std::string_view are = plural ? "are" : "is";
  if (std::holds_alternative<NormalSpec>(spec.family)) {
    return fmt::format("if {} {} independent and normal", values, are);
  }
  return fmt::format("if {} {} independent from run to run", values, are);
}

static std::string to_reference(const RaceReport& report) {
  if (!report.spec.reference) return {};
  return fmt::format(" to {}",
                     called(report.spec, report.spec.commands[*report.spec.reference].name));
}

std::string legend_text(const RaceReport& report) {
  const Metric metric = report.spec.metric;
  const std::string values = metric == Metric::output ? "printed numbers"
                             : metric == Metric::rss  ? "memory peaks"
                                                      : fmt::format("{}s", metric_text(metric));
  const std::string mean =
      fmt::format("Mean: the {}mean of the {}.", on_log_scale(report) ? "geometric " : "", values);
  if (report.status.rounds) {
    const bool middle = report.spec.compare != Compare::mean &&
                        std::holds_alternative<NormalSpec>(report.spec.family);
    return fmt::format(
        "{} {}{}: the {} within rounds. All {}s lie in their intervals, at all times, with "
        "probability {}.",
        mean, capitalised(comparison_name(report)), to_reference(report),
        middle                 ? "median"
        : on_log_scale(report) ? "geometric mean"
                               : "mean",
        comparison_name(report), confidence_text(report.status.delta));
  }
  if (is_alone(report)) {
    return fmt::format("{} It lies in its interval, at all times, with probability {}.", mean,
                       confidence_text(report.status.delta));
  }
  return fmt::format("{} All means lie in their intervals, at all times, with probability {}.",
                     mean, confidence_text(report.status.delta));
}

std::string separate_text(const RaceReport& report, MeanIntervals means) {
  if (is_alone(report)) return {};
  const bool lead = report.lead && (report.spec.max_slowdown || report.spec.reference ||
                                    verdict_of(report) == RaceVerdict::winner);
  if (!lead && means == MeanIntervals::left_out) return {};
  const bool rounds = report.status.rounds.has_value();
  const std::string of_lead = fmt::format("the interval{} of the {}{}", rounds ? "s" : "",
                                          comparison_name(report), rounds ? "s" : "");
  const std::string_view verdict = report.status.verdict ? "The verdict" : "A verdict";
  const std::string statements =
      means == MeanIntervals::left_out || rounds ? fmt::format("{} and {}", verdict, of_lead)
      : lead ? fmt::format("{}, the intervals of the means and {}", verdict, of_lead)
             : fmt::format("{} and the intervals of the means", verdict);
  const std::string past =
      lead_reaches_past_verdict(report)
          ? fmt::format(
                " {} {} all pairs of commands and so may contain values that the "
                "verdict rules out.",
                capitalised(of_lead), rounds ? "cover" : "covers")
          : "";
  return fmt::format("{} each hold with probability at least {}, separately, not jointly.{}",
                     statements, confidence_text(report.status.delta), past);
}

}  // namespace mirador::cli
