#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "mirador/core/text.hpp"
#include "mirador/family/family.hpp"

namespace mirador {

/// A family that accepts a finite value as a measurement; used in messages.
inline std::string_view family_accepting(double value) {
  if (value >= 0.0 && value <= 1.0) return "bounded from 0 to 1";
  if (value > 0.0 && value == std::floor(value)) return "poisson";
  return value > 0.0 ? "exponential or normal" : "normal";
}

/// "values from 0 to 1": what the family can produce.
template <Family F>
std::string support_text(const F& family) {
  if (std::isinf(family.lowest_mean())) return "finite numbers";
  if (F::name == "bernoulli") return "0 and 1";
  if (F::name == "poisson") return "counts 0, 1, 2, ...";
  const std::string low = exact(family.lowest_mean());
  if (std::isinf(family.highest_mean())) return "values of at least " + low;
  return "values from " + low + " to " + exact(family.highest_mean());
}

/// Why the family cannot produce the value, and which family could: the end of a message.
template <Family F>
std::string outside_support(const F& family, double value) {
  if (!std::isfinite(value)) return "it is not a finite number; leave it out or measure again";
  std::string text(F::name);
  text += " arms give ";
  text += support_text(family);
  text += "; check the value, or describe the arms as ";
  text += F::name == "bounded" ? "bounded in a wider range" : family_accepting(value);
  return text;
}

/// "give means from 0 to 1", the end of a message about a mean.
template <Family F>
std::string range_text(const F& family) {
  if (std::isinf(family.lowest_mean())) return "give finite numbers";
  const bool closed = family.possible_mean(family.lowest_mean());
  std::string text = closed ? "give means from " : "give means above ";
  text += exact(family.lowest_mean());
  if (std::isinf(family.highest_mean())) return text + (closed ? " up" : "");
  return text + " to " + exact(family.highest_mean());
}

}  // namespace mirador
