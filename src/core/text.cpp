#include "mirador/core/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <vector>

namespace mirador {
namespace {

/// The least number of letters to insert, leave out, replace or exchange with their neighbours
/// (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> above(b.size() + 1), row(b.size() + 1), below(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    below[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      below[j] = std::min({replaced, row[j] + 1, below[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) below[j] = std::min(below[j], above[j - 2] + 1);
    }
    above.swap(row);
    row.swap(below);
  }
  return row[b.size()];
}

/// Is it the first or a later word of a name such as export-json, or the beginning of the first?
bool is_part_of(std::string_view typed, std::string_view name) {
  for (std::size_t at = name.find(typed); at != name.npos; at = name.find(typed, at + 1)) {
    const std::size_t end = at + typed.size();
    const bool whole = at > 0 && name[at - 1] == '-' && (end == name.size() || name[end] == '-');
    if (at == 0 || whole) return true;
  }
  return false;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

}  // namespace

std::string exact(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::string nearest_name(std::string_view typed, std::span<const std::string_view> known) {
  const std::string lower = lower_case(typed);
  std::string_view nearest;
  std::size_t smallest = std::max<std::size_t>(1, (typed.size() + 1) / 3) + 1;
  for (const std::string_view name : known) {
    // A part of a name is a likely slip too.
    const bool shortened = typed.size() >= 2 && is_part_of(lower, name);
    if (lower.size() >= name.size() + smallest) continue;  // at least that many deletions
    const std::size_t distance = shortened ? 1 : edit_distance(lower, lower_case(name));
    if (distance < smallest && distance < name.size()) {
      smallest = distance;
      nearest = name;
    }
  }
  return std::string(nearest);
}

std::string one_of(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string unknown_name(std::string_view field, std::string_view typed,
                         std::span<const std::string_view> known) {
  const std::string nearest = nearest_name(typed, known);
  const std::string hint = nearest.empty()
                               ? "use " + one_of(known)
                               : "did you mean \"" + nearest + "\"? (" + one_of(known) + ")";
  return std::string(field) + ": unknown name \"" + std::string(typed) + "\"; " + hint;
}

}  // namespace mirador
