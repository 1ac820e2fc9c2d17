#pragma once

#include <cmath>
#include <string_view>

namespace mirador {

/// The scale on which arms are compared. On the log scale an experiment uses the logarithm of every
/// value, so that ratios matter: values must be positive, means are shown as geometric means in the
/// unit of the values, and a margin of 0.02 means "within 2 %".
enum class Scale { linear, log };

constexpr std::string_view to_string(Scale scale) { return scale == Scale::log ? "log" : "linear"; }

/// From the unit of the values to the scale, and back.
inline double onto_scale(Scale scale, double value) {
  return scale == Scale::log ? std::log(value) : value;
}
inline double off_scale(Scale scale, double value) {
  return scale == Scale::log ? std::exp(value) : value;
}
/// A distance between two means; on the log scale the share by which the larger is larger.
inline double distance_off_scale(Scale scale, double distance) {
  return scale == Scale::log ? std::expm1(distance) : distance;
}

}  // namespace mirador
