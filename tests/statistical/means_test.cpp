#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// A mean stopping time and its standard error.
struct Mean {
  double value, error;
};

/// Measured by independent programs on the paper's instance.
struct Reference {
  const char* rule;
  Mean at_tenth, at_hundredth;
};

class MeanStoppingTime : public testing::TestWithParam<Reference> {};

TEST_P(MeanStoppingTime, AgreesWithTheReference) {
  const Reference reference = GetParam();
  const auto results = simulate(seed_instance(), {.rules = rules({reference.rule}),
                                                  .stopping = parse_stopping("heuristic"),
                                                  .deltas = {0.1, 0.01},
                                                  .runs = 10000,
                                                  .seed = 2024});
  const Mean expected[2] = {reference.at_tenth, reference.at_hundredth};
  for (std::size_t i = 0; i < 2; ++i) {
    const Summary& summary = results[0].summaries[i];
    EXPECT_EQ(summary.undecided(), 0u);
    const double noise = std::hypot(summary.std_error(), expected[i].error);
    EXPECT_NEAR(summary.mean(), expected[i].value, allowed_errors * noise)
        << "standard error " << summary.std_error();
    // The heuristic threshold keeps the risk here.
    const double risk = i == 0 ? 0.1 : 0.01;
    EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), risk), refuted);
  }
}

INSTANTIATE_TEST_SUITE_P(SeedInstance, MeanStoppingTime,
                         testing::Values(Reference{"unif", {3088, 10}, {4733, 12}},
                                         Reference{"bc", {1860, 1}, {2964, 2}},
                                         Reference{"dt", {1893, 6}, {2985, 8}},
                                         Reference{"lma:L=1", {2942, 27}, {4484, 33}},
                                         Reference{"lma:L=0.01", {2232, 1}, {3440, 2}},
                                         Reference{"lma", {2269, 19}, {3475, 22}},
                                         Reference{"lmac:eta=10", {2191, 18}, {3433, 23}},
                                         Reference{"ttts", {2009, 6}, {3117, 16}}),
                         [](const auto& setting) {
                           std::string name;
                           for (const char c : std::string(setting.param.rule))
                             name += std::isalnum(c) ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace mirador::testing_support
