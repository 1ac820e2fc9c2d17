#pragma once

#include <string>

#include "mirador/stopping/guarantee.hpp"

namespace mirador {

class StandingView;

/// A stopping rule defined at run time, for example by a class in Python. Its guarantee is its
/// author's statement.
class OwnStoppingRule {
 public:
  virtual ~OwnStoppingRule() = default;
  virtual const std::string& name() const = 0;
  /// Must not fall as pulls are added nor as δ shrinks. δ may be any number in (0, 1):
  /// smallest_risk searches for the smallest δ at which the rule would stop.
  virtual double required(const StandingView& standing, double delta) const = 0;
  /// Does it compute the evidence itself? If not, the evidence is F(N, m).
  virtual bool measures_evidence() const = 0;
  virtual double evidence(const StandingView& standing) const;
  virtual Guarantee guarantee() const = 0;
};

}  // namespace mirador
