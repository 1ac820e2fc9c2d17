#pragma once

#include <algorithm>
#include <cmath>

namespace mirador {

/// Maps a range of means onto all numbers: the mean itself, the logarithm of its distance from the
/// lower end if only that is finite, or the log-odds between two ends.
class RangeLink {
 public:
  RangeLink(double lowest, double highest) : low_(lowest), high_(highest) {}

  /// The mean of so many measurements inside the range: at an end it is moved half a measurement.
  double inside(double mean, double pulls) const {
    if (std::isinf(low_)) return mean;
    if (std::isinf(high_)) return mean > low_ ? mean : low_ + 0.5 / (pulls + 1.0);
    const double off = 0.5 * (high_ - low_) / (pulls + 1.0);
    return std::clamp(mean, low_ + off, high_ - off);
  }
  double operator()(double mean) const {
    if (std::isinf(low_)) return mean;
    return std::isinf(high_) ? std::log(mean - low_) : std::log((mean - low_) / (high_ - mean));
  }
  double slope(double mean) const {
    if (std::isinf(low_)) return 1.0;
    return 1.0 / (mean - low_) + (std::isinf(high_) ? 0.0 : 1.0 / (high_ - mean));
  }
  /// The mean that is mapped to x.
  double back(double x) const {
    if (std::isinf(low_)) return x;
    if (std::isinf(high_)) return low_ + std::exp(x);
    return low_ + (high_ - low_) / (1.0 + std::exp(-x));
  }

 private:
  double low_, high_;
};

}  // namespace mirador
