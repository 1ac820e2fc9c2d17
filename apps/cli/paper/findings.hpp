#pragma once

#include <string>
#include <vector>

#include "paper/study.hpp"

namespace mirador::paper {

/// The conclusions of the report beyond the numbers of its simulations. Everything on the page is
/// here or in a simulation, and both are in results.json.

/// The time of one step of a rule, here and in Table 1 of the paper.
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

/// τ against the scale L at one δ, beside the learner without a scale.
struct ScaleCurve {
  double delta;
  std::vector<ScalePoint> points;
  double adaptive, adaptive_error;  ///< AdaHedge's mean and its standard error
  ScalePoint best() const;
  ScalePoint worst() const;
  /// The excess of AdaHedge over the best scale: 0.02 for 2 %.
  double excess() const { return adaptive / best().mean - 1.0; }
};

/// A statement of the paper about its experiment, and whether the runs agree with it.
struct Statement {
  std::string text;     ///< the paper's
  std::string numbers;  ///< the means it concerns, with standard errors
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

/// Rounded to two digits, the accuracy of a measured time: 12588 becomes 13,000.
std::string rounded(double value);

/// The names of the rules in the figures: "bc" is BC, "fw:forcing=none" is "FW unforced".
std::string display_name(const std::string& rule);

}  // namespace mirador::paper
