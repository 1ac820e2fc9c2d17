#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mirador/assumption/evidence.hpp"
#include "mirador/assumption/reason.hpp"
#include "mirador/assumption/residual.hpp"

namespace mirador {

/// A family with a test of its assumption.
template <class F>
concept WatchedFamily = requires(const F family, Past& past, double x, const Dither& dither) {
  next_residual(family, past, x, dither);
};

/// When and how an assumption was contradicted.
struct Contradicted {
  Assumed assumed;
  Arm arm;
  std::uint64_t samples;  ///< measurements of all arms at that time
  double log_evidence;    ///< log of the martingale that reached its level
};

/// The largest probability of a false alarm: that an assumption which holds is found contradicted.
inline constexpr double false_alarm = 1e-4;

/// Tests whether the measurements contradict the assumption of their family: independent, and for
/// each arm from one law of the family. Takes each measurement in the order in which it counts. If
/// the assumption holds, it is ever found contradicted with probability at most `risk`, for any
/// number of looks and any choice of which arm is measured next (proved, docs/theory.md): each of
/// the n martingales of each of the K arms has the level nK/risk. A contradiction is never
/// withdrawn.
///   - gaussian: spread, law, drift, autocorrelation. A spread below σ is no contradiction,
///     because the proofs cover it.
///   - normal, exponential, poisson: all four, including a spread that is too small.
///   - bernoulli, bounded: drift and autocorrelation; nothing else is assumed.
///   - other families: no test.
/// Costs 0.1 to 0.3 µs per measurement (exceptions: next_residual) and 150 bytes per arm; does not
/// allocate.
template <class F>
class AssumptionWatch {
 public:
  AssumptionWatch(const F& family, std::size_t arms, std::uint64_t seed, double risk = false_alarm)
      : family_(family), seed_(seed), pasts_(arms), evidence_(arms) {
    level_ = std::log(static_cast<double>(arms * watched()) / risk);
  }

  /// One more arm. Levels rise to those of the larger number of arms, and the risk of a false alarm
  /// by at most risk / K.
  void add_arm() {
    const auto arms = static_cast<double>(pasts_.size());
    level_ += std::log1p(1.0 / arms);
    pasts_.emplace_back();
    evidence_.emplace_back();
  }

  void add(Arm arm, double x) {
    if constexpr (WatchedFamily<F>) {
      if (contradicted_) return;
      ++samples_;
      Past& past = pasts_[arm];
      const std::optional<double> z = next_residual(family_, past, x, {seed_, arm, past.pulls});
      if (z) look(arm, *z);
    }
  }

  /// The first contradiction, if any; later ones are not looked for.
  const std::optional<Contradicted>& contradicted() const { return contradicted_; }
  /// Describes the contradiction, if there is one. `values` names the values of the arm where it
  /// was found, for example "the values of old".
  std::string reason(std::string_view values) const {
    const ArmEvidence& evidence = evidence_[contradicted_->arm];
    if (contradicted_->assumed == Assumed::spread) {
      if constexpr (std::is_same_v<F, Gaussian>) {
        const Past& past = pasts_[contradicted_->arm];
        const double deviation = std::sqrt(past.squares / (past.pulls - 1.0));
        return sigma_reason_text(values, deviation / family_.sigma(), family_.sigma());
      }
      if constexpr (std::is_same_v<F, Normal>) return changed_spread_text(values, evidence);
    }
    return reason_text(contradicted_->assumed, evidence, values, law_name());
  }

 private:
  static constexpr bool is_law_assumed =
      !std::is_same_v<F, Bernoulli> && !std::is_same_v<F, Bounded>;
  static constexpr bool watches(Assumed assumed) {
    return is_law_assumed || assumed == Assumed::drift || assumed == Assumed::autocorrelation;
  }
  static constexpr std::size_t watched() { return is_law_assumed ? assumptions : 2; }

  static constexpr std::string_view law_name() {
    return std::is_same_v<F, Gaussian> ? "normal" : F::name;
  }

  /// A contradiction that does not affect the guarantee.
  static bool harmless(Assumed assumed, const ArmEvidence& evidence) {
    return std::is_same_v<F, Gaussian> && assumed == Assumed::spread && evidence.spread() <= 1.0;
  }

  void look(Arm arm, double z) {
    ArmEvidence& evidence = evidence_[arm];
    evidence.add(z);
    for (const Assumed assumed :
         {Assumed::spread, Assumed::law, Assumed::drift, Assumed::autocorrelation}) {
      if (!watches(assumed) || evidence.log_evidence(assumed) < level_) continue;
      if (harmless(assumed, evidence)) continue;
      contradicted_ = {assumed, arm, samples_, evidence.log_evidence(assumed)};
      return;
    }
  }

  F family_;
  std::uint64_t seed_;
  std::vector<Past> pasts_;
  std::vector<ArmEvidence> evidence_;
  double level_;
  std::uint64_t samples_ = 0;
  std::optional<Contradicted> contradicted_;
};

}  // namespace mirador
