#pragma once

#include <vector>

#include "attack_arrivals.hpp"

namespace attack {

/// Attacks on changed plans (docs/theory.md, section 14) and on the distance from the best at any
/// time (section 7), run like those on orders of arrival.
std::vector<ArrivalAttack> plan_attacks();

}  // namespace attack
