#pragma once

#include <string>
#include <string_view>

#include "mirador/assumption/evidence.hpp"

namespace mirador {

/// What the values of an arm do that their assumption does not allow, for people.

/// `values` is "the values of old", `law` the name of their family's law: "the values of old have
/// outliers that a normal law does not have".
std::string reason_text(Assumed assumed, const ArmEvidence& evidence, std::string_view values,
                        std::string_view law);
/// "the values of old spread 20 times as widely as sigma 1 says".
std::string sigma_reason_text(std::string_view values, double times, double sigma);
/// Of a spread that is not known: "the later values of old ...".
std::string changed_spread_text(std::string_view values, const ArmEvidence& evidence);

}  // namespace mirador
