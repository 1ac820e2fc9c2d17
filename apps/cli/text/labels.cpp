#include "text/labels.hpp"

#include <algorithm>
#include <string_view>

#include "text/table.hpp"

namespace mirador::cli {
namespace {

/// Words and folders are left out whole.
bool is_border(char letter) { return letter == ' ' || letter == '/'; }

std::size_t shortest(const std::vector<std::string>& names) {
  return std::ranges::min(names, {}, &std::string::size).size();
}

/// The length of the shared beginning, up to and with a border; something is left of every name.
std::size_t shared_beginning(const std::vector<std::string>& names) {
  std::size_t length = 0, whole = 0;
  const auto same = [&](const std::string& name) { return name[length] == names[0][length]; };
  while (length + 1 < shortest(names) && std::ranges::all_of(names, same)) {
    if (is_border(names[0][length++])) whole = length;
  }
  return whole;
}

/// The length of the shared end, from a border on; something is left between it and the beginning.
std::size_t shared_end(const std::vector<std::string>& names, std::size_t beginning) {
  std::size_t length = 0, whole = 0;
  const auto letter = [&](const std::string& name) { return name[name.size() - 1 - length]; };
  const auto same = [&](const std::string& name) { return letter(name) == letter(names[0]); };
  while (beginning + length + 1 < shortest(names) && std::ranges::all_of(names, same)) {
    const bool border = is_border(letter(names[0]));
    ++length;
    if (border) whole = length;
  }
  return whole;
}

/// The name with … in place of its beginning and end; their borders stay.
std::string without(const std::string& name, const Common& common) {
  const std::string_view left(common.beginning), right(common.end);
  std::string text = name.substr(left.size(), name.size() - left.size() - right.size());
  if (!left.empty()) text = std::string("…") + left.back() + text;
  if (!right.empty()) text += right.front() + std::string("…");
  return text;
}

Labels without(const std::vector<std::string>& names, const Common& common) {
  Labels labels{{}, common};
  for (const std::string& name : names) labels.texts.push_back(without(name, common));
  return labels;
}

bool fit(const std::vector<std::string>& texts, std::size_t most) {
  return std::ranges::all_of(texts,
                             [&](const std::string& text) { return width_of(text) <= most; });
}

}  // namespace

Labels told_apart(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() < 2 || fit(names, most)) return {names};
  const std::size_t left = shared_beginning(names), right = shared_end(names, left);
  const std::string &first = names[0], end = first.substr(first.size() - right);
  Labels labels = without(names, {"", end});
  if (!fit(labels.texts, most)) labels = without(names, {first.substr(0, left), end});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (width_of(labels.texts[i]) <= most) continue;
    const std::string number = "#" + std::to_string(i + 1);
    const std::size_t room = most > number.size() + 4 ? most - number.size() - 1 : 0;
    labels.texts[i] = room == 0 ? number : number + " " + shortened(labels.texts[i], room);
    labels.numbered.push_back(i);
  }
  return labels;
}

}  // namespace mirador::cli
