#pragma once

#include <span>
#include <string_view>

namespace mirador::paper {

/// A misprint or an ambiguity in the paper, and what mirador uses instead.
struct Slip {
  std::string_view where, printed, here;
};
std::span<const Slip> slips();

}  // namespace mirador::paper
