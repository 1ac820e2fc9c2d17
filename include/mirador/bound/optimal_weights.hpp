#pragma once

#include "mirador/bound/general_weights.hpp"

namespace mirador {

/// The proportions w* that maximise F(·, m) against a candidate answer, and a certified upper
/// bound of the maximum.
///   - restart(): forgets the previous solution
///   - solve(candidate, means): finds w*, warm-started by the previous solution. A third argument
///     gives the variances if the family does not know them
///   - weights(): w*
///   - upper(): max F <= upper, from a mixture of cuts
/// If F is 0 for every w (a tie), the weights separate the tied arms (for best-arm they are the
/// limit as the tie is approached), and the upper bound is 0. This is the general form; problems
/// with a better method specialise it, in the files included below.
template <Problem P>
class OptimalWeights : public GeneralOptimalWeights<P> {
 public:
  using GeneralOptimalWeights<P>::GeneralOptimalWeights;
};

}  // namespace mirador

// The specialisations must be visible wherever the template is.
#include "mirador/bound/best_arm_family_weights.hpp"
#include "mirador/bound/best_arm_weights.hpp"
#include "mirador/bound/level_weights.hpp"
#include "mirador/bound/top_m_weights.hpp"
