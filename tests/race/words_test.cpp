#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/race/executor.hpp"

namespace mirador::race {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, PartsAtBlanks) {
  EXPECT_EQ(split_words("ls"), (Words{"ls"}));
  EXPECT_EQ(split_words("  sort  -n\tfile \n"), (Words{"sort", "-n", "file"}));
}

TEST(SplitWords, QuotesKeepAndJoin) {
  EXPECT_EQ(split_words("a 'b c' \"d e\""), (Words{"a", "b c", "d e"}));
  EXPECT_EQ(split_words("a'b c'\"d e\"f"), (Words{"ab cd ef"}));
  EXPECT_EQ(split_words("echo '' \"\""), (Words{"echo", "", ""}));
  EXPECT_EQ(split_words("'\"' \"'\""), (Words{"\"", "'"}));
}

TEST(SplitWords, BackslashAsInSh) {
  EXPECT_EQ(split_words(R"(a\ b \'c \\ \")"), (Words{"a b", "'c", "\\", "\""}));
  EXPECT_EQ(split_words(R"('a\b')"), (Words{R"(a\b)"}));
  EXPECT_EQ(split_words(R"("a\b \$ \` \" \\ \'")"), (Words{R"(a\b $ ` " \ \')"}));
}

TEST(SplitWords, BackslashAtTheEndOfALineGoesOn) {
  EXPECT_EQ(split_words("a \\\n b"), (Words{"a", "b"}));
  EXPECT_EQ(split_words("a\\\nb"), (Words{"ab"}));
  EXPECT_EQ(split_words("\"a\\\nb\""), (Words{"ab"}));
  EXPECT_EQ(split_words("'a\\\nb'"), (Words{"a\\\nb"}));
}

TEST(SplitWords, NothingIsExpanded) {
  EXPECT_EQ(split_words("a $HOME *.c ~ | b;c #d"),
            (Words{"a", "$HOME", "*.c", "~", "|", "b;c", "#d"}));
}

std::string refusal_of(const std::string& line) {
  try {
    split_words(line);
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(SplitWords, RefusesWhatHasNoEndOrNoWord) {
  EXPECT_EQ(refusal_of(" \t"), "command: there is none; give a program and its arguments");
  EXPECT_EQ(refusal_of(""), refusal_of(" "));
  EXPECT_EQ(refusal_of("it's"),
            "command: \"it's\" has a quote that does not end; add ', or write \\' for the letter");
  EXPECT_EQ(
      refusal_of("a \"b\\"),
      "command: \"a \"b\\\" has a quote that does not end; add \", or write \\\" for the letter");
  EXPECT_EQ(refusal_of("a \\"),
            "command: \"a \\\" ends with a backslash; write \\\\ for a backslash, or leave it out");
}

TEST(Quoted, LeavesSafeWordsAlone) {
  EXPECT_EQ(quoted({"sort", "--key=2,3", "/tmp/a_b.c", "user@host:80%", "+x"}),
            "sort --key=2,3 /tmp/a_b.c user@host:80% +x");
}

TEST(Quoted, QuotesTheRest) {
  EXPECT_EQ(quoted({"a b", "", "it's", "$x"}), R"('a b' '' 'it'\''s' '$x')");
  EXPECT_EQ(quoted({"~", "*", "#", "a;b", "\xC3\xA9"}), "'~' '*' '#' 'a;b' '\xC3\xA9'");
  EXPECT_EQ(quoted({"a=b", "a=b"}), "'a=b' a=b");
  EXPECT_EQ(quoted({}), "");
}

/// Every word of up to three characters with a special meaning in shells.
Words nasty_words() {
  const std::string letters = "a '\"\\$`\n*=#-\x80";
  Words words = {""};
  for (std::size_t begin = 0, length = 0; length < 3; ++length) {
    const std::size_t end = words.size();
    for (; begin < end; ++begin) {
      for (const char letter : letters) words.push_back(words[begin] + letter);
    }
  }
  return words;
}

TEST(Quoted, SplitGivesThemBack) {
  const Words words = nasty_words();
  EXPECT_EQ(split_words(quoted(words)), words);
  for (const std::string& word : words) {
    EXPECT_EQ(split_words(quoted({word})), Words{word});
    EXPECT_EQ(split_words(quoted({word, "x", word})), (Words{word, "x", word}));
  }
}

std::string printed(const Words& words) {
  return make_process_executor()->run({.words = words, .output = Output::captured}).output;
}

/// How a real shell splits a line.
std::string split_by_sh(const std::string& line) {
  return printed({"sh", "-c", "printf '<%s>' " + line});
}

std::string shown(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += "<" + word + ">";
  return text;
}

TEST(Quoted, AShellGivesThemBack) {
  const Words words = nasty_words();
  constexpr std::size_t at_a_time = 250;
  for (std::size_t first = 0; first < words.size(); first += at_a_time) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first);
    const auto left = static_cast<std::size_t>(words.end() - begin);
    const Words some(begin, begin + static_cast<std::ptrdiff_t>(std::min(at_a_time, left)));
    EXPECT_EQ(split_by_sh(quoted(some)), shown(some));
  }
}

TEST(SplitWords, AgreesWithAShell) {
  for (const std::string line :
       {R"(a\ b 'c d' "e f")", R"("a\b\$\`\"\\\'" 'a\b')", R"(a'b'"c"\d '')",
        "a\\\nb \"c\\\nd\" 'e\\\nf'", R"(\a\\\"\' "'" '"')"}) {
    EXPECT_EQ(split_by_sh(line), shown(split_words(line))) << line;
  }
}

}  // namespace
}  // namespace mirador::race
