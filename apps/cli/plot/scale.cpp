#include "plot/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plot/text.hpp"

namespace mirador::plot {
namespace {

/// Tolerance for rounding errors when testing whether an end is round.
constexpr double slack = 1e-9;

/// Linear domains are rounded to steps so large that about this many cover the domain.
constexpr double rounding_steps = 6.0;

/// The closest 1, 2 or 5 times a power of ten at or below (above) the value.
double round_number(double value, bool down) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + slack));
  double below = power;
  for (const double factor : {2.0, 5.0, 10.0}) {
    const double above = factor * power;
    if (above > value * (1.0 + slack))
      return down || below >= value * (1.0 - slack) ? below : above;
    below = above;
  }
  return below;
}

Interval rounded_outwards(Interval range, AxisKind kind) {
  if (kind == AxisKind::log) {
    const Interval out = {round_number(range.low, true), round_number(range.high, false)};
    return out.low < out.high ? out : Interval{out.low / 2.0, out.high * 2.0};
  }
  if (range.low == range.high) {
    const double margin = range.low == 0.0 ? 1.0 : 0.1 * std::fabs(range.low);
    range = {range.low - margin, range.high + margin};
  }
  // Wide enough that the ticks are distinct doubles.
  const double least = 1e-12 * std::max(std::fabs(range.low), std::fabs(range.high));
  if (range.high - range.low < least) range = {range.low - least, range.high + least};
  const double step = round_number((range.high - range.low) / rounding_steps, false);
  return {step * std::floor(range.low / step + slack), step * std::ceil(range.high / step - slack)};
}

/// A mark closer than `close` to an end of the axis would look cut: the axis is extended by
/// `margin`. Both are shares of its length.
Interval widened(Interval domain, Interval range, const Axis& axis) {
  constexpr double close = 0.01, margin = 0.02;
  const Scale share(axis.kind, domain, 0.0, 1.0);
  const double below = !axis.from && share(range.low) < close ? margin : 0.0;
  const double above = share(range.high) > 1.0 - close ? margin : 0.0;
  if (axis.kind == AxisKind::log) {
    const double length = std::log10(domain.high) - std::log10(domain.low);
    return {domain.low * std::pow(10.0, -below * length),
            domain.high * std::pow(10.0, above * length)};
  }
  const double length = domain.high - domain.low;
  return {domain.low - below * length, domain.high + above * length};
}

std::vector<double> multiples(Interval domain, double step) {
  std::vector<double> values;
  const double last = std::floor(domain.high / step + slack);
  for (double i = std::ceil(domain.low / step - slack); i <= last; ++i) values.push_back(i * step);
  return values;
}

std::vector<Tick> linear_ticks(Interval domain, std::size_t most) {
  double step = round_number((domain.high - domain.low) / static_cast<double>(2 * most), false);
  // Rounding up 1.5 times a step of 1, 2, 5, 10 ... gives the next step.
  while (multiples(domain, step).size() > most) step = round_number(1.5 * step, false);
  const double largest = std::max(std::fabs(domain.low), std::fabs(domain.high));
  const int exponent = static_cast<int>(std::floor(std::log10(step) + slack));
  const int top = static_cast<int>(std::floor(std::log10(largest) + slack));
  const bool plain = exponent >= -5 && top < 7;
  const auto label = [&](double value) {
    if (value == 0.0) return std::string("0");
    if (plain) return grouped(value, std::max(0, -exponent));
    return power_of_ten(grouped(value / std::pow(10.0, top), top - exponent), top);
  };
  std::vector<Tick> found;
  for (const double value : multiples(domain, step)) found.push_back({value, label(value)});
  return found;
}

struct Decade {
  int mantissa, exponent;
  double value() const { return mantissa * std::pow(10.0, exponent); }
};

/// The mantissas in every `stride`-th decade.
std::vector<Decade> decades(Interval domain, const std::vector<int>& mantissas, int stride) {
  std::vector<Decade> found;
  const int first = static_cast<int>(std::floor(std::log10(domain.low) + slack));
  const int last = static_cast<int>(std::floor(std::log10(domain.high) + slack));
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const int mantissa : mantissas) {
      const Decade decade = {mantissa, exponent};
      const bool inside = decade.value() >= domain.low * (1.0 - slack) &&
                          decade.value() <= domain.high * (1.0 + slack);
      if (inside) found.push_back(decade);
    }
  }
  return found;
}

std::vector<Decade> most_decades(Interval domain, std::size_t most) {
  const bool few = decades(domain, {1}, 1).size() < 4;
  for (const std::vector<int>& mantissas : {std::vector{1, 2, 5}, std::vector{1, 3}}) {
    std::vector<Decade> found = decades(domain, mantissas, 1);
    if (few && found.size() <= most) return found;
  }
  for (const int stride : {1, 2, 3, 5, 10, 20, 50}) {
    std::vector<Decade> found = decades(domain, {1}, stride);
    if (found.size() <= most) return found;
  }
  return decades(domain, {1}, 100);
}

std::vector<Tick> log_ticks(Interval domain, std::size_t most) {
  const std::vector<Decade> found = most_decades(domain, most);
  // Within half a decade or so the axis is nearly linear.
  if (domain.high < 4.0 * domain.low) return linear_ticks(domain, most);
  const bool plain = std::all_of(found.begin(), found.end(), [](const Decade& decade) {
    return decade.value() > 0.00999 && decade.value() < 100001.0;
  });
  std::vector<Tick> labelled;
  for (const Decade& decade : found) {
    const std::string label =
        plain ? grouped(decade.value(), std::max(0, -decade.exponent))
              : power_of_ten(fmt::format("{}", decade.mantissa), decade.exponent);
    labelled.push_back({decade.value(), label});
  }
  return labelled;
}

}  // namespace

bool drawable(double value, AxisKind kind) {
  return std::isfinite(value) && (kind == AxisKind::linear || value > 0.0);
}

Interval domain_of(const Axis& axis, std::span<const double> values) {
  std::vector<double> kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept),
               [&](double value) { return drawable(value, axis.kind); });
  if (axis.from && !drawable(*axis.from, axis.kind)) {
    throw std::invalid_argument(
        fmt::format("axis '{}' cannot begin at {}", axis.label, *axis.from));
  }
  if (kept.empty()) {
    throw std::invalid_argument(
        fmt::format("nothing to draw: axis '{}' has no {} value", axis.label,
                    axis.kind == AxisKind::log ? "positive finite" : "finite"));
  }
  const auto [low, high] = std::minmax_element(kept.begin(), kept.end());
  const Interval range = {axis.from.value_or(*low), *high};
  if (range.low > range.high) {
    throw std::invalid_argument(
        fmt::format("axis '{}' is empty: from {} to {}", axis.label, range.low, range.high));
  }
  Interval domain = rounded_outwards(range, axis.kind);
  domain.low = axis.from.value_or(domain.low);
  return widened(domain, range, axis);
}

std::vector<Tick> ticks(AxisKind kind, Interval domain, std::size_t most) {
  return kind == AxisKind::log ? log_ticks(domain, most) : linear_ticks(domain, most);
}

Scale::Scale(AxisKind kind, Interval domain, double start, double end)
    : kind_(kind), domain_(domain), start_(start), end_(end) {}

double Scale::position(double value) const {
  return kind_ == AxisKind::log ? std::log10(value) : value;
}

double Scale::operator()(double value) const {
  const double low = position(domain_.low), high = position(domain_.high);
  return start_ + (end_ - start_) * (position(value) - low) / (high - low);
}

}  // namespace mirador::plot
