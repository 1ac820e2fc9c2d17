#pragma once

#include <string>

#include "mirador/stopping/guarantee.hpp"

namespace mirador {

class StandingView;

/// A stopping rule that is not known when mirador is compiled, such as a class in Python. What it
/// guarantees is what its author says.
class OwnStoppingRule {
 public:
  virtual ~OwnStoppingRule() = default;
  virtual const std::string& name() const = 0;
  /// Must not fall as pulls are added nor as δ shrinks. δ may be anything between 0 and 1: error
  /// bounds look for the smallest δ at which the rule would stop.
  virtual double required(const StandingView& standing, double delta) const = 0;
  /// Does it measure the evidence itself? If not, that is F(N, m).
  virtual bool measures_evidence() const = 0;
  virtual double evidence(const StandingView& standing) const;
  virtual Guarantee guarantee() const = 0;
};

}  // namespace mirador
