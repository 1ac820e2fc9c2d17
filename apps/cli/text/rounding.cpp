#include "text/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mirador/core/text.hpp"

namespace mirador::cli {
namespace {

/// 0.DIGITS times ten to the power of `point`; no zeros at the end.
struct Decimal {
  bool negative;
  std::string digits;
  int point;
};

Decimal decimal_of(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific);
  const std::string text(buffer, end.ptr);
  const std::size_t e = text.find('e');
  Decimal decimal{value < 0.0, text.substr(0, e), std::stoi(text.substr(e + 1)) + 1};
  std::erase(decimal.digits, '.');
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  return decimal;
}

/// The next integer.
std::string successor(std::string whole) {
  std::size_t at = whole.size();
  while (at > 0 && whole[at - 1] == '9') whole[--at] = '0';
  if (at == 0) return "1" + whole;
  ++whole[at - 1];
  return whole;
}

/// The first `count` digits as an integer (0 if count <= 0), plus one if the rest is not zero and
/// the rounding is away from zero.
std::string leading(const Decimal& decimal, int count, Rounding rounding) {
  const auto kept = static_cast<std::size_t>(std::max(count, 0));
  std::string whole = decimal.digits.substr(0, kept);
  whole.resize(kept, '0');
  const bool rest = decimal.digits.size() > kept;
  const bool away = (rounding == Rounding::up) != decimal.negative;
  if (whole.empty()) whole = "0";
  return rest && away ? successor(whole) : whole;
}

std::string with_sign(const Decimal& decimal, const std::string& text) {
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return decimal.negative && !zero ? "-" + text : text;
}

/// 1.23e4 rather than 1.23e+04.
std::string short_exponent(const std::string& text) {
  const std::size_t e = text.find('e');
  return fmt::format("{}e{}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

/// "0.050" becomes "0.05", "1.00e-7" becomes "1e-7".
std::string without_final_zeros(const std::string& text) {
  const std::size_t e = std::min(text.find('e'), text.size());
  std::string number = text.substr(0, e);
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return number + text.substr(e);
}

}  // namespace

std::string fixed_text(double value, int decimals, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(value)) {
    return fmt::format("{:.{}f}", value + 0.0, decimals);  // -0.0 is 0
  }
  const Decimal decimal = decimal_of(value);
  std::string whole = leading(decimal, decimal.point + decimals, rounding);
  const auto places = static_cast<std::size_t>(decimals);
  if (whole.size() <= places) whole.insert(0, places + 1 - whole.size(), '0');
  if (places > 0) whole.insert(whole.size() - places, ".");
  return with_sign(decimal, whole);
}

std::string scientific_text(double value, int decimals, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(value) || value == 0.0) {
    const std::string text = fmt::format("{:.{}e}", value, decimals);
    return std::isfinite(value) ? short_exponent(text) : text;
  }
  const Decimal decimal = decimal_of(value);
  std::string whole = leading(decimal, decimals + 1, rounding);
  const bool carried = whole.size() > static_cast<std::size_t>(decimals) + 1;  // 9.99 became 10.0
  if (carried) whole.pop_back();
  if (decimals > 0) whole.insert(1, ".");
  return with_sign(decimal, fmt::format("{}e{}", whole, decimal.point - 1 + (carried ? 1 : 0)));
}

std::string rounded_up(double value, int digits) {
  constexpr double smallest_plain = 1e-4, largest_plain = 1e5;
  if (value == 0.0) return "0";
  if (!(value >= smallest_plain && value < largest_plain)) {
    return without_final_zeros(scientific_text(value, digits - 1, Rounding::up));
  }
  const int decimals = std::max(digits - decimal_of(value).point, 0);
  return without_final_zeros(fixed_text(value, decimals, Rounding::up));
}

std::string confidence_text(double delta) {
  constexpr double many_nines = 1e-4;
  if (delta < many_nines) return "1 - " + exact(delta);
  return without_final_zeros(fixed_text(1.0 - delta, 4, Rounding::down));
}

}  // namespace mirador::cli
