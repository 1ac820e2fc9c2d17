#include "mirador/rounds/bets.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "mirador/core/infinity.hpp"

namespace mirador {
namespace {

/// The slopes k of tanh(k x): 2^-14, 2^-13, ..., 4.
constexpr int lowest_slope = -14, highest_slope = 2;
/// No bet loses everything: the capital of the best arm must never become 0 (or 0/0).
constexpr double nearly_all = 1.0 - 1e-9;
/// The largest share of a pair's capital that a bet on scores risks.
constexpr double largest_stake = 0.95;
/// Sums of values that are equal in theory differ by rounding, at most by this share of their
/// range.
constexpr double rounding = 1e-12;

/// |D| / (mean |D|) of a single difference, divided by √(π/2).
const double first_scaled = std::sqrt(2.0 / std::numbers::pi);

/// λ = 2^-first, ..., 2^-last, the weight of each after 2^-`full` half of the one before.
void add_stakes(int first, int last, int full, double weight, std::vector<double>& stakes,
                std::vector<double>& weights) {
  for (int power = first; power <= last; ++power) {
    stakes.push_back(std::ldexp(1.0, -power));
    weights.push_back(std::ldexp(weight, -std::max(0, power - full)));
  }
}

/// The scale of shifted bets: the mean of |D|, or the standard deviation where it is smaller, so
/// that pairs far apart get intervals as narrow as others. Few rounds say little about deviations,
/// and those that are tiny beside D are rounding.
double scale_of(const PairPast& past) {
  const double n = static_cast<double>(past.rounds);
  const double by_size = past.sum_absolute / n / first_scaled;
  if (past.rounds < 4) return by_size;
  const double variance = past.sum_squares / n - past.mean() * past.mean();
  if (!(variance < infinity)) return by_size;
  return std::clamp(std::sqrt(std::max(variance, 0.0)), std::ldexp(by_size, -10), by_size);
}

}  // namespace

void PairPast::add(double difference) {
  if (std::isnan(difference)) {
    ++unknown;
    return;
  }
  ++rounds;
  sum += difference;
  sum_absolute += std::abs(difference);
  sum_squares += difference * difference;
}

PairPast PairPast::reversed() const {
  PairPast other = *this;
  other.sum = -sum;
  return other;
}

Bets::Bets(const Law& law) {
  if (const auto* scores = std::get_if<ScoreLaw>(&law)) {
    kind_ = Kind::scores;
    range_ = scores->hi - scores->lo;
    items_ = scores->items;
  } else {
    kind_ = std::get<SymmetricLaw>(law).compare == Compare::wins ? Kind::wins : Kind::slopes;
  }
  if (kind_ == Kind::slopes) {
    slopes_ = highest_slope - lowest_slope + 1;
    for (int power = lowest_slope; power <= highest_slope; ++power) {
      weights_.push_back(power == highest_slope ? 2.0 : std::ldexp(1.0, std::min(0, power + 4)));
    }
    if (std::get<SymmetricLaw>(law).compare == Compare::typical) {
      add_stakes(2, 13, 5, 1.0 / 3.0, stakes_, weights_);
    }
  } else {
    stakes_ = {largest_stake};
    weights_ = {1.0};
    add_stakes(1, 3, 3, 2.0, stakes_, weights_);
    add_stakes(4, kind_ == Kind::wins ? 13 : 10, 4, 1.0, stakes_, weights_);
  }
  const double total = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (double& weight : weights_) weight /= total;
}

double Bets::limit() const { return kind_ == Kind::scores ? range_ : infinity; }

/// e^{2kx} - 1 for the smallest k; squaring e^{2kx} doubles k.
void Bets::gains_by_slope(double scaled, std::span<double> gains) const {
  const double side = std::copysign(nearly_all, scaled);
  double y = std::expm1(std::ldexp(2.0 * std::abs(scaled), lowest_slope));
  for (std::size_t q = 0; q < slopes_; ++q) {
    y = std::min(y, 1e100);
    gains[q] = y;
    y *= y + 2.0;
  }
  for (std::size_t q = 0; q < slopes_; ++q) gains[q] = side * (gains[q] / (gains[q] + 2.0));
  if (!stakes_.empty()) {
    const double twice = gains[static_cast<std::size_t>(1 - lowest_slope)];  // tanh(2x)
    gains_by_stake(twice, gains.subspan(slopes_));
  }
}

void Bets::gains_by_stake(double score, std::span<double> gains) const {
  for (std::size_t q = 0; q < stakes_.size(); ++q) gains[q] = stakes_[q] * score;
}

double Bets::least_sum(const PairPast& past, double shift) const {
  return past.sum - range_ * static_cast<double>(past.unknown) +
         shift * static_cast<double>(items_);
}

void Bets::gains_of_item(const PairPast& before, double difference, double shift,
                         std::span<double> gains) const {
  const double left = static_cast<double>(items_ - before.rounds - before.unknown);
  const double mean = -least_sum(before, shift) / left;
  const double above = difference - mean;
  if (range_ + mean <= rounding * range_) {  // the null needs the worst of all remaining items
    std::ranges::fill(gains, 0.0);           // `excluded` finds out
    return;
  }
  const double most = largest_stake / (range_ + mean);
  const double growth = static_cast<double>(items_) / (range_ * left);
  for (std::size_t q = 0; q < stakes_.size(); ++q) {
    gains[q] = std::min(stakes_[q] * growth, most) * above;
  }
}

void Bets::gains_of_missing(const PairPast& before, double shift, std::span<double> gains) const {
  if (items_ > 0) return gains_of_item(before, -range_, shift, gains);
  std::ranges::fill(gains, 0.0);
}

void Bets::gains(const PairPast& before, double difference, std::span<double> gains) const {
  if (std::isnan(difference)) return gains_of_missing(before, 0.0, gains);
  switch (kind_) {
    case Kind::slopes: {
      const double absolute = before.sum_absolute + std::abs(difference);
      const double scaled =
          difference == 0.0
              ? 0.0
              : first_scaled * difference * static_cast<double>(before.rounds + 1) / absolute;
      return gains_by_slope(scaled, gains);
    }
    case Kind::wins:
      return gains_by_stake(difference > 0.0 ? 1.0 : difference < 0.0 ? -1.0 : 0.0, gains);
    case Kind::scores:
      if (items_ > 0) return gains_of_item(before, difference, 0.0, gains);
      return gains_by_stake(difference / range_, gains);
  }
}

void Bets::shifted_gains(const PairPast& before, double difference, double shift,
                         std::span<double> gains) const {
  if (std::isnan(difference)) return gains_of_missing(before, shift, gains);
  const double shifted = difference + shift;
  switch (kind_) {
    case Kind::slopes: {
      const double scale = before.sum_absolute > 0.0 ? scale_of(before) : 0.0;
      if (scale > 0.0) return gains_by_slope(shifted / scale, gains);
      const double side = shifted > 0.0 ? 1.0 : shifted < 0.0 ? -1.0 : 0.0;
      return gains_by_slope(first_scaled * side, gains);  // no scale yet: a bet on the sign
    }
    case Kind::wins:
      return gains_by_stake(shifted > 0.0 ? 1.0 : shifted < 0.0 ? -1.0 : 0.0, gains);
    case Kind::scores:
      if (items_ > 0) return gains_of_item(before, difference, shift, gains);
      return gains_by_stake(shifted / (range_ + std::max(0.0, -shift)), gains);
  }
}

bool Bets::excluded(const PairPast& so_far, double shift) const {
  if (items_ == 0) return false;
  const double total = static_cast<double>(items_);
  const double left = static_cast<double>(items_ - so_far.rounds - so_far.unknown);
  return least_sum(so_far, shift) > range_ * (left + rounding * total);
}

bool Bets::is_tied(const PairPast& so_far) const {
  return items_ > 0 && so_far.rounds == items_ &&
         std::abs(so_far.sum) <= rounding * range_ * static_cast<double>(items_);
}

}  // namespace mirador
