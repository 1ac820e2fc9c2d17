#include "mirador/assumption/evidence.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "mirador/assumption/reason.hpp"

namespace mirador {
namespace {

const std::vector<double> some = {0.3, -1.2, 2.5, 0.1, -0.4, 1.9, -2.2, 0.7};

ArmEvidence evidence_of(const std::vector<double>& residuals) {
  ArmEvidence evidence;
  for (const double z : residuals) evidence.add(z);
  return evidence;
}

double integral(const std::function<double(double)>& f, double from, double to) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(f, from, to, 12, 1e-12);
}

/// The mean of a martingale after one more residual, divided by its current value.
double mean_of_next(const ArmEvidence& now, Assumed assumed) {
  const auto next = [&](double z) {
    ArmEvidence then = now;
    then.add(z);
    return std::exp(then.log_evidence(assumed) - now.log_evidence(assumed) - 0.5 * z * z) /
           std::sqrt(2.0 * std::numbers::pi);
  };
  const double centre = integral(next, -24.0, 24.0);
  // Only the martingale of the spread continues beyond.
  if (assumed != Assumed::spread) return centre;
  return centre + integral(next, 24.0, 1e4) + integral(next, -1e4, -24.0);
}

/// The likelihood ratio of precision g, averaged over Gamma(2, 2).
TEST(ArmEvidence, OfTheSpreadIsAMixture) {
  double squares = 0.0;
  for (const double z : some) squares += z * z;
  const auto n = static_cast<double>(some.size());
  const double mixture = integral(
      [&](double g) {
        return 4.0 * g * std::exp(-2.0 * g) * std::pow(g, n / 2.0) *
               std::exp(-0.5 * (g - 1.0) * squares);
      },
      0.0, 60.0);
  EXPECT_NEAR(evidence_of(some).log_evidence(Assumed::spread), std::log(mixture), 1e-9);
}

/// Given the residuals so far, the expected next value of each martingale is its current value.
TEST(ArmEvidence, IsAMartingale) {
  for (std::size_t n = 1; n < some.size(); ++n) {
    const std::vector<double> past(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(n));
    const ArmEvidence now = evidence_of(past);
    for (const Assumed assumed : {Assumed::spread, Assumed::law, Assumed::autocorrelation}) {
      EXPECT_NEAR(mean_of_next(now, assumed), 1.0, 1e-8) << to_string(assumed) << " after " << n;
    }
  }
}

/// The larger of two martingales counts half: at most their average, which is one.
TEST(ArmEvidence, OfADriftIsNoMoreThanAnAverage) {
  const auto step = [](const std::vector<double>& z, auto weight, double prior) {
    double product = 0.0, total = 0.0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double w = weight(static_cast<double>(k + 1));
      product += w * z[k];
      total += w * w;
    }
    return std::sqrt(prior / (prior + total)) * std::exp(0.5 * product * product / (prior + total));
  };
  const double flat = step(
      some, [](double) { return 1.0; }, 32.0);
  const double rising = step(
      some, [](double k) { return k; }, 1e4);
  const double found = std::exp(evidence_of(some).log_evidence(Assumed::drift));
  EXPECT_NEAR(found, 0.5 * std::max(flat, rising), 1e-12);
  EXPECT_LT(found, 0.5 * (flat + rising));
}

TEST(ArmEvidence, StaysANumber) {
  ArmEvidence evidence;
  for (int i = 0; i < 2000; ++i) evidence.add(i % 3 == 0 ? 37.0 : i % 3 == 1 ? -37.0 : 0.0);
  for (const Assumed assumed :
       {Assumed::spread, Assumed::law, Assumed::drift, Assumed::autocorrelation}) {
    EXPECT_TRUE(std::isfinite(evidence.log_evidence(assumed))) << to_string(assumed);
  }
}

TEST(ArmEvidence, Reasons) {
  const std::string_view values = "the values of old";
  EXPECT_EQ(sigma_reason_text(values, 19.7, 1.0),
            "the values of old spread 20 times as widely as sigma 1 says");
  EXPECT_EQ(sigma_reason_text(values, 1.4499, 0.25),
            "the values of old spread 1.4 times as widely as sigma 0.25 says");
  EXPECT_EQ(sigma_reason_text(values, 4321.0, 2.0),
            "the values of old spread 4300 times as widely as sigma 2 says");
  const ArmEvidence wide = evidence_of({3.0, -4.0, 2.0}), narrow = evidence_of({0.1, -0.1, 0.1});
  EXPECT_EQ(reason_text(Assumed::spread, wide, values, "poisson"),
            "the values of old spread more widely than those of a poisson law");
  EXPECT_EQ(reason_text(Assumed::spread, narrow, values, "exponential"),
            "the values of old spread less widely than those of an exponential law");
  EXPECT_EQ(changed_spread_text(values, wide),
            "the values of old spread more widely than the earlier ones");
  EXPECT_EQ(reason_text(Assumed::law, evidence_of({0.1, -8.0, 8.0}), values, "normal"),
            "the values of old have outliers that a normal law does not have");
  EXPECT_EQ(reason_text(Assumed::law, evidence_of({-0.9, 2.0, -0.8, 2.5}), values, "normal"),
            "the values of old reach further up than a normal law does");
  EXPECT_EQ(reason_text(Assumed::law, evidence_of({0.9, -2.0, 0.8, -2.5}), values, "normal"),
            "the values of old reach further down than a normal law does");
  EXPECT_EQ(reason_text(Assumed::drift, evidence_of({-1.0, 1.0, 2.0}), values, "normal"),
            "the values of old rise from early to late");
  EXPECT_EQ(reason_text(Assumed::autocorrelation, evidence_of({1.0, -1.0, 2.0}), values, "normal"),
            "the values of old depend on the one before (neighbours are opposed)");
}

}  // namespace
}  // namespace mirador
