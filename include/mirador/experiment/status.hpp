#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/assumption/evidence.hpp"
#include "mirador/experiment/result_order.hpp"
#include "mirador/problem/role.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador {

/// Where an experiment is. Undecided: the budget was spent without a verdict.
enum class Phase { running, decided, undecided };

constexpr std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::running:
      return "running";
    case Phase::decided:
      return "decided";
    case Phase::undecided:
      return "undecided";
  }
  return "running";
}

/// An answer as people read it.
struct NamedAnswer {
  std::string text;               ///< "left", "left, right", "all above 0.5", a set's name
  std::vector<std::string> arms;  ///< those it names; none where it is not about single arms

  bool operator==(const NamedAnswer&) const = default;
};

/// The verdict, which stays what it is whatever is told later.
struct VerdictStatus {
  NamedAnswer answer;
  std::uint64_t samples;     ///< measurements when it fell
  std::vector<Role> roles;   ///< with a margin; none without
  bool equal_within_margin;  ///< do arms share a place?

  bool operator==(const VerdictStatus&) const = default;
};

/// What the data say, once every arm has been measured.
struct Findings {
  NamedAnswer answer;    ///< of the data now
  double evidence;       ///< in nats
  double required;       ///< at risk δ
  double samples_to_go;  ///< an estimate; 0 after the verdict, infinite on a tie

  bool operator==(const Findings&) const = default;
};

/// How far the answer of a best-arm question is ahead of the arm that comes next: the difference of
/// their means, positive in favour of the answer; on the log scale their ratio, above 1 in
/// favour of the answer: answer to runner-up, or runner-up to answer where the lowest wins.
struct Lead {
  std::string answer, runner_up;
  double estimate;
  /// Holds the true one for ever, and those of all pairs of arms at once, with probability 1 - δ
  /// (proved, from the same mixtures as mixture stopping). Apart from the verdict and the intervals
  /// of the arms, which spend a δ each of their own; so it may reach below 0 (below 1 on the log
  /// scale) though the verdict rules out all other arms.
  double low, high;

  bool operator==(const Lead&) const = default;
};

struct ArmStatus {
  std::string name;
  std::uint64_t pulls;         ///< measurements that count
  std::uint64_t pending;       ///< open tickets
  std::optional<double> mean;  ///< on the log scale the geometric mean
  /// Holds the true mean for ever, and those of all arms at once, with probability 1 - δ (proved);
  /// not jointly with the verdict.
  double low, high;
  std::optional<double> target;  ///< the share of pulls that would be best if the means were true

  bool operator==(const ArmStatus&) const = default;
};

/// The data contradict what the guarantee assumes of an arm.
struct Contradiction {
  Assumed assumed;  ///< what they contradict
  std::string arm;
  std::uint64_t samples;  ///< measurements when they first did; it stays so
  double log_evidence;    ///< in nats; true assumptions ever come as far with probability 1e-4
  std::string reason;     ///< "the values of old spread 20 times as widely as sigma 1 says"

  bool operator==(const Contradiction&) const = default;
};

/// How far an experiment has come: what can be said after every change, because it takes no more
/// than a look at each arm.
struct Progress {
  Phase phase;
  double delta;
  std::optional<VerdictStatus> verdict;
  Status guarantee;
  std::string guarantee_reason;
  std::optional<Contradiction> contradiction = std::nullopt;  ///< of what the guarantee assumes
  std::uint64_t samples;
  std::optional<std::uint64_t> max_samples;
  std::vector<WaitingResults> waiting;  ///< told, and not yet counted

  bool operator==(const Progress&) const = default;
};

/// Everything there is to show about an experiment at one moment: pure data, for all renderings.
struct ExperimentStatus : Progress {
  std::optional<Findings> findings;
  /// The smallest risk at which the answer could be decided now; 1 when it could not at any. An
  /// anytime p-value: it may be compared at any time with a risk fixed beforehand, and is not the
  /// probability of being wrong. After the verdict it is that of the verdict: at most δ, and less,
  /// without a margin, as long as what is told later speaks for it. As good as the guarantee.
  double smallest_risk;
  std::vector<ArmStatus> arms;
  std::vector<OpenTicket> open;
  std::uint64_t tickets;  ///< handed out so far, observations included
  std::uint64_t abandoned;

  bool operator==(const ExperimentStatus&) const = default;
};

/// What the guarantee is worth for these data: "proved", or "assumption contradicted" in its place.
constexpr std::string_view guarantee_text(const Progress& progress) {
  const bool lost = progress.contradiction && progress.guarantee == Status::proved;
  return lost ? "assumption contradicted" : to_string(progress.guarantee);
}

}  // namespace mirador
