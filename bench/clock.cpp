#include "clock.hpp"

#include <algorithm>
#include <cstdint>

#include "mirador/simulate/workers.hpp"

namespace bench {
namespace {

constexpr int links = 16, rounds = 1'000'000;

/// A chain of additions, of which every processor executes one per cycle. It uses two registers
/// because some processors add small constants for free; the empty asm statement prevents the
/// compiler from multiplying instead.
void count_cycles() {
  std::uint64_t sum = 0, one = 1;
  for (int i = 0; i < rounds; ++i) {
#pragma GCC unroll 16
    for (int k = 0; k < links; ++k) {
      sum += one;
      asm volatile("" : "+r"(sum), "+r"(one));
    }
  }
}

}  // namespace

double clock_ghz() {
  double best = 0.0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const std::uint64_t began = mirador::thread_cpu_ns();
    count_cycles();
    const auto ns = static_cast<double>(mirador::thread_cpu_ns() - began);
    best = std::max(best, static_cast<double>(links) * rounds / ns);
  }
  return best;
}

}  // namespace bench
