#include "mirador/core/text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace mirador {
namespace {

constexpr std::array<std::string_view, 9> names = {"reference", "max-samples", "export-json",
                                                   "status",    "sim",         "parameter-scan",
                                                   "lma",       "bc",          "no-shell"};

TEST(NearestName, ToleratesAThirdOfTheLetters) {
  EXPECT_EQ(nearest_name("refrence", names), "reference");
  EXPECT_EQ(nearest_name("rfernce", names), "reference");
  EXPECT_EQ(nearest_name("max-sample", names), "max-samples");
  EXPECT_EQ(nearest_name("exprt-json", names), "export-json");
  EXPECT_EQ(nearest_name("exprot-jsno", names), "export-json");
  EXPECT_EQ(nearest_name("SIM", names), "sim");
  EXPECT_EQ(nearest_name("benchmark", names), "");
  EXPECT_EQ(nearest_name("statistics", names), "");
  EXPECT_EQ(nearest_name("", names), "");
}

TEST(NearestName, TwoExchangedLettersAreOneSlip) {
  EXPECT_EQ(nearest_name("statsu", names), "status");
  EXPECT_EQ(nearest_name("sttaus", names), "status");
  EXPECT_EQ(nearest_name("ism", names), "sim");
  EXPECT_EQ(nearest_name("mla", names), "lma");
  EXPECT_EQ(nearest_name("alm", names), "");  // three letters in another order are two slips
}

TEST(NearestName, AWordOfTheNameIsEnough) {
  EXPECT_EQ(nearest_name("json", names), "export-json");
  EXPECT_EQ(nearest_name("scan", names), "parameter-scan");
  EXPECT_EQ(nearest_name("param", names), "parameter-scan");
  EXPECT_EQ(nearest_name("shell", names), "no-shell");
  EXPECT_EQ(nearest_name("can", names), "");
}

}  // namespace
}  // namespace mirador
