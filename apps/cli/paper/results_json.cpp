#include "paper/results_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "mirador/core/text.hpp"
#include "paper/machine.hpp"
#include "paper/slips.hpp"

namespace mirador::paper {
namespace {

using Json = nlohmann::ordered_json;

/// The simulations, each as `mirador sim --format json` prints it.
Json experiments_of(const Study& study) {
  Json all;
  for (const Simulation& simulation : study.simulations) {
    Json times = Json::array();
    for (const double delta : simulation.report.request.plan.deltas) {
      times.push_back({{"delta", delta},
                       {"samples", -simulation.report.analysis.bound.time * std::log(delta)}});
    }
    all[simulation.name] = {{"command", simulation.command() + " --format json"},
                            {"seed", study.settings.seed},
                            {"time_times_log", times},
                            {"result", Json::parse(cli::to_json(simulation.report))}};
  }
  return all;
}

Json series_of(const std::vector<NormalisedTimes>& list) {
  Json all = Json::array();
  for (const NormalisedTimes& times : list) {
    Json points = Json::array();
    for (const auto& point : times.points) {
      points.push_back({{"delta", point.delta},
                        {"samples_per_log", point.ratio},
                        {"std_error", point.std_error}});
    }
    all.push_back({{"rule", times.rule}, {"stopping", times.stopping}, {"points", points}});
  }
  return all;
}

Json steps_of(const Findings& findings) {
  Json rows = Json::array();
  for (const StepTime& step : findings.steps) {
    rows.push_back({{"rule", step.rule},
                    {"seconds", step.seconds},
                    {"paper_seconds", step.paper_seconds},
                    {"speed_up", step.speed_up()}});
  }
  return rows;
}

Json scales_of(const Findings& findings) {
  Json curves = Json::array();
  for (const ScaleCurve& curve : findings.scales) {
    Json points = Json::array();
    for (const ScalePoint& point : curve.points) {
      points.push_back({{"L", point.scale}, {"mean", point.mean}, {"std_error", point.std_error}});
    }
    curves.push_back({{"delta", curve.delta},
                      {"points", points},
                      {"adahedge", {{"mean", curve.adaptive}, {"std_error", curve.adaptive_error}}},
                      {"best_L", curve.best().scale},
                      {"adahedge_excess", curve.excess()}});
  }
  return curves;
}

Json thresholds_of(const Findings& findings) {
  Json rows = Json::array();
  for (const ThresholdRow& row : findings.thresholds) {
    rows.push_back({{"instance", row.instance},
                    {"stopping", row.stopping},
                    {"status", row.status},
                    {"rule", row.rule},
                    {"delta", row.delta},
                    {"mean", row.mean},
                    {"std_error", row.std_error},
                    {"ratio_to_heuristic", row.ratio},
                    {"error_rate", row.error_rate},
                    {"error_upper", row.error_upper}});
  }
  return rows;
}

Json trajectories_of(const Study& study) {
  Json all = Json::array();
  for (const TrajectoryRecord& trajectory : study.trajectories) {
    Json points = Json::array();
    for (const TrajectoryPoint& point : trajectory.points) {
      points.push_back({{"round", point.round},
                        {"shares", point.shares},
                        {"tracking", point.tracking},
                        {"tracking_bound", point.tracking_bound},
                        {"regret", point.regret},
                        {"linear_regret", point.linear_regret},
                        {"regret_bound", point.regret_bound}});
    }
    all.push_back({{"rule", trajectory.rule},
                   {"command", study.settings.command()},
                   {"seed", study.settings.seed},
                   {"regret_proof", trajectory.regret_proof},
                   {"points", points}});
  }
  return all;
}

Json statements_json(const Findings& findings) {
  Json list = Json::array();
  for (const Statement& statement : findings.statements) {
    list.push_back(
        {{"text", statement.text}, {"numbers", statement.numbers}, {"verdict", statement.verdict}});
  }
  return list;
}

/// The findings, each with the names of the simulations it follows from.
Json findings_json(const Findings& findings) {
  const auto from = [](const char* names, Json value) -> Json {
    return {{"experiments", names}, {"value", std::move(value)}};
  };
  return {
      {"characteristic_time", from("figure1", findings.time)},
      {"characteristic_time_of_the_caption",
       {{"command", "mirador bound --means 1,0.85,0.8,0.7 --format json"},
        {"value", findings.misprint_time}}},
      {"weights", from("figure1", findings.weights)},
      {"statements", from("figure1", statements_json(findings))},
      {"table1", from("table1", steps_of(findings))},
      {"theorem", from("theorem, theorem_mixture, theorem_menard", series_of(findings.theorem))},
      {"theorem_signed", from("theorem_signed", series_of(findings.theorem_signed))},
      {"thresholding_middle_share", from("thresholding", findings.middle_share)},
      {"signed_characteristic_time", from("signed", findings.signed_time)},
      {"signed_unforced_over_forced", from("theorem_signed", findings.unforced_excess)},
      {"scale", from("scale", scales_of(findings))},
      {"thresholds", from("heuristic, mixture, kaufmann-koolen, menard, and close_ before each",
                          thresholds_of(findings))}};
}

Json slips_json() {
  Json list = Json::array();
  for (const Slip& slip : slips()) {
    list.push_back({{"where", slip.where}, {"printed", slip.printed}, {"here", slip.here}});
  }
  return list;
}

}  // namespace

std::string results_json(const Study& study, const Findings& findings) {
  const Json document = {{"mirador", MIRADOR_VERSION},
                         {"command", study.settings.command()},
                         {"seed", study.settings.seed},
                         {"runs", study.settings.runs},
                         {"machine", machine()},
                         {"seconds", study.seconds},
                         {"findings", findings_json(findings)},
                         {"experiments", experiments_of(study)},
                         {"trajectories", trajectories_of(study)},
                         {"slips", slips_json()}};
  return document.dump(1) + "\n";
}

std::string table1_csv(const Findings& findings) {
  std::string text = "rule,seconds,paper_seconds,speed_up\n";
  for (const StepTime& step : findings.steps) {
    text += step.rule + "," + exact(step.seconds) + "," + exact(step.paper_seconds) + "," +
            exact(step.speed_up()) + "\n";
  }
  return text;
}

}  // namespace mirador::paper
