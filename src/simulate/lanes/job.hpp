#pragma once

#include <cstddef>
#include <cstdint>

/// The input of the lanes and the interface for their results: plain data, because these cross from
/// one instruction set to another and to the GPU.
namespace mirador::lanes {

enum class FamilyKind { gaussian, bernoulli };
enum class QuestionKind { best_arm, thresholding };
enum class RuleKind { mirror_ascent, adaptive_ascent, challenger, tracking, top_two, uniform };
enum class StoppingKind { heuristic, mixture };

/// The number of risks that a GPU can follow at once with mixture stopping that remembers its
/// proofs.
inline constexpr int most_cuda_risks = 8;

struct RuleJob {
  RuleKind kind;
  double rate;  ///< of mirror_ascent: η, or η√t if it decreases
  bool falls;
  double clip;   ///< M, infinite for none
  bool forcing;  ///< of challenger
  double sigma;  ///< of top_two
};

/// All replications of one rule. If the lowest mean is best, Gaussian rewards are negated, so that
/// the highest is best; `means` are negated too.
struct Job {
  FamilyKind family;
  QuestionKind question;
  RuleJob rule;
  StoppingKind stopping;
  int arms;
  const double* means;
  double sigma;  ///< of gaussian arms
  bool turned;   ///< the lowest mean is best
  double level;  ///< of thresholding
  int risks;
  const double* deltas;  ///< falling
  double log_claims;     ///< of the union bound of mixture stopping
  bool lasting;          ///< claims proved by mixture stopping stay proved
  std::uint64_t seed;
  std::uint64_t max_samples;
};

/// The state of one replication when a risk was met or the budget was spent.
struct Verdict {
  std::uint64_t samples;
  bool undecided;
  const double* counts;  ///< of every arm
  const double* means;   ///< of every arm, as simulated
};

/// Hands out replications and takes their verdicts. One docket serves one thread; `lane`
/// distinguishes the replications that are in progress at the same time.
class Docket {
 public:
  virtual ~Docket() = default;
  /// The next replication to simulate; false if there are none left.
  virtual bool next(std::uint64_t& replication) = 0;
  /// Verdicts of a replication arrive in the order of the risks.
  virtual void verdict(int lane, int risk, const Verdict& verdict) = 0;
  /// The replication is finished after this many samples.
  virtual void finished(int lane, std::uint64_t replication, std::uint64_t samples) = 0;
  virtual bool stop_requested() = 0;
};

}  // namespace mirador::lanes
