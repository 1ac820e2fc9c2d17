#pragma once

#include <gtest/gtest.h>

#include <span>

namespace mirador::testing_support {

inline void expect_on_simplex(std::span<const double> w) {
  double sum = 0.0;
  for (const double weight : w) {
    EXPECT_GE(weight, 0.0);
    sum += weight;
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

}  // namespace mirador::testing_support
