#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "mirador/simulate/summary.hpp"

namespace mirador::testing_support {

/// Compares every number of two summaries bit for bit.
inline void expect_identical(const Summary& one, const Summary& two) {
  EXPECT_EQ(one.runs(), two.runs());
  EXPECT_EQ(one.errors(), two.errors());
  EXPECT_EQ(one.undecided(), two.undecided());
  EXPECT_EQ(one.equal(), two.equal());
  EXPECT_EQ(one.right(), two.right());
  EXPECT_TRUE(std::ranges::equal(one.recommended(), two.recommended()));
  EXPECT_EQ(one.mean(), two.mean());
  EXPECT_EQ(one.std_error(), two.std_error());
  EXPECT_EQ(one.proportions(), two.proportions());
  for (const double level : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0}) {
    EXPECT_EQ(one.quantile(level), two.quantile(level));
  }
}

/// Compares two results, every record of which was kept.
inline void expect_same(const RuleResult& one, const RuleResult& two) {
  EXPECT_EQ(one.rule, two.rule);
  ASSERT_EQ(one.summaries.size(), two.summaries.size());
  for (std::size_t i = 0; i < one.summaries.size(); ++i) {
    expect_identical(one.summaries[i], two.summaries[i]);
    ASSERT_EQ(one.runs[i].size(), one.summaries[i].runs());
    ASSERT_EQ(one.runs[i].size(), two.runs[i].size());
    for (std::size_t r = 0; r < one.runs[i].size(); ++r) {
      EXPECT_EQ(one.runs[i][r].samples, two.runs[i][r].samples);
      EXPECT_EQ(one.runs[i][r].outcome, two.runs[i][r].outcome);
      EXPECT_EQ(one.runs[i][r].answer, two.runs[i][r].answer);
      EXPECT_EQ(one.runs[i][r].equal, two.runs[i][r].equal);
      EXPECT_EQ(one.runs[i][r].right, two.runs[i][r].right);
      EXPECT_EQ(one.runs[i][r].recommended, two.runs[i][r].recommended);
    }
  }
}

}  // namespace mirador::testing_support
