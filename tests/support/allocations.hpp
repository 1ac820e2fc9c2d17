#pragma once

#include <cstdint>
#include <utility>

namespace mirador::testing_support {

/// Calls of operator new made by this thread so far. Link allocations.cpp to count them.
std::uint64_t allocations();

/// The number of allocations of an action.
template <class Action>
std::uint64_t allocations_of(Action&& action) {
  const std::uint64_t before = allocations();
  std::forward<Action>(action)();
  return allocations() - before;
}

}  // namespace mirador::testing_support
