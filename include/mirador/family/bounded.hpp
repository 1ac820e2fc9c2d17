#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/family/bernoulli.hpp"

namespace mirador {

/// Arms of any law on [lo, hi]. Everything is as for Bernoulli after mapping [lo, hi] to [0, 1]:
/// the Bernoulli moment generating function dominates that of every law on [0, 1], so each
/// Bernoulli martingale is a supermartingale here. d is therefore a lower bound on the true
/// divergence, and `variance` is the largest one possible, (mu-lo)(hi-mu). Simulated arms follow a
/// power law: with m the mapped mean, x = u^((1-m)/m) for m >= 1/2 (that is Beta(m/(1-m), 1)) and
/// its mirror image for m < 1/2; uniform at m = 1/2, constant at the ends. Not supported: using
/// knowledge of the law other than its range.
class Bounded {
 public:
  using Datum = double;
  static constexpr std::string_view name = "bounded";
  static constexpr std::size_t least_pulls = 1;

  /// Throws InputError unless lo < hi, and both and hi - lo are finite.
  explicit Bounded(double lo = 0.0, double hi = 1.0)
      : lo_(finite(lo, "lo")), hi_(finite(hi, "hi")), width_(hi - lo) {
    if (!(lo < hi)) {
      throw InputError("hi: " + exact(hi) + " is not above lo; give a number above " + exact(lo));
    }
    if (!std::isfinite(width_)) {
      throw InputError("hi: " + exact(hi) +
                       " is too far from lo; give a range narrower than 1e308");
    }
  }

  double lo() const { return lo_; }
  double hi() const { return hi_; }

  /// Means that rounding put slightly outside the range count as its ends.
  double divergence(double x, double y) const {
    x = std::clamp(x, lo_, hi_);
    y = std::clamp(y, lo_, hi_);
    return (relative_entropy(x - lo_, y - lo_, y - x) + relative_entropy(hi_ - x, hi_ - y, x - y)) /
           width_;
  }
  bool in_support(double x) const { return x >= lo_ && x <= hi_; }
  bool possible_mean(double mu) const { return in_support(mu); }
  double lowest_mean() const { return lo_; }
  double highest_mean() const { return hi_; }
  double variance(double mu) const { return (mu - lo_) * (hi_ - mu); }
  double quantile(double mu, double u) const {
    const double above = hi_ - mu, below = mu - lo_;
    return above <= below
               ? std::max(lo_, hi_ + width_ * std::expm1(above / below * std::log(u)))
               : std::min(hi_, lo_ - width_ * std::expm1(below / above * std::log1p(-u)));
  }

  /// As Bernoulli's, with a sum that need not be an integer; supermartingales.
  double log_mixture_above(ArmData data, double theta,
                           std::span<const double> scales = mixture_scales) const {
    return detail::log_binary_mixture(evidence(data, theta), scales);
  }
  double log_mixture_below(ArmData data, double theta,
                           std::span<const double> scales = mixture_scales) const {
    return detail::log_binary_mixture(evidence(data, theta).mirrored(), scales);
  }
  double mixture_bend_above(const Interval& nulls) const {
    return detail::binary_mixture_bend({(nulls.low - lo_) / width_, (nulls.high - lo_) / width_});
  }
  double mixture_bend_below(const Interval& nulls) const {
    return detail::binary_mixture_bend({(hi_ - nulls.high) / width_, (hi_ - nulls.low) / width_});
  }
  double log_regret(ArmData data) const {
    return detail::log_binary_regret(successes(data), failures(data));
  }

 private:
  static double finite(double end, const char* field) {
    if (std::isfinite(end)) return end;
    throw InputError(std::string(field) + ": " + exact(end) +
                     " is not an end of a range; give a finite number");
  }

  // Rounded sums may lie slightly outside the range that n measurements can reach.
  double successes(ArmData data) const {
    return std::max(0.0, std::fma(-data.pulls, lo_, data.sum)) / width_;
  }
  double failures(ArmData data) const {
    return std::max(0.0, std::fma(data.pulls, hi_, -data.sum)) / width_;
  }
  detail::BinaryEvidence evidence(ArmData data, double theta) const {
    return {.successes = successes(data),
            .failures = failures(data),
            .theta = (theta - lo_) / width_,
            .complement = (hi_ - theta) / width_,
            .excess = std::fma(-data.pulls, theta, data.sum) / width_};
  }

  double lo_, hi_, width_;
};

static_assert(OneParameterFamily<Bounded>);

}  // namespace mirador
