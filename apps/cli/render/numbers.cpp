#include "render/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mirador::cli {
namespace {

bool is_plain(double value) { return value == 0.0 || (value >= 0.01 && value < 99999.5); }

int decimals_for(double value) {
  if (value > 0.0 && value < 0.995) return 4;
  return value < 99.95 ? 2 : value < 999.5 ? 1 : 0;
}

/// 1.23e4 rather than 1.23e+04.
std::string scientific(double value, int decimals) {
  const std::string text = fmt::format("{:.{}e}", value, decimals);
  const std::size_t place = text.find('e');
  return fmt::format("{}e{}", text.substr(0, place), std::stoi(text.substr(place + 1)));
}

}  // namespace

std::string short_number(double value) {
  return is_plain(value) ? fmt::format("{:.{}f}", value, decimals_for(value))
                         : scientific(value, 3);
}

std::string signed_number(double value) {
  return fmt::format("{}{}", value < 0.0 ? "-" : "", short_number(std::abs(value)));
}

std::string signed_number_like(double model, double value) {
  const bool fixed = is_plain(std::abs(model)) && std::abs(value) < 99999.5;
  return fixed ? fmt::format("{:.{}f}", value, decimals_for(std::abs(model)))
               : signed_number(value);
}

std::string number_on_scale(double value, double width) {
  const double decimals = 2.0 - std::floor(std::log10(width));
  if (!(decimals >= -4.0 && decimals <= 6.0) || std::abs(value) >= 1e7) {
    return signed_number(value);
  }
  return fmt::format("{:.{}f}", value, static_cast<int>(std::max(decimals, 0.0)));
}

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string with_error(double value, double error) {
  if (!std::isfinite(error)) return short_number(value);
  return fmt::format(
      "{} ± {}", short_number(value),
      is_plain(value) ? fmt::format("{:.{}f}", error, decimals_for(value)) : scientific(error, 1));
}

std::string short_samples(double value) {
  if (value < 99999.5) return fmt::format("{:.0f}", value);
  if (value < 9999.5e3) return fmt::format("{:.0f}k", value / 1e3);
  return value < 9999.5e6 ? fmt::format("{:.0f}M", value / 1e6)
                          : fmt::format("{:.0f}G", value / 1e9);
}

std::string percent(double share) {
  return fmt::format("{:.{}f}", 100.0 * share, share < 0.0995 ? 2 : share < 0.9995 ? 1 : 0);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string ratio_text(double ratio) { return ratio_text_like(ratio, ratio); }

std::string ratio_text_like(double model, double ratio) {
  if (ratio >= 9999.5) return short_number(ratio);
  return fmt::format("{:.{}f}", ratio,
                     model < 1.0995  ? 3
                     : model < 9.995 ? 2
                     : model < 99.95 ? 1
                                     : 0);
}

std::string percent_text(double share) { return fmt::format("{:.6g} %", 100.0 * share); }

std::string range_text(const Interval& interval, double nothing,
                       const std::function<std::string(double)>& write) {
  const bool low = std::isfinite(interval.low) && interval.low > nothing;
  const bool high = std::isfinite(interval.high);
  if (low && high) return fmt::format("{} to {}", write(interval.low), write(interval.high));
  if (low) return "at least " + write(interval.low);
  return high ? "at most " + write(interval.high) : "";
}

}  // namespace mirador::cli
