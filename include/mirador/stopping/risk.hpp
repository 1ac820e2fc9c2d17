#pragma once

#include <span>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"

namespace mirador {

/// Throws InputError unless there is at least one risk and all are in (0, 1).
inline void validate_risks(std::span<const double> deltas) {
  if (deltas.empty()) throw InputError("delta: none given; give numbers such as 0.1,0.01");
  for (const double delta : deltas) {
    if (!(delta > 0.0 && delta < 1.0)) {
      throw InputError("delta: " + exact(delta) + " is outside (0,1); give a risk such as 0.05");
    }
  }
}

}  // namespace mirador
