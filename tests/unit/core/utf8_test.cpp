#include "mirador/core/utf8.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "mirador/core/printable.hpp"
#include "mirador/core/text_width.hpp"

namespace mirador {
namespace {

using namespace std::string_view_literals;

std::string encoded(char32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0 | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xe0 | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

TEST(Utf8, EveryCharacterIsTakenApart) {
  for (char32_t code = 0; code <= 0x10ffff; ++code) {
    const std::string text = encoded(code) + "x";
    const std::optional<Character> character = valid_character(text);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    ASSERT_EQ(character.has_value(), !surrogate) << std::uint32_t{code};
    ASSERT_EQ(first_character(text).size(), text.size() - 1) << std::uint32_t{code};
    if (!character) continue;
    ASSERT_TRUE(character->code == code);
    ASSERT_EQ(character->length, text.size() - 1);
  }
}

TEST(Utf8, WhatIsNoCharacterIsRefused) {
  for (const std::string_view text :
       {"\x80"sv, "\xbf"sv, "\xc3"sv, "\xc3("sv, "\xc0\x80"sv, "\xc1\xbf"sv, "\xe0\x80\x80"sv,
        "\xe2\x82"sv, "\xed\xa0\x80"sv, "\xf0\x80\x80\x80"sv, "\xf4\x90\x80\x80"sv,
        "\xf5\x80\x80\x80"sv, "\xff"sv}) {
    EXPECT_FALSE(valid_character(text));
    EXPECT_EQ(columns_for(text), 1u);
    EXPECT_FALSE(is_printable(text));
  }
  EXPECT_EQ(first_character("\x80\x80\x80\x80\x80").size(), 4u);
}

TEST(Utf8, TextIsCutBetweenCharacters) {
  EXPECT_EQ(first_bytes("abc", 3), "abc");
  EXPECT_EQ(first_bytes("abcd", 3), "abc");
  EXPECT_EQ(first_bytes("abé", 3), "ab");
  EXPECT_EQ(first_bytes("日本", 5), "日");
  EXPECT_EQ(first_bytes("\x80\x80\x80\x80\x80", 4), "\x80");  // three bytes back at most
}

TEST(Utf8, WidthIsCountedInColumns) {
  EXPECT_EQ(width_of(""), 0u);
  EXPECT_EQ(width_of("µs ±"), 4u);
  EXPECT_EQ(width_of("整列 日本語"), 11u);
  EXPECT_EQ(width_of("🚀"), 2u);
  EXPECT_EQ(width_of("a\xff"), 2u);
}

TEST(Utf8, WhatSteersATerminalIsNotPrintable) {
  EXPECT_EQ(printable("a\x1b[1m\x7f\u0085é\u200b"), "a?[1m???é???");
}

}  // namespace
}  // namespace mirador
