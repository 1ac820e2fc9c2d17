#include "mirador/problem/signed.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mirador/family/gaussian.hpp"
#include "mirador/problem/alternative.hpp"
#include "points.hpp"

namespace mirador::testing_support {
namespace {

TEST(Signed, AnswerIsTheNearerSideAndValueTheFartherDistance) {
  const Signed<Gaussian> problem(Gaussian(2.0), {5, 0.3});
  Alternative<Signed<Gaussian>> closest(problem);
  Random random(61);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector m = normal_vector(random, 5), w = random_weights(random, 5);
    double above = 0.0, below = 0.0;
    for (Arm a = 0; a < 5; ++a) {
      const double cost = w[a] * (m[a] - 0.3) * (m[a] - 0.3) / 8.0;
      (m[a] < 0.3 ? above : below) += cost;
    }
    closest.find({w, m});
    EXPECT_EQ(closest.answer(), above <= below ? Side::above : Side::below);
    EXPECT_NEAR(closest.value(), std::max(above, below), 1e-12);
  }
}

}  // namespace
}  // namespace mirador::testing_support
