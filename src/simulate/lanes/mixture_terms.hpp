#pragma once

#include "mirador/family/binary_mixture.hpp"
#include "mirador/family/gaussian_mixture.hpp"
#include "mirador/simd/lane_math.hpp"
#include "mirador/stopping/term_reach.hpp"

/// The families whose mixtures can be evaluated side by side: the formulas of the reference, with
/// the elementary functions of simd/. Each has
///   - null(mean, above): the part common to all terms against a null mean with one tail
///   - term(null, pulls, sum): log M of an arm, as defined in stopping/mixture_terms.hpp
///   - reach(...): how far the sum may move towards the tail before the term, now range.now, can
///     exceed range.cap
///   - variance, lowest_mean, highest_mean, convex (are terms convex in the null mean?), and if not
///   - bend(nulls, above): the largest distance from a convex function (core/convex_window.hpp)
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

using simd::LaneMath;

struct GaussianTerms {
  double sigma;

  static constexpr bool convex = true;
  struct Null {
    double mean, heading;  // +1 for the tail above, -1 for the one below
  };
  MIRADOR_HD Null null(double mean, bool above) const { return {mean, above ? 1.0 : -1.0}; }

  MIRADOR_HD double term(const Null& null, double pulls, double sum) const {
    const double excess = null.heading * simd::fma(-pulls, null.mean, sum) / sigma;
    return gaussian_mixture::log_average_over<LaneMath>(pulls, excess, UsualScales{});
  }
  MIRADOR_HD double reach(const Null& null, double pulls, double sum, TermRange range) const {
    const double excess = null.heading * simd::fma(-pulls, null.mean, sum) / sigma;
    return sigma * gaussian_mixture::reach<LaneMath>(pulls, excess, range.cap - range.now);
  }
  MIRADOR_HD double variance(double) const { return sigma * sigma; }
  MIRADOR_HD static double lowest_mean() { return -INFINITY; }
  MIRADOR_HD static double highest_mean() { return INFINITY; }

  MIRADOR_HD double log_mixture_above(double pulls, double sum, double mean) const {
    return term(null(mean, true), pulls, sum);
  }
  MIRADOR_HD double log_mixture_below(double pulls, double sum, double mean) const {
    return term(null(mean, false), pulls, sum);
  }
};

struct BernoulliTerms {
  static constexpr bool convex = false;
  struct Null {
    double mean;
    bool above;
    double log_prior[UsualScales::size()];  // half the work of a term
  };
  MIRADOR_HD Null null(double mean, bool above) const {
    Null null = {mean, above, {}};
    const double theta = above ? mean : 1.0 - mean, complement = above ? 1.0 - mean : mean;
    // At the ends of the range no prior is needed.
    const bool inside = mean > 0.0 && mean < 1.0;
    for (std::size_t k = 0; k < UsualScales::size(); ++k) {
      null.log_prior[k] =
          inside ? binary_mixture::log_prior_tail<LaneMath>(theta, complement, UsualScales{}[k])
                 : 0.0;
    }
    return null;
  }

  MIRADOR_HD double term(const Null& null, double pulls, double sum) const {
    return mixed_with_one<LaneMath>(log_mixture(null, pulls, sum), share_of_one);
  }
  MIRADOR_HD double reach(const Null& null, double pulls, double sum, TermRange range) const {
    const double heading = null.above ? 1.0 : -1.0;
    const double centred = heading * (sum - pulls * null.mean);
    if (centred < 0.0) return reach_before_null<LaneMath>(-centred, range);
    const double spread = simd::sqrt(pulls * variance(null.mean));
    const double room = heading * (null.above ? pulls - sum : -sum);
    const double likely = likely_reach<LaneMath>(centred, spread, range.cap - range.now);
    return reach_by_chord(simd::min(likely, room), range,
                          [&](double step) { return term(null, pulls, sum + heading * step); });
  }
  /// For the terms of one tail, as in Bernoulli.
  MIRADOR_HD double bend(const Interval& nulls, bool above) const {
    const Interval thetas = above ? nulls : Interval{1.0 - nulls.high, 1.0 - nulls.low};
    if (!binary_mixture::is_away_from_ends(thetas)) return INFINITY;
    return bend_of_priors(thetas, [](double scale, double theta) {
      return binary_mixture::log_prior_tail<LaneMath>(theta, 1.0 - theta, scale);
    });
  }
  MIRADOR_HD double variance(double mean) const { return mean * (1.0 - mean); }
  MIRADOR_HD static double lowest_mean() { return 0.0; }
  MIRADOR_HD static double highest_mean() { return 1.0; }

  MIRADOR_HD double log_mixture_above(double pulls, double sum, double mean) const {
    return log_mixture(null(mean, true), pulls, sum);
  }
  MIRADOR_HD double log_mixture_below(double pulls, double sum, double mean) const {
    return log_mixture(null(mean, false), pulls, sum);
  }

 private:
  MIRADOR_HD double log_mixture(const Null& null, double pulls, double sum) const {
    const mirador::detail::BinaryEvidence above = {sum, pulls - sum, null.mean, 1.0 - null.mean,
                                                   simd::fma(-pulls, null.mean, sum)};
    return binary_mixture::log_average_over<LaneMath>(
        null.above ? above : above.mirrored(), UsualScales{},
        [&](std::size_t k) { return null.log_prior[k]; });
  }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
