#pragma once

#include <functional>
#include <span>
#include <string>

#include "mirador/problem/problem.hpp"
#include "mirador/problem/role.hpp"
#include "mirador/random/world.hpp"

namespace mirador {

/// The simulated world: the source of the rewards, and the text of answers.
template <Problem P>
struct Scenario {
  World world;
  /// The text of a verdict in the record of a run; may be empty. The roles tell which arms are
  /// equal within the margin.
  std::function<std::string(const typename P::Answer&, std::span<const Role>)> describe = {};
};

}  // namespace mirador
