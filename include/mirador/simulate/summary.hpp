#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/simulate/tally.hpp"

namespace mirador {

/// The outcome of one replication at one risk δ.
enum class Outcome : std::uint8_t { unfinished, correct, wrong, undecided };

struct RunRecord {
  std::uint64_t samples = 0;  ///< τ, or the budget when undecided
  Outcome outcome = Outcome::unfinished;
  bool equal = false;  ///< the verdict was "equal within the margin"
  /// The recommendation is the answer of the verdict, or the answer so far when the budget was
  /// spent. Is it right? Not if an arm was never measured: then there is none.
  bool right = false;
  std::optional<Arm> recommended = std::nullopt;  ///< if the answer is an arm
  std::string answer = {};  ///< the recommendation as text, if records are kept
};

/// The stopping times and answers of one rule at one δ. It contains only integers, so that
/// summaries merge exactly: the same runs give the same numbers in any order, on any number of
/// threads or ranks. Its memory grows with the number of different stopping times, not with the
/// runs.
class Summary {
 public:
  /// Its complete contents, to be stored or sent.
  struct Parts {
    Tally samples;
    std::vector<std::uint64_t> pulls, recommended;
    std::uint64_t errors = 0, undecided = 0, equal = 0, right = 0;
  };

  explicit Summary(std::size_t arms) : pulls_(arms, 0), recommended_(arms, 0) {}
  /// Throws std::invalid_argument unless pulls and recommended have the same size.
  explicit Summary(Parts parts);

  /// Adds a finished run and the pulls it spent on each arm. O(1) on average.
  void add(const RunRecord& run, std::span<const std::uint64_t> pulls);
  /// Throws std::invalid_argument unless both have the same number of arms.
  void merge(const Summary& other);

  std::uint64_t runs() const { return samples_.size(); }
  const Tally& samples() const { return samples_; }
  /// The pulls of each arm, in all runs together.
  std::span<const std::uint64_t> pulls() const { return pulls_; }
  std::uint64_t errors() const { return errors_; }
  std::uint64_t undecided() const { return undecided_; }
  /// The number of verdicts "equal within the margin".
  std::uint64_t equal() const { return equal_; }
  /// The number of runs whose recommendation is right, decided or not.
  std::uint64_t right() const { return right_; }
  /// How many runs recommend each arm; 0 for all if answers are not arms.
  std::span<const std::uint64_t> recommended() const { return recommended_; }

  /// Statistics of the samples. An undecided run counts with its budget, so with undecided runs
  /// these are lower bounds. NaN without runs; std_error is NaN for a single run.
  double mean() const;
  double std_error() const;
  /// Linear interpolation between order statistics; the same for every order of the runs.
  double quantile(double level) const;
  /// The share of all pulls that went to each arm, Σ N_a / Σ τ.
  std::vector<double> proportions() const;

  double error_rate() const;
  /// Exact (Clopper-Pearson) bounds of the error probability, each at confidence 99.9 %.
  double error_upper() const;
  double error_lower() const;

 private:
  Tally samples_;
  std::vector<std::uint64_t> pulls_, recommended_;
  std::uint64_t errors_ = 0;
  std::uint64_t undecided_ = 0;
  std::uint64_t equal_ = 0;
  std::uint64_t right_ = 0;
};

/// The Clopper-Pearson confidence bounds for `events` in `trials`.
double clopper_pearson_upper(std::uint64_t events, std::uint64_t trials, double confidence);
double clopper_pearson_lower(std::uint64_t events, std::uint64_t trials, double confidence);

/// The results of one rule.
struct RuleResult {
  std::string rule;
  std::vector<double> deltas;  ///< as in the plan
  std::vector<Summary> summaries;
  std::vector<std::vector<RunRecord>> runs;  ///< [δ][replication], if the plan asks for them
  double ns_per_step = 0.0;                  ///< CPU time; the only number that is not reproducible
  std::uint64_t steps = 0, cpu_ns = 0;       ///< the quotient of these is ns_per_step

  /// Sets the work of the runs, and computes ns_per_step.
  void set_work(std::uint64_t all_steps, std::uint64_t all_cpu_ns);
  /// Appends the runs of the following replications, of the same rule and risks.
  void append(RuleResult next);
};

}  // namespace mirador
