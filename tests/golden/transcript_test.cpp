#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/watch.hpp"
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

/// What to write down, under the name of its file.
struct Scene {
  const char* name;
  const char* rule;
  const char* stopping;
  FamilySpec family;
  std::vector<double> means;
  const char* heading;  ///< means and all that is special, in words
};

/// The first 20 rounds, then every 200th, and the one that stops.
template <Problem P, class Rule>
std::string lines(const P& problem, const Rule& rule, const Scene& scene) {
  const AnyStopping stopping = make_stopping(parse_stopping(scene.stopping));
  std::string text;
  Play<P, Rule> play(problem, scene.means, rule, {1, 0});
  Watch<P, AnyStopping> watch(problem, stopping, std::vector<double>{risk});
  for (std::uint64_t round = 1; round <= 20000; ++round) {
    const Told told = play.step();
    if (!play.standing().ready()) {
      text += line(round, told, 0.0, 0.0);
      continue;
    }
    watch.update(play.standing(), told.arm, [](std::span<const Role>) {});
    if (round <= 20 || round % 200 == 0 || watch.done()) {
      text += line(round, told, stopping.evidence(play.standing()),
                   stopping.required(play.standing(), risk));
    }
    if (watch.done()) {
      return text + "# answer: arm " + std::to_string(play.standing().closest().answer() + 1) +
             "\n";
    }
  }
  return text + "# undecided\n";
}

std::string transcript(const Scene& scene) {
  const std::string heading =
      std::string("# ") + scene.rule + ", " + scene.heading + ", seed 1, replication 0\n" +
      "# round arm       value    evidence    required (" + scene.stopping + ", delta 0.1)\n";
  return heading + with_family(scene.family, [&]<Family F>(F family) -> std::string {
           if constexpr (std::same_as<F, Gaussian> || std::same_as<F, Bernoulli>) {
             const BestArm<F> problem(family, scene.means.size());
             return with_rule(problem, parse_rule(scene.rule),
                              [&](const auto& rule) { return lines(problem, rule, scene); });
           }
           return "";
         });
}

class Transcript : public testing::TestWithParam<Scene> {};

TEST_P(Transcript, IsAsReviewed) {
  const std::string path = std::string(MIRADOR_GOLDEN_FOLDER) + "/" + GetParam().name + ".txt";
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

Scene seed_scene(const char* rule) {
  return {rule,
          rule,
          "heuristic",
          GaussianSpec{1.0},
          {1.0, 0.85, 0.8, 0.75},
          "means 1 0.85 0.8 0.75, sigma 1"};
}

const Scene mixture_scene{"mixture",
                          "bc",
                          "mixture",
                          BernoulliSpec{},
                          {0.6, 0.5, 0.45, 0.4},
                          "bernoulli means 0.6 0.5 0.45 0.4"};

INSTANTIATE_TEST_SUITE_P(Golden, Transcript,
                         testing::Values(seed_scene("lma"), seed_scene("bc"), seed_scene("dt"),
                                         seed_scene("ttts"), mixture_scene),
                         [](const auto& setting) { return std::string(setting.param.name); });

}  // namespace
}  // namespace mirador::testing_support
