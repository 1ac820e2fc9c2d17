#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "family_contract.hpp"
#include "mirador/family/gaussian.hpp"

namespace mirador::testing_support {
namespace {

struct GaussianCase {
  using Type = Gaussian;
  static std::vector<Gaussian> all() {
    return {Gaussian(1.0), Gaussian(1e-3), Gaussian(0.7), Gaussian(250.0)};
  }
  static double mean(Random& random) { return std::normal_distribution<double>(1.0, 3.0)(random); }
  static double cdf(const Gaussian& family, double mu, double x) {
    return boost::math::cdf(boost::math::normal(mu, family.sigma()), x);
  }
  static double log_density(const Gaussian& family, double mu, double x) {
    const double z = (x - mu) / family.sigma();
    return -0.5 * z * z - std::log(family.sigma());
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Gaussian, FamilyContract, GaussianCase);

}  // namespace
}  // namespace mirador::testing_support
