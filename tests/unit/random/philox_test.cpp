#include "mirador/random/philox.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <random>

namespace mirador {
namespace {

TEST(Philox, PublishedKnownAnswers) {
  constexpr PhiloxCounter zeros = philox({0, 0, 0, 0}, {0, 0});
  EXPECT_EQ(zeros, (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, EqualsRandom123) {
  std::mt19937 random(3);
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  for (int i = 0; i < 1000; ++i) {
    const PhiloxCounter counter = {word(), word(), word(), word()};
    const PhiloxKey key = {word(), word()};
    const philox4x32_ctr_t their_counter = {{counter[0], counter[1], counter[2], counter[3]}};
    const philox4x32_key_t their_key = {{key[0], key[1]}};
    const philox4x32_ctr_t expected = philox4x32(their_counter, their_key);
    const PhiloxCounter block = philox(counter, key);
    for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(block[j], expected.v[j]);
  }
}

}  // namespace
}  // namespace mirador
