#pragma once

#include <functional>
#include <span>
#include <string>

#include "mirador/problem/problem.hpp"
#include "mirador/problem/role.hpp"
#include "mirador/random/world.hpp"

namespace mirador {

/// What is simulated of a problem: the world that the rewards come from, and how answers are
/// written.
template <Problem P>
struct Scenario {
  World world;
  /// How a verdict is written in the record of a run; may be empty. The roles say which arms are
  /// equal within the margin.
  std::function<std::string(const typename P::Answer&, std::span<const Role>)> describe = {};
};

}  // namespace mirador
