#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "lane_functions.hpp"

namespace mirador {
namespace {

using test::LaneFunction;

struct Case {
  LaneFunction function;
  double low, high;  // of the arguments
  bool logarithmic;
};

/// Quantiles of all lanes including rare tails, and arguments on both sides of 0.
const std::vector<Case> cases = {{LaneFunction::exp, -800.0, 800.0, false},
                                 {LaneFunction::exp_of_loss, -800.0, 0.0, false},
                                 {LaneFunction::expm1, -50.0, 720.0, false},
                                 {LaneFunction::expm1, -1e-3, 1e-3, false},
                                 {LaneFunction::log, 1e-307, 1e308, true},
                                 {LaneFunction::log, 0.5, 2.0, false},
                                 {LaneFunction::log1p, -0.9999, 3.0, false},
                                 {LaneFunction::log1p, 1e-300, 1e300, true},
                                 {LaneFunction::normal_quantile, 0.0, 1.0, false},
                                 {LaneFunction::normal_quantile, 1e-300, 0.9, true},
                                 {LaneFunction::scaled_erfc, 1e-300, 1e300, true},
                                 {LaneFunction::scaled_erfc, 0.0, 40.0, false},
                                 {LaneFunction::normal_cdf, -40.0, 40.0, false},
                                 {LaneFunction::first_uniform, 0.0, 1.0, false},
                                 {LaneFunction::second_uniform, 0.0, 1.0, false}};

constexpr std::size_t count = 1008 * 16;  // a multiple of every width, of 3 and of 16

std::vector<double> arguments(const Case& c) {
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Scattered, so that neighbouring lanes take different branches.
    const double u = (static_cast<double>(i * 7919 % count) + 0.5) / static_cast<double>(count);
    out[i] = c.logarithmic ? c.low * std::exp(u * std::log(c.high / c.low))
                           : c.low + u * (c.high - c.low);
  }
  return out;
}

/// Compares evaluate(function, in, out) with one number at a time, bit by bit.
template <class Evaluate>
void expect_same_as_double(Evaluate evaluate) {
  for (const Case& c : cases) {
    const std::vector<double> in = arguments(c);
    std::vector<double> expected(count), out(count);
    simd::evaluate<double>(c.function, in.data(), expected.data(), count);
    evaluate(c.function, in.data(), out.data());
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(out[i]), std::bit_cast<std::uint64_t>(expected[i]))
          << "function " << static_cast<int>(c.function) << " of " << in[i];
    }
  }
}

TEST(LaneIdentity, PacksOfDoubles) {
  expect_same_as_double([](LaneFunction function, const double* in, double* out) {
    simd::evaluate<simd::Pack<double, 3>>(function, in, out, count);
  });
}

#ifdef __x86_64__
TEST(LaneIdentity, Avx2) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP();
  for (const int parts : {1, 2}) {
    expect_same_as_double([&](LaneFunction function, const double* in, double* out) {
      test::evaluate_on_avx2(function, parts, in, out, count);
    });
  }
}

TEST(LaneIdentity, Avx512) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) GTEST_SKIP();
  for (const int parts : {1, 2}) {
    expect_same_as_double([&](LaneFunction function, const double* in, double* out) {
      test::evaluate_on_avx512(function, parts, in, out, count);
    });
  }
}
#endif

}  // namespace
}  // namespace mirador
