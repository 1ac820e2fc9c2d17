#pragma once

#include <vector>

#include "mirador/contract/problem_minimiser.hpp"
#include "mirador/contract/problem_sets.hpp"
#include "mirador/contract/problem_values.hpp"

namespace mirador::contract {

/// The requirements of the concept Problem that a problem violates; empty if no violation was
/// found, which does not prove that there is none. With three answers and the points of
/// `points_for` about 7000 calls of `candidate` and `project`, and 20,000 of `contains`; both grow
/// with the number of answers. Exceptions of the problem propagate. Not for problems with a margin.
template <Problem P>
std::vector<Violation> problem_violations(const P& problem, const Points& points) {
  ProblemLook<P> look(problem, points);
  every_answer_can_be_reached(look);
  value_is_weights_times_gradient(look);
  projection_is_a_function_of_the_point(look);
  sets_are_disjoint(look);
  sets_are_convex(look);
  means_inside_a_set_have_its_answer(look);
  candidate_is_the_closest_answer(look);
  value_is_the_smallest_distance(look);
  minimiser_lies_in_a_rivals_set(look);
  minimiser_is_the_closest(look);
  concave_against_a_fixed_candidate(look);
  homogeneous_against_a_fixed_candidate(look);
  gradient_is_a_global_cut(look);
  zero_weights_are_the_limit_of_small_ones(look);
  return look.violations();
}
template <Problem P>
std::vector<Violation> problem_violations(const P& problem) {
  return problem_violations(problem, points_for(problem));
}

}  // namespace mirador::contract
