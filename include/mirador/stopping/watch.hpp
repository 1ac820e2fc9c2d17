#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// Follows one trajectory at several risks δ at once. Since the requirement rises as δ falls, the
/// risks are met in order, from the largest to the smallest, and only one need be looked at. Since
/// it does not fall with the pulls either, an older requirement is compared first and brought up
/// to date only when the evidence reaches it.
template <class Rule>
class Watch {
 public:
  /// `deltas` must not increase.
  Watch(Rule rule, std::span<const double> deltas)
      : rule_(rule), deltas_(deltas.begin(), deltas.end()) {}

  void start() {
    met_ = 0;
    known_requirement_ = -std::numeric_limits<double>::infinity();
  }

  /// How many risks are met so far; call after every measurement.
  template <Problem P>
  std::size_t update(const Standing<P>& standing) {
    const double evidence = rule_.evidence(standing);
    while (met_ < deltas_.size() && evidence >= known_requirement_) {
      known_requirement_ = rule_.required(standing, deltas_[met_]);
      if (evidence < known_requirement_) break;
      ++met_;
      known_requirement_ = -std::numeric_limits<double>::infinity();
    }
    return met_;
  }

  std::size_t met() const { return met_; }
  bool done() const { return met_ == deltas_.size(); }

 private:
  Rule rule_;
  std::vector<double> deltas_;
  std::size_t met_ = 0;
  double known_requirement_ = 0.0;
};

}  // namespace mirador
