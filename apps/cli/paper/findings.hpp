#pragma once

#include <string>
#include <vector>

#include "paper/study.hpp"

namespace mirador::paper {

/// What the report says beyond the simulations' own numbers. Everything the page shows stands here
/// or in a simulation, and both are in results.json.

/// One step of a rule, here and in the paper's Table 1.
struct StepTime {
  std::string rule;
  double seconds, paper_seconds;
  double speed_up() const { return paper_seconds / seconds; }
};

/// T* log(1/δ), the asymptotic time that the figures draw.
struct Reference {
  double delta, samples;
};

/// E[τ]/log(1/δ) of one rule, which T* bounds from below as δ falls.
struct NormalisedTimes {
  std::string rule, stopping;
  struct Point {
    double delta, ratio, std_error;
  };
  std::vector<Point> points;
};

/// A stopping rule on an instance.
struct ThresholdRow {
  std::string instance, stopping, status, rule;
  double delta, mean, std_error;
  double ratio;  ///< of the mean to the heuristic threshold's
  double error_rate, error_upper;
};

struct ScalePoint {
  double scale, mean, std_error;
};

/// τ against the scale L at one δ, beside the learner that needs none.
struct ScaleCurve {
  double delta;
  std::vector<ScalePoint> points;
  double adaptive, adaptive_error;  ///< AdaHedge's mean and its standard error
  ScalePoint best() const;
  ScalePoint worst() const;
  /// How much more than the best scale AdaHedge needs, 0.02 for 2 %.
  double excess() const { return adaptive / best().mean - 1.0; }
};

/// Something the paper says of its experiment, and what the runs say to it.
struct Statement {
  std::string text;     ///< the paper's
  std::string numbers;  ///< the means it is about, with standard errors
  std::string verdict;  ///< agrees, does not agree, or too close to tell (three standard errors)
};

struct Findings {
  double time;                  ///< T* of the paper's instance
  double misprint_time;         ///< T* if the last mean were the caption's 0.7
  std::vector<double> weights;  ///< w*
  std::vector<Reference> references;
  std::vector<Statement> statements;
  std::vector<StepTime> steps;
  std::vector<NormalisedTimes> theorem, theorem_signed;
  double middle_share;     ///< of w*, for the two arms next to the threshold (thresholding)
  double signed_time;      ///< T* of the signed instance
  double unforced_excess;  ///< Frank-Wolfe without forcing over with it, signed, smallest δ
  std::vector<ScaleCurve> scales;
  std::vector<ThresholdRow> thresholds;
};

Findings findings_of(const Study& study);

/// "1868 ± 40", the mean and its standard error.
std::string mean_text(const Summary& summary);

/// Two digits, all that a measured time deserves: 12588 is 13,000.
std::string rounded(double value);

/// The names under which the figures show the rules: "bc" is BC, "fw:forcing=none" is "FW
/// unforced".
std::string display_name(const std::string& rule);

}  // namespace mirador::paper
