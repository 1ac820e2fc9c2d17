#pragma once

#include <span>
#include <string_view>

namespace mirador::paper {

/// Where the paper's text does not say what it means, and what mirador does.
struct Slip {
  std::string_view where, printed, here;
};
std::span<const Slip> slips();

}  // namespace mirador::paper
