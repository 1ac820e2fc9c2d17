#include "text/numbers.hpp"

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

}  // namespace

std::string short_number(double value, Rounding rounding) {
  return is_plain(value) ? fixed_text(value, decimals_for(value), rounding)
                         : scientific_text(value, 3, rounding);
}

std::string signed_number(double value, Rounding rounding) {
  if (!(value < 0.0)) return short_number(value, rounding);
  return "-" + short_number(-value, opposite(rounding));
}

std::string signed_number_like(double model, double value, Rounding rounding) {
  const bool fixed = is_plain(std::abs(model)) && std::abs(value) < 99999.5;
  return fixed ? fixed_text(value, decimals_for(std::abs(model)), rounding)
               : signed_number(value, rounding);
}

std::string number_on_scale(double value, double width, Rounding rounding) {
  const double decimals = 2.0 - std::floor(std::log10(width));
  if (!(decimals >= -4.0 && decimals <= 6.0) || std::abs(value) >= 1e7) {
    return signed_number(value, rounding);
  }
  return fixed_text(value, static_cast<int>(std::max(decimals, 0.0)), rounding);
}

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string with_error(double value, double error) {
  if (!std::isfinite(error)) return short_number(value);
  return fmt::format("{} ± {}", short_number(value),
                     is_plain(value) ? fmt::format("{:.{}f}", error, decimals_for(value))
                                     : scientific_text(error, 1, Rounding::nearest));
}

std::string short_samples(double value) {
  if (value < 99999.5) return fmt::format("{:.0f}", value);
  if (value < 9999.5e3) return fmt::format("{:.0f}k", value / 1e3);
  return value < 9999.5e6 ? fmt::format("{:.0f}M", value / 1e6)
                          : fmt::format("{:.0f}G", value / 1e9);
}

std::string percent(double share, Rounding rounding) {
  return fixed_text(100.0 * share, share < 0.0995 ? 2 : share < 0.9995 ? 1 : 0, rounding);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string ratio_text(double ratio) { return ratio_text_like(ratio, ratio, Rounding::nearest); }

std::string ratio_text_like(double model, double ratio, Rounding rounding) {
  if (ratio >= 9999.5) return short_number(ratio, rounding);
  const int decimals = model < 1.0995 ? 3 : model < 9.995 ? 2 : model < 99.95 ? 1 : 0;
  return fixed_text(ratio, decimals, rounding);
}

std::string percent_text(double share) { return fmt::format("{:.6g} %", 100.0 * share); }

std::string range_text(const Interval& interval, double nothing,
                       const std::function<std::string(double, Rounding)>& write) {
  const bool low = std::isfinite(interval.low) && interval.low > nothing;
  const bool high = std::isfinite(interval.high);
  const std::string from = low ? write(interval.low, Rounding::down) : "";
  const std::string to = high ? write(interval.high, Rounding::up) : "";
  if (low && high) return fmt::format("{} to {}", from, to);
  if (low) return "at least " + from;
  return high ? "at most " + to : "";
}

}  // namespace mirador::cli
