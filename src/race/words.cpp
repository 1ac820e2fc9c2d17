#include <algorithm>
#include <string_view>

#include "mirador/core/error.hpp"
#include "mirador/race/executor.hpp"

namespace mirador::race {
namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }

constexpr std::string_view open_backslash =
    "ends with a backslash; write \\\\ for a backslash, or leave it out";
constexpr std::string_view open_single =
    "has a quote that does not end; add ', or write \\' for the letter";
constexpr std::string_view open_double =
    "has a quote that does not end; add \", or write \\\" for the letter";

/// Reads a command line from left to right. `word_` is the current word; it exists as soon as a
/// quote has begun, so that '' is a word.
class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  std::vector<std::string> words() {
    while (at_ < line_.size()) step();
    end_word();
    if (words_.empty())
      throw InputError("command: there is none; give a program and its arguments");
    return std::move(words_);
  }

 private:
  void step() {
    const char letter = line_[at_++];
    if (is_blank(letter)) return end_word();
    if (letter == '\\') return escaped();
    in_word_ = true;
    if (letter == '\'') return single_quoted();
    if (letter == '"') return double_quoted();
    word_ += letter;
  }

  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  /// A backslash at the end of a line continues the line; both characters are dropped.
  void escaped() {
    const char letter = next(open_backslash);
    if (letter == '\n') return;
    in_word_ = true;
    word_ += letter;
  }

  void single_quoted() {
    for (char letter = next(open_single); letter != '\''; letter = next(open_single))
      word_ += letter;
  }

  /// In double quotes a backslash is literal, unless it precedes a character that it can escape.
  void double_quoted() {
    constexpr std::string_view protectable = "$`\"\\";
    for (char letter = next(open_double); letter != '"'; letter = next(open_double)) {
      if (letter != '\\') {
        word_ += letter;
        continue;
      }
      const char after = next(open_double);
      if (after == '\n') continue;
      if (protectable.find(after) == std::string_view::npos) word_ += letter;
      word_ += after;
    }
  }

  /// The next character; at the end of the line throws with this complaint.
  char next(std::string_view complaint) {
    if (at_ < line_.size()) return line_[at_++];
    throw InputError("command: \"" + std::string(line_) + "\" " + std::string(complaint));
  }

  std::string_view line_;
  std::size_t at_ = 0;
  bool in_word_ = false;
  std::string word_ = {};
  std::vector<std::string> words_ = {};
};

bool means_itself(char letter) {
  const bool alphanumeric = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                            (letter >= '0' && letter <= '9');
  return alphanumeric || std::string_view("_@%+=:,./-").find(letter) != std::string_view::npos;
}

std::string quoted_word(std::string_view word) {
  std::string text = "'";
  for (const char letter : word) {
    if (letter == '\'') {
      text += "'\\''";
    } else {
      text += letter;
    }
  }
  return text + "'";
}

}  // namespace

std::vector<std::string> split_words(const std::string& line) { return Splitter(line).words(); }

std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    // In the place of a program, a shell reads a=b as an assignment.
    const bool assigns = text.empty() && word.find('=') != std::string::npos;
    const bool plain = !word.empty() && !assigns && std::ranges::all_of(word, means_itself);
    if (!text.empty()) text += ' ';
    text += plain ? word : quoted_word(word);
  }
  return text;
}

}  // namespace mirador::race
