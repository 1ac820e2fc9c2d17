#pragma once

#include <cstdint>

#include "mirador/simulate/summary.hpp"

namespace certify {

/// The errors among the runs of an attack, and their allowed share.
struct Count {
  std::uint64_t wrong, runs;
  double promised;  ///< δ, or 2 δ on an exact tie

  double rate() const { return static_cast<double>(wrong) / static_cast<double>(runs); }
  double upper() const { return mirador::clopper_pearson_upper(wrong, runs, 0.999); }
  double over_promise() const { return rate() / promised; }
  bool refuted(double confidence) const {
    return mirador::clopper_pearson_lower(wrong, runs, confidence) > promised;
  }
};

}  // namespace certify
