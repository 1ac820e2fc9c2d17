#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "scene.hpp"

/// Readable transcripts of experiments, compared as text with those in tests/golden.
/// MIRADOR_REGENERATE=1 rewrites them: review the difference before you commit.
namespace mirador::testing_support {
namespace {

namespace fs = std::filesystem;

const fs::path folder = MIRADOR_GOLDEN_FOLDER;

bool regenerate() {
  const char* const wish = std::getenv("MIRADOR_REGENERATE");
  return wish != nullptr && std::string(wish) == "1";
}

void expect_as_reviewed(const std::string& file, const std::string& text) {
  const fs::path path = folder / file;
  if (regenerate()) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::ifstream stored(path);
  ASSERT_TRUE(stored) << path << " is missing; run with MIRADOR_REGENERATE=1";
  std::ostringstream reviewed;
  reviewed << stored.rdbuf();
  EXPECT_EQ(text, reviewed.str());
}

std::set<std::string> files_played() {
  std::set<std::string> files = {live_events_file};
  for (const Scene& scene : scenes()) files.insert(scene.file);
  for (const RoundsScene& scene : rounds_scenes()) files.insert(scene.file);
  return files;
}

class Transcript : public testing::TestWithParam<Scene> {};

TEST_P(Transcript, IsAsReviewed) { expect_as_reviewed(GetParam().file, play(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Golden, Transcript, testing::ValuesIn(scenes()), [](const auto& setting) {
  std::string name = setting.param.file.substr(0, setting.param.file.find('.'));
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(Transcripts, OfLiveEventsAreAsReviewed) {
  expect_as_reviewed(live_events_file, play_live_events());
}

TEST(Transcripts, OfRoundsAreAsReviewed) {
  for (const RoundsScene& scene : rounds_scenes()) expect_as_reviewed(scene.file, play(scene));
}

template <class Variant>
void expect_all(const std::string& of) {
  const std::set<std::string> played = files_played();
  for (const std::string& file : files_wanted<Variant>(of)) {
    EXPECT_TRUE(played.contains(file))
        << "tests/golden/" << file << " is missing: add its scene to tests/golden/scenes.cpp";
  }
}

TEST(Transcripts, AreThereForEveryRule) { expect_all<SamplingSpec>("rules"); }
TEST(Transcripts, AreThereForEveryFamily) { expect_all<FamilySpec>("families"); }
TEST(Transcripts, AreThereForEveryQuestion) { expect_all<QuestionSpec>("questions"); }
TEST(Transcripts, AreThereForEveryStoppingRule) { expect_all<StoppingSpec>("stopping"); }

TEST(Transcripts, AreThereForEveryLawOfRounds) {
  const std::set<std::string> played = files_played();
  for (const std::string_view law : law_names()) {
    EXPECT_TRUE(played.contains("rounds/" + std::string(law) + ".txt")) << law;
  }
  for (const std::string_view compare : ChoiceWords<Compare>::names) {
    if (compare == word_of(SymmetricSpec{}.compare)) continue;
    EXPECT_TRUE(played.contains("rounds/symmetric-" + std::string(compare) + ".txt")) << compare;
  }
}

TEST(Transcripts, AreAllPlayed) {
  const std::set<std::string> played = files_played();
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    const std::string file = fs::relative(entry.path(), folder).generic_string();
    EXPECT_TRUE(played.contains(file))
        << "tests/golden/" << file << " belongs to no scene: delete it";
  }
}

}  // namespace
}  // namespace mirador::testing_support
