// A command that takes a known time: uses CPU until its clock reaches it.
//   burn SECONDS [SPREAD]
// With a spread the time is SECONDS times exp(x), x normal with that standard deviation and new in
// every run: noise like that of a busier machine, with a known law.

#include <sys/random.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>

namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Box-Muller with random bits of the kernel.
double normal() {
  std::uint32_t bits[2] = {};
  if (getrandom(bits, sizeof bits, 0) != sizeof bits) std::abort();
  const double u = (bits[0] + 0.5) / 4294967296.0, v = bits[1] / 4294967296.0;
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.0;
  const double spread = argc > 2 ? std::atof(argv[2]) : 0.0;
  if (argc < 2 || argc > 3 || !(seconds > 0.0) || !(spread >= 0.0)) {
    std::fputs("usage: burn SECONDS [SPREAD]\n", stderr);
    return 2;
  }
  const double target = spread > 0.0 ? seconds * std::exp(spread * normal()) : seconds;
  // Reading the clock is work of the kernel; most of the time should be spent in this program.
  volatile double sink = 1.0;
  while (cpu_seconds() < target) {
    for (int i = 0; i < 2000; ++i) sink = sink * 1.0000001;
  }
}
