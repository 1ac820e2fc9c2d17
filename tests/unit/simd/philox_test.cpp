#include "mirador/simd/philox.hpp"

#include <gtest/gtest.h>

#include <random>

#include "mirador/random/philox.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simd/pack.hpp"

namespace mirador {
namespace {

using Lanes = simd::Pack<double, 3>;
using Words = simd::Word<Lanes>;

Words words(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  Words out(a);
  set(out, 1, b);
  set(out, 2, c);
  return out;
}

TEST(LanePhilox, PublishedKnownAnswers) {
  constexpr std::uint64_t ones = 0xffffffff;
  const auto zeros = simd::philox<double>(0u, 0u, 0u, 0u, simd::PhiloxKeys{0, 0});
  const auto all =
      simd::philox<double>(ones, ones, ones, ones, simd::PhiloxKeys{0xffffffff, 0xffffffff});
  const std::uint32_t of_zeros[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const std::uint32_t of_ones[4] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(static_cast<std::uint32_t>(zeros.word[i]), of_zeros[i]);
    EXPECT_EQ(static_cast<std::uint32_t>(all.word[i]), of_ones[i]);
  }
}

/// The upper halves of the counters are arbitrary and must not matter.
TEST(LanePhilox, EachLaneEqualsTheScalarOne) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    Words counter[4];
    for (Words& c : counter) c = words(random(), random(), random());
    const auto key0 = static_cast<std::uint32_t>(random()),
               key1 = static_cast<std::uint32_t>(random());
    const auto block = simd::philox<Lanes>(counter[0], counter[1], counter[2], counter[3],
                                           simd::PhiloxKeyTable(simd::PhiloxKeys{key0, key1}));
    const Lanes first = simd::open_uniform<Lanes>(block.word[0], block.word[1]);
    const Lanes second = simd::open_uniform<Lanes>(block.word[2], block.word[3]);
    for (int i = 0; i < 3; ++i) {
      PhiloxCounter scalar;
      for (std::size_t j = 0; j < 4; ++j)
        scalar[j] = static_cast<std::uint32_t>(get(counter[j], i));
      scalar = philox(scalar, {key0, key1});
      for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_EQ(static_cast<std::uint32_t>(get(block.word[j], i)), scalar[j]);
      }
      EXPECT_EQ(get(first, i), detail::open_uniform(scalar[0], scalar[1]));
      EXPECT_EQ(get(second, i), detail::open_uniform(scalar[2], scalar[3]));
    }
  }
}

TEST(LanePhilox, UniformsAreOpen) {
  const std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(simd::open_uniform<double>(0u, 0u), 0x1.0p-53);
  EXPECT_EQ(simd::open_uniform<double>(ones, ones), 1.0 - 0x1.0p-53);
}

}  // namespace
}  // namespace mirador
