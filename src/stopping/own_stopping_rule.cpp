#include "mirador/stopping/own_stopping_rule.hpp"

#include "mirador/problem/standing_view.hpp"

namespace mirador {

double OwnStoppingRule::evidence(const StandingView& standing) const { return standing.value(); }

}  // namespace mirador
