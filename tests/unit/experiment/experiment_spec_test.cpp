#include "mirador/experiment/experiment_spec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "complaints.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador::testing_support {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

const ExperimentSpec usable{.arms = {"left", "middle", "right"}, .family = GaussianSpec{}};

std::string complaint_about(const std::function<void(ExperimentSpec&)>& change) {
  ExperimentSpec spec = usable;
  change(spec);
  const std::string message = complaint([&] { validate(spec); });
  // make_session refuses the same specs.
  EXPECT_EQ(complaint([&] { make_session(spec); }), message);
  return message;
}

std::string complaint_about_name(const std::string& name) {
  return complaint_about([&](ExperimentSpec& spec) { spec.arms[1] = name; });
}

TEST(ExperimentSpec, Usable) {
  EXPECT_NO_THROW(validate(usable));
  EXPECT_EQ(complaint_about_name("größer als 日本 \xf0\x9f\x8c\x8d"), "");
  EXPECT_EQ(complaint_about_name(std::string(200, 'x')), "");
  EXPECT_EQ(complaint_about([](auto& spec) { spec.max_samples = 3; }), "");
}

TEST(ExperimentSpec, NamesOfArms) {
  expect_mentions(complaint_about([](auto& spec) { spec.arms.resize(1); }), {"arms", "two"});
  expect_mentions(complaint_about([](auto& spec) { spec.arms.clear(); }), {"arms", "two"});
  expect_mentions(complaint_about_name("left"), {"arms", "left", "twice"});
  expect_mentions(complaint_about_name(""), {"arms", "name 2", "empty"});
  expect_mentions(complaint_about_name("   "), {"arms", "name 2", "empty"});
  expect_mentions(complaint_about_name(std::string(201, 'x')), {"201", "200"});
  // Control characters, bytes that are not UTF-8, overlong encodings.
  for (const std::string bad :
       {"a\nb", "\t", "\x7f", "\x1b[31m", "\xc2\x85", "\xe2\x80\xa8", "\xff", "\xc3", "\xc0\xaf",
        "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82"}) {
    expect_mentions(complaint_about_name(bad), {"arms", "name 2", "control"});
    expect_mentions(complaint_about_name(bad + "x"), {"arms", "name 2", "control"});
  }
  expect_mentions(complaint_about_name(std::string(1, '\0')), {"name 2", "control"});
}

TEST(ExperimentSpec, WhatTheLogScaleServes) {
  const auto complaint_on_log_scale = [](FamilySpec family, QuestionSpec question) {
    return complaint_about([&](ExperimentSpec& spec) {
      spec.scale = Scale::log;
      spec.family = family;
      spec.question = question;
    });
  };
  EXPECT_EQ(complaint_on_log_scale(GaussianSpec{}, BestArmSpec{Direction::lowest, 0.02}), "");
  EXPECT_EQ(complaint_on_log_scale(NormalSpec{}, TopMSpec{2}), "");
  EXPECT_EQ(complaint_on_log_scale(BernoulliSpec{}, BestArmSpec{}),
            "scale: log does not work with bernoulli arms; use gaussian or normal ones, or the "
            "linear scale");
  EXPECT_EQ(complaint_on_log_scale(NormalSpec{}, ThresholdingSpec{}),
            "scale: log does not work with thresholding; use best-arm or top-m, or the linear "
            "scale");
  expect_mentions(complaint_on_log_scale(GaussianSpec{}, BestArmSpec{{}, -0.1}), {"margin: -0.1"});
  EXPECT_EQ(margin_of(question_on_scale({.arms = {}, .question = BestArmSpec{{}, 0.5}})), 0.5);
  EXPECT_EQ(margin_of(question_on_scale(
                {.arms = {}, .scale = Scale::log, .question = BestArmSpec{{}, 0.5}})),
            std::log1p(0.5));
}

TEST(ExperimentSpec, RiskBudgetAndMargin) {
  for (const double delta : {0.0, 1.0, -0.1, 1.5, not_a_number, infinity}) {
    expect_mentions(complaint_about([&](auto& spec) { spec.delta = delta; }), {"delta", "(0,1)"});
  }
  expect_mentions(complaint_about([](auto& spec) { spec.max_samples = 0; }), {"max-samples", "3"});
  expect_mentions(complaint_about([](auto& spec) { spec.max_samples = 2; }), {"max-samples", "3"});
  expect_mentions(complaint_about([](auto& spec) { spec.max_samples = ~std::uint64_t{0}; }),
                  {"max-samples", "too large"});
  expect_mentions(complaint_about([](auto& spec) {
                    spec.family = NormalSpec{};
                    spec.max_samples = 5;
                  }),
                  {"max-samples", "6"});
  for (const double margin : {-0.1, not_a_number, infinity, 1e200}) {
    expect_mentions(complaint_about([&](auto& spec) {
                      spec.question = BestArmSpec{Direction::highest, margin};
                    }),
                    {"margin"});
  }
  expect_mentions(complaint_about([](auto& spec) {
                    spec.family = BernoulliSpec{};
                    spec.question = BestArmSpec{Direction::highest, 1.0};
                  }),
                  {"margin", "below 1"});
}

TEST(ExperimentSpec, QuestionsFamiliesAndRules) {
  expect_mentions(complaint_about([](auto& spec) { spec.question = TopMSpec{3}; }), {"top", "3"});
  expect_mentions(complaint_about([](auto& spec) { spec.question = SignedSpec{not_a_number}; }),
                  {"level"});
  expect_mentions(complaint_about([](auto& spec) {
                    spec.family = BernoulliSpec{};
                    spec.question = ThresholdingSpec{1.5};
                  }),
                  {"level", "1.5"});
  expect_mentions(complaint_about([](auto& spec) {
                    spec.family = PoissonSpec{};
                    spec.question = ClosestSpec{1.0};
                  }),
                  {"family", "poisson", "gaussian or bernoulli"});
  expect_mentions(complaint_about([](auto& spec) { spec.family = GaussianSpec{0.0}; }), {"sigma"});
  expect_mentions(complaint_about([](auto& spec) { spec.family = BoundedSpec{1.0, 0.0}; }), {"lo"});
  expect_mentions(complaint_about([](auto& spec) {
                    spec.rule = parse_rule("ttts");
                    spec.family = BernoulliSpec{};
                  }),
                  {"ttts", "bernoulli"});
  expect_mentions(complaint([] { parse_stopping("mixtur"); }), {"stopping", "mixtur", "mixture"});
}

TEST(ExperimentSpec, ArmsByName) {
  EXPECT_EQ(arm_named(usable, "right"), 2u);
  expect_mentions(complaint([] { arm_named(usable, "rigth"); }), {"arm", "rigth", "\"right\"?"});
  expect_mentions(complaint([] { arm_named(usable, "zzzzz"); }), {"arm", "zzzzz", "3 arms"});
  expect_mentions(complaint([] { arm_named(usable, ""); }), {"arm"});
}

}  // namespace
}  // namespace mirador::testing_support
