#pragma once

namespace mirador {

/// The closed interval from low to high.
struct Interval {
  double low, high;
};

}  // namespace mirador
