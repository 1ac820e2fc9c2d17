#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// Follows one trajectory at several risks δ at once. Since the requirement rises as δ falls, the
/// risks are met in order, from the largest to the smallest, and only one need be looked at. Since
/// the gate does not fall with the pulls either, F is compared with an older gate first, and the
/// rule is consulted only when it passes.
template <class Rule>
class Watch {
 public:
  /// `deltas` must not increase.
  Watch(Rule rule, std::span<const double> deltas)
      : rule_(rule), deltas_(deltas.begin(), deltas.end()) {
    MIRADOR_CHECK(std::is_sorted(deltas_.rbegin(), deltas_.rend()));
  }

  void start() {
    met_ = 0;
    gate_ = -std::numeric_limits<double>::infinity();
  }

  /// How many risks are met so far; call after every measurement.
  template <Problem P>
  std::size_t update(const Standing<P>& standing) {
    if (standing.closest().value() >= gate_) consult(standing);
    return met_;
  }

  std::size_t met() const { return met_; }
  bool done() const { return met_ == deltas_.size(); }

 private:
  template <Problem P>
  void consult(const Standing<P>& standing) {
    while (!done()) {
      const double delta = deltas_[met_];
      gate_ = rule_.gate(standing, delta);
      if (standing.closest().value() < gate_ ||
          rule_.evidence(standing) < rule_.required(standing, delta)) {
        return;
      }
      ++met_;
    }
    gate_ = std::numeric_limits<double>::infinity();
  }

  Rule rule_;
  std::vector<double> deltas_;
  std::size_t met_ = 0;
  double gate_ = 0.0;
};

}  // namespace mirador
