#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "mirador/problem/point.hpp"

namespace mirador {

/// A question that is not known when mirador is compiled, such as a class in Python: finitely many
/// answers, and the projection onto the set of each. All else follows from that.
class OwnQuestion {
 public:
  virtual ~OwnQuestion() = default;

  virtual const std::string& name() const = 0;
  virtual std::size_t arms() const = 0;
  /// What the answers are called; at least two.
  virtual std::span<const std::string> answers() const = 0;
  /// λ := the point closest to the means in the closure of the answer's set, the minimiser of
  /// Σ w_a d(m_a, λ_a). Weights may be 0.
  virtual void project(std::size_t answer, Point at, std::span<double> lambda) const = 0;
  /// Are the means strictly inside the answer's set? By default: they are their own projection, and
  /// lie on no other set's border.
  virtual bool contains(std::size_t answer, std::span<const double> means) const;
};

/// Throws InputError unless there are at least two answers with different names, and so many arms.
void validate(const OwnQuestion& question, std::size_t arms);

}  // namespace mirador
