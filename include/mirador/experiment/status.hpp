#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/assumption/evidence.hpp"
#include "mirador/core/forecast.hpp"
#include "mirador/experiment/experiment_plan.hpp"
#include "mirador/experiment/result_order.hpp"
#include "mirador/problem/role.hpp"
#include "mirador/rounds/difference.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador {

/// The phase of an experiment. Undecided: the budget was spent without a verdict.
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

/// An answer for people.
struct NamedAnswer {
  std::string text;               ///< "left", "left, right", "all above 0.5", a set's name
  std::vector<std::string> arms;  ///< the arms it names; empty if it is not about single arms

  bool operator==(const NamedAnswer&) const = default;
};

/// The verdict. Later results do not change it.
struct VerdictStatus {
  NamedAnswer answer;
  std::uint64_t samples;     ///< measurements at the verdict
  std::vector<Role> roles;   ///< with a margin; otherwise empty
  bool equal_within_margin;  ///< whether arms share a place
  bool good_enough =
      false;  ///< the answer is within `good_enough` of the best; others may be better

  bool operator==(const VerdictStatus&) const = default;
};

/// The findings so far, once every arm has been measured.
struct Findings {
  NamedAnswer answer;  ///< for the current data
  double evidence;     ///< in nats
  double required;     ///< at risk δ
  Forecast to_go;      ///< measurements until the verdict or the end of the budget

  bool operator==(const Findings&) const = default;
};

/// The lead of the best arm over the runner-up: the difference of their means, positive in favour
/// of the answer. On the log scale the ratio, above 1 in favour of the answer: answer to runner-up,
/// or runner-up to answer if the lowest wins.
struct Lead {
  std::string answer, runner_up;
  double estimate;
  /// Contains the true value at all times, and those of all pairs of arms at once, with probability
  /// 1 - δ (proved, from the same mixtures as mixture stopping). It is separate from the verdict
  /// and from the intervals of the arms, each with its own δ. So it may extend below 0 (below 1 on
  /// the log scale) although the verdict rules out all other arms.
  double low, high;

  bool operator==(const Lead&) const = default;
};

/// What is proved about the best arm at any time, also without a verdict.
struct Recommendation {
  std::string arm;  ///< the answer so far
  double within;    ///< it is at most this worse than the best; on the log scale a share
  double risk;      ///< of all statements together
  std::vector<std::string> possible;   ///< not proved to be other than the best
  std::vector<std::string> ruled_out;  ///< the others

  bool operator==(const Recommendation&) const = default;
};

struct ArmStatus {
  std::string name;
  std::uint64_t pulls;         ///< measurements that count
  std::uint64_t pending;       ///< open tickets
  std::optional<double> mean;  ///< on the log scale the geometric mean
  /// Contains the true mean at all times, and those of all arms at once, with probability 1 - δ
  /// (proved); not jointly with the verdict.
  double low, high;
  std::optional<double> target;  ///< the optimal share of the pulls if the means were exact
  bool retired = false;          ///< out of the question: its values do not count

  bool operator==(const ArmStatus&) const = default;
};

/// The data contradict an assumption of the guarantee about an arm.
struct Contradiction {
  Assumed assumed;  ///< the contradicted assumption
  std::string arm;
  std::uint64_t samples;  ///< measurements at the first contradiction, which is final
  double log_evidence;    ///< in nats; true assumptions ever reach the limit with probability 1e-4
  std::string reason;     ///< "the values of old spread 20 times as widely as sigma 1 says"

  bool operator==(const Contradiction&) const = default;
};

/// An arm that was proved not to be the best.
struct RuledOut {
  std::string arm;
  std::uint64_t round;  ///< the last round that it was in

  bool operator==(const RuledOut&) const = default;
};

/// An arm compared with another, usually the answer; in rounds, in those that both were in.
struct DifferenceStatus {
  std::string arm, to;
  /// The mean of (arm - to), or the median if `typical` or `wins` is compared; on the log scale the
  /// ratio arm / to.
  double estimate;
  /// Contains the true value, and those of all pairs of arms at once, at all times with probability
  /// 1 - δ (proved). It has its own δ, separate from that of the verdict.
  double low, high;
  /// In how many rounds the arm was better than `to`; 0 without rounds.
  std::uint64_t better, worse, tied;

  bool operator==(const DifferenceStatus&) const = default;
};

/// The items of a finite set.
struct ItemsStatus {
  std::uint64_t total, used;

  bool operator==(const ItemsStatus&) const = default;
};

/// A reason to doubt what a claim says about averages, as in PairWarning. The claim stands.
struct RoundsWarning {
  Doubt doubt;
  std::string arm, to;  ///< `arm` is the answer
  double number, limit;

  bool operator==(const RoundsWarning&) const = default;
};
/// The warning as a sentence.
std::string text_of(const RoundsWarning& warning);

/// What only a comparison in rounds has.
struct RoundsStatus {
  std::uint64_t rounds = 0;  ///< that count
  std::vector<std::string> in_play = {};
  std::vector<RuledOut> ruled_out = {};
  std::vector<DifferenceStatus> differences = {};  ///< from every other arm to the answer
  std::optional<ItemsStatus> items = std::nullopt;
  std::vector<RoundsWarning> warnings = {};

  bool operator==(const RoundsStatus&) const = default;
};

/// The place of a measurement in a comparison in rounds.
struct RoundPlace {
  std::uint64_t round;     ///< from 1; 0 if it belongs to none and does not count
  std::uint64_t item = 0;  ///< from 1; 0 without items

  bool operator==(const RoundPlace&) const = default;
};

/// The progress of an experiment: the part of the status that is cheap enough to compute after
/// every change, because it looks at each arm once.
struct Progress {
  Phase phase;
  double delta;
  std::optional<VerdictStatus> verdict;
  Status guarantee;
  std::string guarantee_reason;
  std::optional<Contradiction> contradiction = std::nullopt;  ///< of an assumption of the guarantee
  std::uint64_t samples;
  std::optional<std::uint64_t> max_samples;
  std::vector<WaitingResults> waiting;  ///< told, but not counted yet
  bool out_of_items = false;            ///< every item of a finite set has been handed out
  /// The risk that was fixed before the first value was told, if it has been made smaller since.
  std::optional<double> first_delta = std::nullopt;
  /// The risk of a wrong claim in all, if arms were added or retired since the first value was
  /// told.
  std::optional<double> risk_in_all = std::nullopt;
  std::vector<std::string> tags = {};

  bool operator==(const Progress&) const = default;
};

/// The complete status of an experiment at one moment, as data for all renderings.
struct ExperimentStatus : Progress {
  std::optional<Findings> findings;
  /// The smallest risk at which the answer could be decided now; 1 if it could not at any. This is
  /// an anytime p-value: it may be compared at any time with a risk fixed in advance, and is not
  /// the probability of being wrong. After the verdict it is the value for the verdict: at most δ,
  /// and lower, without a margin, while later results support the verdict. It is as reliable as the
  /// guarantee.
  double smallest_risk;
  std::vector<ArmStatus> arms;
  std::vector<OpenTicket> open;
  std::uint64_t tickets;  ///< handed out so far, observations included
  std::uint64_t abandoned;
  std::vector<PlanChange> changes = {};
  std::vector<PlanNote> notes = {};
  std::vector<ArmChange> arm_changes = {};
  std::optional<RoundsStatus> rounds = std::nullopt;
  /// Of best-arm experiments that every arm was measured in, and not in `outline`.
  std::optional<Recommendation> recommendation = std::nullopt;

  bool operator==(const ExperimentStatus&) const = default;
};

/// The guarantee for these data: "proved", or instead "assumption contradicted".
constexpr std::string_view guarantee_text(const Progress& progress) {
  const bool lost = progress.contradiction && progress.guarantee == Status::proved;
  return lost ? "assumption contradicted" : to_string(progress.guarantee);
}

}  // namespace mirador
