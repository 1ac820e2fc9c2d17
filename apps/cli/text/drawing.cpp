#include "text/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "mirador/core/infinity.hpp"
#include "mirador/core/text_width.hpp"
#include "mirador/core/utf8.hpp"
#include "text/numbers.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

double within_one(double share) { return share > 0.0 ? std::min(share, 1.0) : 0.0; }

}  // namespace

std::string meter(double share, std::size_t width) {
  const auto filled =
      static_cast<std::size_t>(within_one(share) * static_cast<double>(width) + 0.5);
  return repeated("█", filled) + repeated("░", width - filled);
}

std::string chart_bar(double share, std::size_t width) {
  const double length = within_one(share) * static_cast<double>(width);
  const auto halves = static_cast<std::size_t>(2.0 * length + 0.5);
  return repeated("█", halves / 2) + (halves % 2 == 1 ? "▌" : "");
}

Interval WhiskerScale::range_of(std::span<const ArmStatus> arms) {
  Interval range{infinity, -infinity};
  for (const ArmStatus& arm : arms) {
    if (!arm.mean) continue;
    for (const double value : {arm.low, *arm.mean, arm.high}) {
      if (!std::isfinite(value)) continue;
      range = {std::min(range.low, value), std::max(range.high, value)};
    }
  }
  if (range.low > range.high) return {-0.5, 0.5};
  return range.low < range.high ? range : Interval{range.low - 0.5, range.high + 0.5};
}

std::optional<WhiskerScale> WhiskerScale::around(std::span<const ArmStatus> arms,
                                                 std::optional<double> mark, std::size_t width) {
  const bool measured =
      std::ranges::any_of(arms, [](const auto& arm) { return arm.mean.has_value(); });
  if (!measured) return std::nullopt;
  WhiskerScale scale;
  scale.range_ = range_of(arms);
  if (mark && *mark >= scale.range_.low && *mark <= scale.range_.high) scale.mark_ = mark;
  scale.width_ = width;
  return scale;
}

std::size_t WhiskerScale::place_of(double value) const {
  // Halved first: the ends may be the largest doubles.
  const double share = (0.5 * value - 0.5 * range_.low) / (0.5 * range_.high - 0.5 * range_.low);
  return static_cast<std::size_t>(within_one(share) * static_cast<double>(width_ - 1) + 0.5);
}

std::string WhiskerScale::draw(const ArmStatus& arm) const {
  std::vector<std::string_view> cells(width_, " ");
  if (mark_) cells[place_of(*mark_)] = "┊";
  if (arm.mean) {
    const bool open_left = std::isinf(arm.low), open_right = std::isinf(arm.high);
    const std::size_t left = open_left ? 0 : place_of(arm.low);
    const std::size_t right = open_right ? width_ - 1 : place_of(arm.high);
    std::fill(cells.begin() + static_cast<std::ptrdiff_t>(left),
              cells.begin() + static_cast<std::ptrdiff_t>(right) + 1, "─");
    if (!open_left) cells[left] = "├";
    if (!open_right) cells[right] = "┤";
    cells[place_of(*arm.mean)] = "●";
  }
  std::string line;
  for (const std::string_view cell : cells) line += cell;
  return line.erase(line.find_last_not_of(' ') + 1);
}

std::string WhiskerScale::axis() const {
  const double width = range_.high - range_.low;
  const std::string low = number_on_scale(range_.low, width, Rounding::down);
  const std::string high = number_on_scale(range_.high, width, Rounding::up);
  if (low.size() + high.size() + 1 > width_) return shortened(low + "…" + high, width_);
  return padded(low, width_ - high.size()) + high;
}

std::string in_ascii(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 13> pairs = {{{"█", '#'},
                                                                               {"▌", '#'},
                                                                               {"░", '.'},
                                                                               {"├", '|'},
                                                                               {"┤", '|'},
                                                                               {"─", '-'},
                                                                               {"●", 'o'},
                                                                               {"┊", ':'},
                                                                               {"≈", '~'},
                                                                               {"µ", 'u'},
                                                                               {"σ", 's'},
                                                                               {"±", '+'},
                                                                               {"…", '~'}}};
  std::string plain;
  while (!text.empty()) {
    const auto known =
        std::ranges::find_if(pairs, [&](const auto& pair) { return text.starts_with(pair.first); });
    const bool ascii = static_cast<unsigned char>(text[0]) < 0x80;
    const std::string_view character = first_character(text);
    const char stand_in = ascii ? text[0] : known != pairs.end() ? known->second : '?';
    plain.append(columns_for(character), stand_in);
    text.remove_prefix(character.size());
  }
  return plain;
}

}  // namespace mirador::cli
