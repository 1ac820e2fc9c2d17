#pragma once

#include <gtest/gtest.h>

#include "mirador/simulate/summary.hpp"

namespace mirador::testing_support {

/// Compares every number of two summaries bit for bit.
inline void expect_identical(const Summary& one, const Summary& two) {
  EXPECT_EQ(one.runs(), two.runs());
  EXPECT_EQ(one.errors(), two.errors());
  EXPECT_EQ(one.undecided(), two.undecided());
  EXPECT_EQ(one.equal(), two.equal());
  EXPECT_EQ(one.mean(), two.mean());
  EXPECT_EQ(one.std_error(), two.std_error());
  EXPECT_EQ(one.proportions(), two.proportions());
  for (const double level : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0}) {
    EXPECT_EQ(one.quantile(level), two.quantile(level));
  }
}

}  // namespace mirador::testing_support
