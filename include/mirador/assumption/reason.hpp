#pragma once

#include <string>
#include <string_view>

#include "mirador/assumption/evidence.hpp"

namespace mirador {

/// Messages that describe how the values of an arm contradict their assumption.

/// For example "the values of old have outliers that a normal law does not have", where `values` is
/// "the values of old" and `law` is the name of the family's law.
std::string reason_text(Assumed assumed, const ArmEvidence& evidence, std::string_view values,
                        std::string_view law);
/// "the values of old spread 20 times as widely as sigma 1 says".
std::string sigma_reason_text(std::string_view values, double times, double sigma);
/// For families without a known spread: "the later values of old ...".
std::string changed_spread_text(std::string_view values, const ArmEvidence& evidence);

}  // namespace mirador
