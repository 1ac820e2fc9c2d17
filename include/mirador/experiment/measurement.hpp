#pragma once

#include <cmath>
#include <string>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/family/support.hpp"
#include "mirador/rounds/comparison.hpp"

namespace mirador {

/// Throws InputError if there is no such arm or if it cannot have this value, in the unit of the
/// user, as one of the family.
template <Family F>
void check_measurement(const ExperimentSpec& spec, const F& family, Arm arm, double value) {
  if (arm >= spec.arms.size()) {
    throw InputError("arm: " + std::to_string(arm) + " does not exist; there are " +
                     std::to_string(spec.arms.size()) + ", counted from 0");
  }
  const auto refuse = [&](const std::string& why) {
    throw InputError("value: " + exact(value) + " cannot be a measurement of \"" + spec.arms[arm] +
                     "\": " + why);
  };
  if (spec.scale == Scale::log && value <= 0.0) {
    refuse("on the log scale values must be positive; check the value, or use the linear scale");
  }
  const double counted = onto_scale(spec.scale, value);
  if (!family.in_support(counted)) refuse(outside_support(family, counted));
  if (!(std::abs(counted) <= largest_measurement)) {
    throw InputError("value: " + exact(value) + " is too large; use a unit in which it is at" +
                     " most 1e100");
  }
}

/// Runs a check of a recorded value. Throws RunError if it fails: the log is damaged.
template <class Check>
void check_logged(Check&& check) {
  try {
    check();
  } catch (const InputError& error) {
    throw RunError(std::string("log: ") + error.what() + "; the log is damaged");
  }
}

}  // namespace mirador
