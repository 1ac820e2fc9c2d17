#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "mirador/spec/catalog.hpp"
#include "mirador/stopping/glr.hpp"
#include "play.hpp"

/// Readable transcripts of the rules on the paper's instance, kept in tests/golden and compared as
/// text. MIRADOR_REGENERATE=1 writes them anew: review the difference before you commit it.
namespace mirador::testing_support {
namespace {

constexpr double risk = 0.1;

std::string line(std::uint64_t round, const Told& told, double evidence, double required) {
  char text[128];
  std::snprintf(text, sizeof text, "%6llu %4zu %11.6g %11.6g %11.6g\n",
                static_cast<unsigned long long>(round), told.arm + 1, told.reward, evidence,
                required);
  return text;
}

/// The first 20 rounds, then every 200th, and the one that stops.
std::string transcript(const std::string& rule_name) {
  const BestArm<Gaussian> problem(Gaussian(1.0), 4);
  const HeuristicStopping stopping;
  std::string text = "# " + rule_name +
                     ", means 1 0.85 0.8 0.75, sigma 1, seed 1, replication 0\n" +
                     "# round arm       value    evidence    required (heuristic, delta 0.1)\n";
  with_rule(problem, parse_rule(rule_name), [&](const auto& rule) {
    Play play(problem, {1.0, 0.85, 0.8, 0.75}, rule, {1, 0});
    for (std::uint64_t round = 1; round <= 20000; ++round) {
      const Told told = play.step();
      if (!play.standing().ready()) {
        text += line(round, told, 0.0, 0.0);
        continue;
      }
      const double evidence = stopping.evidence(play.standing());
      const double required = stopping.required(play.standing(), risk);
      const bool stop = evidence >= required;
      if (round <= 20 || round % 200 == 0 || stop) text += line(round, told, evidence, required);
      if (stop) {
        text += "# answer: arm " + std::to_string(play.standing().closest().answer() + 1) + "\n";
        return;
      }
    }
    text += "# undecided\n";
  });
  return text;
}

class Transcript : public testing::TestWithParam<const char*> {};

TEST_P(Transcript, IsAsReviewed) {
  const std::string path = std::string(MIRADOR_GOLDEN_FOLDER) + "/" + GetParam() + ".txt";
  const std::string text = transcript(GetParam());
  const char* const regenerate = std::getenv("MIRADOR_REGENERATE");
  if (regenerate != nullptr && std::string(regenerate) == "1") {
    std::ofstream(path) << text;
  }
  std::ifstream file(path);
  ASSERT_TRUE(file) << path << " is missing; run with MIRADOR_REGENERATE=1";
  std::ostringstream reviewed;
  reviewed << file.rdbuf();
  EXPECT_EQ(text, reviewed.str());
}

INSTANTIATE_TEST_SUITE_P(Golden, Transcript, testing::Values("lma", "bc", "dt", "ttts"),
                         [](const auto& setting) { return std::string(setting.param); });

}  // namespace
}  // namespace mirador::testing_support
