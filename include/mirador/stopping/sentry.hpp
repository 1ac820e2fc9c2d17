#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "mirador/core/arm_stats.hpp"
#include "mirador/core/error.hpp"
#include "mirador/stopping/obstacle.hpp"
#include "mirador/stopping/proofs.hpp"

namespace mirador {

/// Guards an obstacle that is not refuted yet, so that a stopping rule need not be evaluated after
/// every measurement. The evidence at one fixed θ is an upper bound of the evidence against the
/// obstacle. Each arm's term rises with its centred sum S_a = Σ (x - null) in the direction of its
/// tail and falls with its pulls; so the obstacle is not refuted as long as every centred sum stays
/// within a precomputed bound. One comparison per measurement. A rule that can stop in several ways
/// needs one layer for each. A sentry serves one risk and keeps what was proved at that risk. A
/// copy has the proofs and guards nothing.
class Sentry {
 public:
  explicit Sentry(std::size_t arms) : arms_(arms), guards_(arms * most_layers) {}
  Sentry(const Sentry& other) : Sentry(other.arms_) { proofs_ = other.proofs_; }
  Sentry& operator=(const Sentry&) = delete;

  static constexpr std::size_t most_layers = 3;

  /// The range in which an arm's data must stay.
  struct Guard {
    double null = 0.0;
    double low = -INFINITY, high = INFINITY;  ///< of the centred sum
    double pulls = INFINITY;

    bool holds(ArmData data) const {
      const double centred = data.sum - data.pulls * null;
      return centred >= low && centred <= high && data.pulls <= pulls;
    }
  };
  struct Layer {
    Obstacle obstacle;
    double theta = 0.0;
    double need = 0.0;         ///< the evidence that would be required
    std::vector<double> caps;  ///< of every part's term while the guards hold, in order
    /// If the variance is unknown: the standard deviation assumed for every arm, the number of
    /// pulls up to which it is not ruled out, and the level it belongs to.
    std::vector<double> sigmas, lasts;
    double log_level = 0.0;
    std::span<Guard> guards;  ///< of every arm
  };

  /// Stops guarding.
  void dismiss() { on_guard_ = false; }
  void forget() {
    on_guard_ = false;
    proofs_.forget();
    for (Layer& layer : layers_) layer.lasts.assign(layer.lasts.size(), 0.0);
  }
  /// Starts guarding; the rule fills the layers.
  void stand(std::size_t layers) {
    on_guard_ = true;
    in_use_ = layers;
  }
  bool on_guard() const { return on_guard_; }

  Proofs& proofs() { return proofs_; }
  /// The order of claims changes, so another one may have to be guarded.
  void call_roll(std::span<const double> means) {
    dismiss();
    proofs_.call_roll(means);
  }

  /// A claim and how easy it is.
  struct RankedClaim {
    double ease;
    std::size_t claim;

    /// The easiest first; ties: the lowest number.
    static bool comes_later(const RankedClaim& a, const RankedClaim& b) {
      return a.ease < b.ease || (a.ease == b.ease && a.claim > b.claim);
    }
  };
  /// Working memory for the rule, kept from one call to the next.
  struct Workspace {
    Obstacle obstacle, reduced;
    std::vector<double> sigmas, levels;
    std::vector<RankedClaim> claims;
  };
  Workspace& workspace() { return workspace_; }

  /// Memory for a layer.
  Layer& layer(std::size_t k) {
    MIRADOR_CHECK(k < most_layers);
    layers_[k].guards = std::span(guards_).subspan(k * arms_, arms_);
    return layers_[k];
  }
  std::span<Layer> layers() { return {layers_.data(), on_guard_ ? in_use_ : 0}; }

  /// Is it still certain that nothing has changed after `arm` was measured? Call only while on
  /// guard and while the answer is the same.
  bool holds(const ArmStats& stats, Arm arm) const {
    const ArmData data = stats[arm];
    for (std::size_t place = arm; place < in_use_ * arms_; place += arms_) {
      if (!guards_[place].holds(data)) return false;
    }
    return true;
  }

 private:
  std::size_t arms_;
  bool on_guard_ = false;
  std::size_t in_use_ = 0;
  std::array<Layer, most_layers> layers_;
  std::vector<Guard> guards_;  // layer after layer
  Proofs proofs_;
  Workspace workspace_;
};

}  // namespace mirador
