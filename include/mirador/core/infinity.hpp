#pragma once

#include <limits>

namespace mirador {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace mirador
