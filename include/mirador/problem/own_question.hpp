#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "mirador/problem/point.hpp"

namespace mirador {

/// A question defined at run time, for example by a class in Python: finitely many answers, and the
/// projection onto the set of each. Everything else follows from these.
class OwnQuestion {
 public:
  virtual ~OwnQuestion() = default;

  virtual const std::string& name() const = 0;
  virtual std::size_t arms() const = 0;
  /// The names of the answers; at least two.
  virtual std::span<const std::string> answers() const = 0;
  /// λ := the point closest to the means in the closure of the answer's set, the minimiser of
  /// Σ w_a d(m_a, λ_a). Weights may be 0.
  virtual void project(std::size_t answer, Point at, std::span<double> lambda) const = 0;
  /// Are the means strictly inside the answer's set? By default: they are their own projection, and
  /// not on the border of another set.
  virtual bool contains(std::size_t answer, std::span<const double> means) const;
};

/// Throws InputError unless there are at least two answers with different names, and `arms` arms.
void validate(const OwnQuestion& question, std::size_t arms);

}  // namespace mirador
