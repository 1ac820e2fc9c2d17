#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/relative_entropy.hpp"
#include "mirador/core/tail_ratio.hpp"

/// The formulas of tail_ratio.hpp over any set of elementary functions.
namespace mirador::tail_formulas {

// With u = log-odds (beta) or log t (gamma) measured from the border, every ratio is
//   ∫_0^∞ exp(excess u - spread K(u)) du
// with K convex and K(0) = K'(0) = 0. The integrand is log-concave, 1 at the border, and falls if
// the border lies beyond the centre (excess <= 0).

// If the second derivative of the exponent at the border exceeds this, the integrand is close
// enough to normal for a single window of quadrature, and a continued fraction would be slow.
inline constexpr double large_curvature = 400.0;
inline constexpr double half_log_two_pi = 0.91893853320467274178;

/// ∫ exp(exponent(u)) du over [from, to], 16 points.
template <class Math, class Exponent>
MIRADOR_HD double gauss_legendre(double from, double to, Exponent&& exponent) {
  constexpr double nodes[8] = {0.0950125098376374402, 0.281603550779258913, 0.458016777657227386,
                               0.617876244402643748,  0.755404408355003034, 0.865631202387831744,
                               0.944575023073232576,  0.989400934991649933};
  constexpr double weights[8] = {0.189450610455068496,  0.182603415044923589, 0.169156519395002538,
                                 0.149595988816576732,  0.124628971255533872, 0.0951585116824927848,
                                 0.0622535239386478929, 0.0271524594117540949};
  const double half = 0.5 * (to - from), middle = from + half;
  double sum = 0.0;
  for (int i = 0; i < 8; ++i) {
    sum += weights[i] * (Math::exp(exponent(middle - half * nodes[i])) +
                         Math::exp(exponent(middle + half * nodes[i])));
  }
  return half * sum;
}

/// ∫_0^∞ exp(exponent(u)) du for an exponent that starts with the given slope <= 0 and curvature
/// and is nearly quadratic until it has fallen by 30.
template <class Math, class Exponent>
MIRADOR_HD double log_of_window(double slope, double curvature, Exponent&& exponent) {
  const double end = 60.0 / (Math::hypot(slope, std::sqrt(60.0 * curvature)) - slope);
  return Math::log(gauss_legendre<Math>(0.0, end, exponent));
}

/// log of ∫_0^end exp(exponent(u)) du + exp(exponent(end) + log_rest), for exponents that may be
/// flat over a long distance: panels of length 4, because they are analytic only up to distance π.
template <class Math, class Exponent>
MIRADOR_HD double log_of_walk(double end, double log_rest, Exponent&& exponent) {
  const double last = exponent(end), panels = std::ceil(0.25 * end);
  double sum = Math::exp(log_rest);
  for (double k = 0.0; k < panels; ++k) {
    sum += gauss_legendre<Math>(end * (k / panels), end * ((k + 1.0) / panels),
                                [&](double u) { return exponent(u) - last; });
  }
  return last + Math::log(sum);
}

/// b(0) + a(1)/(b(1) + a(2)/(b(2) + ...)) by Lentz's method; term(k) gives a(k) and b(k).
struct FractionTerm {
  double numerator, denominator;
};
template <class Math, class Term>
MIRADOR_HD double continued_fraction(double first, Term&& term) {
  constexpr double tiny = 1e-300;
  double value = first == 0.0 ? tiny : first, c = value, d = 0.0;
  for (double k = 1.0; k < 1e5; ++k) {
    const FractionTerm next = term(k);
    d = next.denominator + next.numerator * d;
    c = next.denominator + next.numerator / c;
    if (d == 0.0) d = tiny;
    if (c == 0.0) c = tiny;
    d = 1.0 / d;
    const double step = c * d;
    value *= step;
    if (std::abs(step - 1.0) < 1e-13) break;
  }
  return value;
}

/// The tail on its own side of the centre: excess <= 0. The fraction is DiDonato and Morris's
/// (1992, eq. 9) for the lower tail of Beta(b, a) at 1 - x.
template <class Math>
MIRADOR_HD MIRADOR_APART double log_beta_tail(const BetaTail& t) {
  const double total = t.a + t.b, curvature = total * t.x * t.complement;
  if (curvature >= large_curvature) {
    return log_of_window<Math>(t.excess, curvature, [&](double u) {
      return t.excess * u - total * (Math::log1p(t.x * Math::expm1(u)) - t.x * u);
    });
  }
  const double a = t.b, b = t.a, x = t.complement;
  const double first = a * (1.0 - t.excess) / (a + 1.0);
  return -Math::log(continued_fraction<Math>(first, [&](double m) {
    const double denominator = 1.0 / (a + 2.0 * m - 1.0), share = m * (b - m) * x * denominator;
    return FractionTerm{
        (a + m - 1.0) * (total + m - 1.0) * share * x * denominator,
        m + share + (a + m) * (1.0 - t.excess + m * (1.0 + t.x)) / (a + 2.0 * m + 1.0)};
  }));
}

/// log Γ(a) minus Stirling's formula, for a >= 8.
template <class Math>
MIRADOR_HD double stirling_series(double a) {
  const double r = 1.0 / a, r2 = r * r;
  constexpr double c[6] = {1.0 / 12.0,    -1.0 / 360.0, 1.0 / 1260.0,
                           -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360360.0};
  return r * (c[0] + r2 * (c[1] + r2 * (c[2] + r2 * (c[3] + r2 * (c[4] + r2 * c[5])))));
}
template <class Math>
MIRADOR_HD MIRADOR_APART double stirling_remainder(double a) {
  if (!(a < 8.0)) return stirling_series<Math>(a);
  double product = a;
  for (double k = 1.0; k < 8.0; ++k) product *= a + k;
  const double shifted = a + 8.0;
  return stirling_series<Math>(shifted) + (shifted - 0.5) * Math::log(shifted) - 8.0 -
         (a - 0.5) * Math::log(a) - Math::log(product);
}

/// log of B(a,b) / (x^a (1-x)^b).
template <class Math>
MIRADOR_HD MIRADOR_APART double log_complete_beta_ratio(const BetaTail& t) {
  const double total = t.a + t.b;
  return relative_entropy<Math>(t.a, total * t.x, -t.excess) +
         relative_entropy<Math>(t.b, total * t.complement, t.excess) +
         0.5 * (Math::log(total / t.b) - Math::log(t.a)) + half_log_two_pi +
         stirling_remainder<Math>(t.a) + stirling_remainder<Math>(t.b) -
         stirling_remainder<Math>(total);
}

template <class Math>
MIRADOR_HD double log_upper_gamma_tail(const GammaTail& t) {
  if (t.x >= large_curvature) {
    return log_of_window<Math>(t.excess, t.x,
                               [&](double u) { return t.excess * u - t.x * (Math::expm1(u) - u); });
  }
  return -Math::log(continued_fraction<Math>(1.0 - t.excess, [&](double k) {
    return FractionTerm{k * (t.a - k), 1.0 - t.excess + 2.0 * k};
  }));
}

template <class Math>
MIRADOR_HD double log_lower_gamma_tail(const GammaTail& t) {
  if (t.x >= large_curvature) {
    return log_of_window<Math>(
        -t.excess, t.x, [&](double u) { return -t.excess * u - t.x * (Math::expm1(-u) + u); });
  }
  double term = 1.0 / t.a, sum = term;
  for (double k = t.a + 1.0; term > 1e-14 * sum; ++k) {
    term *= t.x / k;
    sum += term;
  }
  return Math::log(sum);
}

template <class Math>
MIRADOR_HD double log_complete_gamma_ratio(const GammaTail& t) {
  return relative_entropy<Math>(t.a, t.x, -t.excess) - 0.5 * Math::log(t.a) + half_log_two_pi +
         stirling_remainder<Math>(t.a);
}

/// log(e^whole - e^part).
template <class Math>
MIRADOR_HD double log_difference(double whole, double part) {
  return whole + Math::log1p(-Math::exp(part - whole));
}

/// The tail beyond the border if excess <= 0, or if the border is near a singular end of the
/// density (a < 1): quadrature then leads to where the continued fraction converges.
template <class Math>
MIRADOR_HD MIRADOR_APART double log_beta_from_border(const BetaTail& t) {
  const double total = t.a + t.b, near = std::min(0.01, 1.0 / total);
  if (!(t.a < 1.0 && t.x < near)) return log_beta_tail<Math>(t);
  const BetaTail rest = {t.a, t.b, near, 1.0 - near, t.a - total * near};
  // The opposite end is far from `near`: no quadrature is needed there.
  const double log_rest = rest.excess <= 0.0
                              ? log_beta_tail<Math>(rest)
                              : log_difference<Math>(log_complete_beta_ratio<Math>(rest),
                                                     log_beta_tail<Math>(rest.mirrored()));
  const double end = Math::log(near / t.x) + Math::log(t.complement / rest.complement);
  return log_of_walk<Math>(end, log_rest, [&](double u) {
    return t.excess * u - total * (Math::log1p(t.x * Math::expm1(u)) - t.x * u);
  });
}

template <class Math>
MIRADOR_HD MIRADOR_APART double log_upper_beta_ratio(const BetaTail& t) {
  const bool next_to_end = t.a < 1.0 && t.x < std::min(0.01, 1.0 / (t.a + t.b));
  if (t.excess <= 0.0 || next_to_end) return log_beta_from_border<Math>(t);
  return log_difference<Math>(log_complete_beta_ratio<Math>(t),
                              log_beta_from_border<Math>(t.mirrored()));
}

template <class Math>
MIRADOR_HD double log_upper_gamma_ratio(const GammaTail& t) {
  if (t.a < 1.0 && t.x < 1.0) {
    return log_of_walk<Math>(-Math::log(t.x), log_upper_gamma_tail<Math>({t.a, 1.0, t.a - 1.0}),
                             [&](double u) { return t.excess * u - t.x * (Math::expm1(u) - u); });
  }
  if (t.excess <= 0.0) return log_upper_gamma_tail<Math>(t);
  return log_difference<Math>(log_complete_gamma_ratio<Math>(t), log_lower_gamma_tail<Math>(t));
}

template <class Math>
MIRADOR_HD double log_lower_gamma_ratio(const GammaTail& t) {
  if (t.excess >= 0.0) return log_lower_gamma_tail<Math>(t);
  return log_difference<Math>(log_complete_gamma_ratio<Math>(t), log_upper_gamma_ratio<Math>(t));
}

}  // namespace mirador::tail_formulas
