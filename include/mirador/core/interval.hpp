#pragma once

namespace mirador {

/// The numbers from low to high.
struct Interval {
  double low, high;
};

}  // namespace mirador
