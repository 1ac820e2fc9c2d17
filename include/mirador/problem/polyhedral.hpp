#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/quadratic_program.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// Any finite partition into polyhedra, given as data: in which set do the means lie?
///   D_i(w,m) = min {Σ w_a (m_a - λ_a)² / (2σ²) : A_i λ >= b_i},
/// a strictly convex quadratic program, solved by a dual active set method. `rival` is the number
/// of the set. One small program per rival and call. Gaussian arms only. Weights below 1e-18 of the
/// largest are raised to that, because the minimiser is not unique at weight zero.
class Polyhedral {
 public:
  using FamilyType = Gaussian;
  using Answer = std::size_t;
  struct Scratch {
    QuadraticProgram program;
    std::vector<double> curvature, trial;
  };

  /// Throws InputError if there are fewer than two sets, a row does not have K numbers, a set is
  /// empty, or two sets overlap (naming them).
  Polyhedral(Gaussian family, std::size_t arms, std::vector<Polyhedron> sets);

  const Gaussian& family() const { return family_; }
  std::size_t arms() const { return arms_; }

  void candidate(Point at, Answer& answer, Scratch& scratch) const;
  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch& scratch) const;
  bool contains(Answer answer, std::span<const double> means) const;

  /// How many answers there are, and D_i(w,m) for one of them, with its minimiser in `lambda`.
  std::size_t answers() const { return sets_.size(); }
  double distance(Answer answer, Point at, std::span<double> lambda, Scratch& scratch) const;

 private:
  Gaussian family_;
  std::size_t arms_;
  std::vector<Polyhedron> sets_;
};

}  // namespace mirador
