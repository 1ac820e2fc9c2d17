#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "race/columns.hpp"
#include "race/guarantee.hpp"
#include "race/page.hpp"
#include "race/render.hpp"
#include "race/view.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"
#include "reports.hpp"
#include "text/drawing.hpp"
#include "text/table.hpp"

/// Races of every kind as text for people and data for programs. The texts are in
/// tests/render/golden; MIRADOR_REGENERATE=1 rewrites them: review the difference before you
/// commit.
namespace mirador::cli::testing {
namespace {

struct Scene {
  const char* name;
  race::RaceReport (*result)();
};

const Scene scenes[] = {
    {"winner", winner},
    {"contradicted", contradicted},
    {"tie", tie},
    {"tie_of_three", tie_of_three},
    {"interrupted", interrupted},
    {"just_begun", just_begun},
    {"failures", failures},
    {"wide_names", wide_names},
    {"scores", scores},
    {"constant", memory_that_never_varies},
    {"gate_within", [] { return gate(AtGate::within); }},
    {"gate_slower", [] { return gate(AtGate::slower); }},
    {"gate_undecided", [] { return gate(AtGate::undecided); }},
    {"winner_in_rounds", winner_in_rounds},
    {"tie_in_rounds", tie_in_rounds},
    {"interrupted_in_rounds", interrupted_in_rounds},
    {"just_begun_in_rounds", just_begun_in_rounds},
    {"good_enough", good_enough},
    {"with_reference", with_reference},
    {"alone", alone},
    {"alone_and_interrupted", alone_and_interrupted},
    {"gate_within_in_rounds", [] { return gate_in_rounds(AtGate::within); }},
    {"gate_slower_in_rounds", [] { return gate_in_rounds(AtGate::slower); }},
};

std::string frame_text(const race::RaceReport& result, Screen screen) {
  std::string text;
  for (const std::string& line : race_frame(result, {"run 'b'", 2.4}, screen)) {
    text += line + "\n";
  }
  return text;
}

/// All texts about a race.
std::string transcript(const race::RaceReport& result) {
  std::string text = "# 80 columns\n" + race_text(result, 80, false);
  text += "\n# 40 columns\n" + race_text(result, 40, false);
  text += "\n# warnings\n";
  for (const RaceWarning& warning : warnings_of(result)) text += warning.text + "\n";
  text += "\n# Markdown\n" + to_markdown(result);
  text += "\n# the view, 80 columns\n" + frame_text(result, {80, 24, false});
  text += "\n# the view, 40 columns and 7 lines\n" + frame_text(result, {40, 7, false});
  return text + "\n# a line of the log\n" + race_line(result) + "\n";
}

class RaceTranscript : public ::testing::TestWithParam<Scene> {};

TEST_P(RaceTranscript, IsTheOneInTheFile) {
  const std::string text = transcript(GetParam().result());
  const std::string path = std::string(MIRADOR_RENDER_GOLDEN) + "/" + GetParam().name + ".txt";
  if (std::getenv("MIRADOR_REGENERATE") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  ASSERT_TRUE(file) << path << " is missing; run with MIRADOR_REGENERATE=1";
  std::ostringstream kept;
  kept << file.rdbuf();
  EXPECT_EQ(text, kept.str());
}

INSTANTIATE_TEST_SUITE_P(Scenes, RaceTranscript, ::testing::ValuesIn(scenes),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(RaceText, FitsEveryWidth) {
  for (const Scene& scene : scenes) {
    for (const std::size_t width : {20u, 30u, 39u, 40u, 55u, 56u, 57u, 80u, 100u}) {
      std::istringstream lines(race_text(scene.result(), width, false));
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(width_of(line), width) << scene.name << ": " << line;
      }
    }
  }
}

TEST(RaceFrame, FitsEveryScreen) {
  for (const std::size_t commands : {2u, 5u, 200u, 4u}) {
    const race::RaceReport result = commands == 4 ? winner_in_rounds() : many(commands);
    for (const std::size_t columns : {20u, 40u, 41u, 60u, 80u, 200u}) {
      for (const std::size_t lines : {8u, 10u, 24u, 300u}) {
        const auto frame = race_frame(result, {}, {columns, lines, false});
        EXPECT_LT(frame.size(), lines);
        for (const std::string& line : frame) EXPECT_LT(width_of(line), columns) << line;
      }
    }
  }
}

TEST(RaceFrame, ShowsTheLeadingOnesOfMany) {
  const std::string text = frame_text(many(200), {80, 24, false});
  EXPECT_NE(text.find("and 181 more"), std::string::npos) << text;
  EXPECT_NE(text.find("* … 0 "), std::string::npos) << text;
}

TEST(RaceFrame, DimsWhatIsRuledOutInColourOnly) {
  const race::RaceReport result = interrupted();
  const auto frame = race_frame(result, {}, {80, 24, true});
  EXPECT_EQ(frame[1].substr(0, 4), "\x1b[1m");  // a leads
  EXPECT_EQ(frame[3].substr(0, 4), "\x1b[2m");  // c is out
  EXPECT_EQ(frame_text(result, {80, 24, false}).find('\x1b'), std::string::npos);
}

TEST(Positions, ByTheVerdictOrByIntervals) {
  constexpr auto first = Position::winner, equal = Position::equal, out = Position::ruled_out,
                 possible = Position::possible;
  EXPECT_EQ(positions_of(winner()), (std::vector{first, out, out, out}));
  EXPECT_EQ(positions_of(tie()), (std::vector{equal, equal, out}));
  EXPECT_EQ(positions_of(interrupted()), (std::vector{possible, possible, out, possible}));
  EXPECT_EQ(positions_of(just_begun()), (std::vector{possible, possible}));
  EXPECT_EQ(positions_of(scores()), (std::vector{first, out}));
  EXPECT_EQ(positions_of(winner_in_rounds()), (std::vector{first, out, out, out}));
  EXPECT_EQ(positions_of(interrupted_in_rounds()), (std::vector{possible, possible, out, out}));
}

TEST(RaceReports, TheIntervalOfTheLeadIsNotCutByTheVerdict) {
  EXPECT_EQ(winner().lead->low, 0.98);
  EXPECT_EQ(scores().lead->low, -0.01);
}

TEST(RaceWords, SayWhereTheLeadReachesPastTheVerdict) {
  const std::string says = "may contain values that the verdict rules out";
  const auto said = [&](const race::RaceReport& result) {
    return separate_text(result, MeanIntervals::shown).find(says) != std::string::npos;
  };
  EXPECT_TRUE(said(winner()));
  EXPECT_TRUE(said(scores()));
  EXPECT_FALSE(said(wide_names()));  // 1.2 to 1.5
  EXPECT_FALSE(said(tie()));
  EXPECT_FALSE(said(interrupted()));
  for (const AtGate outcome : {AtGate::within, AtGate::slower}) {
    race::RaceReport result = gate(outcome);
    EXPECT_FALSE(said(result));
    result.lead->low *= 0.9;
    EXPECT_TRUE(said(result));
  }
}

TEST(RaceWords, EqualIsRelativeToTheAnswer) {
  EXPECT_EQ(verdict_text(tie()), "within 2 % of 'lz4 -c f': 'lz4 -1 -c f'; slower: 'gzip -c f'");
  EXPECT_EQ(margin_note(tie()), "");
  EXPECT_EQ(
      margin_note(tie_of_three()),
      "each differs from 'a' by at most the margin; two of them may differ by up to twice the "
      "margin (4.04 %)");
  EXPECT_EQ(margin_note(winner()), "");
  const auto document = nlohmann::ordered_json::parse(to_json(tie_of_three()));
  EXPECT_EQ(document["mirador"]["verdict"]["note"], margin_note(tie_of_three()));
}

TEST(RaceReports, AGateShowsTheBaselineWithoutItsHandicap) {
  for (const AtGate outcome : {AtGate::within, AtGate::slower, AtGate::undecided}) {
    const race::RaceReport result = gate(outcome);
    EXPECT_NEAR(*result.status.arms[0].mean, 0.1, 1e-12);
    const Slowdown slowdown = *slowdown_of(result);
    const double truth = outcome == AtGate::slower ? 1.08 : 1.012;
    EXPECT_NEAR(slowdown.estimate, truth, 1e-12);
    EXPECT_LE(slowdown.low, slowdown.estimate);
    EXPECT_GE(slowdown.high, slowdown.estimate);
    EXPECT_NEAR(slowdown.low, truth / (outcome == AtGate::slower ? 1.0 / 0.99 : 1.01), 1e-12);
    EXPECT_NEAR(slowdown.high, truth * (outcome == AtGate::slower ? 1.01 : 1.0 / 0.99), 1e-12);
  }
}

TEST(RaceJson, HasTheFieldsOfHyperfineAndItsOwn) {
  const auto document = nlohmann::ordered_json::parse(to_json(winner()));
  const auto& first = document["results"][0];
  std::vector<std::string> names;
  for (const auto& [name, value] : first.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"command", "mean", "stddev", "median", "user",
                                             "system", "min", "max", "times", "exit_codes",
                                             "parameters", "command_line", "role", "runs",
                                             "geometric_mean", "low", "high", "values", "memory"}));
  EXPECT_EQ(first["times"].size(), 18U);
  EXPECT_EQ(first["exit_codes"].size(), 18U);
  EXPECT_NEAR(first["mean"].get<double>(), 0.01231, 1e-6);
  EXPECT_NEAR(first["user"].get<double>(), 0.01231 / 2, 1e-6);
  EXPECT_EQ(first["role"], "winner");
  const auto& ours = document["mirador"];
  EXPECT_EQ(ours["verdict"]["answer"], "lz4 -c f");
  EXPECT_EQ(ours["verdict"]["outcome"], "winner");
  EXPECT_EQ(ours["end"], "decided");
  EXPECT_EQ(ours["lead"]["low"], 0.98);
  EXPECT_EQ(ours["lead"]["risk"], 0.05);
  EXPECT_EQ(ours["smallest_risk"], 0.25);
  EXPECT_EQ(ours["error_bound"], ours["smallest_risk"]);
  EXPECT_EQ(ours["status"], "proved");
  EXPECT_EQ(ours["equal_allocation"]["at_least"], false);
  EXPECT_TRUE(ours["resume"].is_null());
}

TEST(RaceJson, TellsWhatContradictsTheAssumption) {
  EXPECT_TRUE(
      nlohmann::ordered_json::parse(to_json(winner()))["mirador"]["contradiction"].is_null());
  const auto ours = nlohmann::ordered_json::parse(to_json(contradicted()))["mirador"];
  EXPECT_EQ(ours["status"], "assumption contradicted");
  EXPECT_EQ(ours["contradiction"]["test"], "drift");
  EXPECT_EQ(ours["contradiction"]["arm"], "zstd -1 -c f");
  EXPECT_EQ(ours["contradiction"]["samples"], 40);
}

TEST(RaceJson, WhatIsUnknownIsNull) {
  const auto document = nlohmann::ordered_json::parse(to_json(just_begun()));
  EXPECT_TRUE(document["results"][0]["stddev"].is_null());
  EXPECT_TRUE(document["results"][1]["mean"].is_null());
  EXPECT_TRUE(document["results"][1]["high"].is_null());
  EXPECT_TRUE(document["mirador"]["lead"].is_null());
  EXPECT_TRUE(document["mirador"]["verdict"]["answer"].is_null());
  EXPECT_EQ(document["mirador"]["end"], "max-runs");
}

TEST(RaceJson, TellsOfAGate) {
  const auto document = nlohmann::ordered_json::parse(to_json(gate(AtGate::within)));
  EXPECT_EQ(document["mirador"]["verdict"]["outcome"], "within");
  EXPECT_EQ(document["mirador"]["max_slowdown"], 0.03);
  EXPECT_NEAR(document["mirador"]["slowdown"]["estimate"].get<double>(), 1.012, 1e-12);
}

TEST(RaceJson, NamesStandInThePlaceOfCommands) {
  race::RaceReport result = winner();
  result.spec.commands[0].line = "lz4 -c /very/long";
  const auto first = nlohmann::ordered_json::parse(to_json(result))["results"][0];
  EXPECT_EQ(first["command"], "lz4 -c f");
  EXPECT_EQ(first["command_line"], "lz4 -c /very/long");
}

TEST(RaceJson, ExitCodesAreThoseOfAShell) {
  const auto document = nlohmann::ordered_json::parse(to_json(failures()));
  EXPECT_EQ(document["results"][0]["exit_codes"].dump(), "[1,137,1]");
  EXPECT_EQ(document["results"][1]["exit_codes"].dump(), "[0,3,3,0]");
  const auto& warnings = document["mirador"]["warnings"];
  EXPECT_EQ(warnings[0]["kind"], "failed-runs");
  EXPECT_EQ(warnings[0]["size"], 3);
  EXPECT_TRUE(warnings[0]["p"].is_null());
  EXPECT_EQ(warnings[1]["size"], 2);
  EXPECT_EQ(warnings[1]["name"], "b");
}

TEST(RaceJson, TakesCommandsOfAnyBytes) {
  race::RaceReport result = winner();
  result.spec.commands[0].line = "echo \xff\n";
  EXPECT_TRUE(nlohmann::ordered_json::accept(to_json(result)));
}

TEST(RaceJson, TellsWhatIsGoodEnough) {
  const auto document = nlohmann::json::parse(to_json(good_enough()));
  const auto& part = document.at("mirador");
  EXPECT_EQ(part.at("verdict").at("outcome"), "good-enough");
  EXPECT_EQ(part.at("verdict").at("answer"), "lz4 -c f");
  EXPECT_EQ(part.at("verdict").at("possible"), nlohmann::json({"lz4 -1 -c f"}));
  EXPECT_EQ(part.at("verdict").at("ruled_out"), nlohmann::json({"gzip -1 -c f"}));
  EXPECT_EQ(part.at("good_enough"), 0.05);
  EXPECT_EQ(document.at("results")[0].at("role"), "good_enough");
}

TEST(RaceJson, ComparesWithTheReference) {
  const auto document = nlohmann::json::parse(to_json(with_reference()));
  EXPECT_EQ(document.at("mirador").at("reference"), "gzip -1 -c f");
  EXPECT_EQ(document.at("results")[0].at("ratio").at("to"), "gzip -1 -c f");
  EXPECT_FALSE(document.at("results")[2].contains("ratio"));
}

TEST(RaceJson, OfOneCommandAlone) {
  const auto document = nlohmann::json::parse(to_json(alone()));
  ASSERT_EQ(document.at("results").size(), 1U);
  EXPECT_EQ(document.at("results")[0].at("times").size(), 24U);
  const auto& part = document.at("mirador");
  EXPECT_EQ(part.at("verdict").at("outcome"), "known");
  EXPECT_TRUE(part.at("verdict").at("possible").empty());
  EXPECT_EQ(part.at("end"), "known");
  EXPECT_NEAR(part.at("known_to").get<double>(), 0.008, 1e-9);
  EXPECT_EQ(part.at("status"), "proved");
  for (const char* const none : {"experiment", "store", "smallest_risk", "design", "rule"}) {
    EXPECT_TRUE(part.at(none).is_null()) << none;
  }
}

TEST(RaceCsv, HasTheColumnsOfHyperfineThenItsOwn) {
  race::RaceReport result = tie();
  result.spec.commands[0].line = "say \"a, b\"";
  for (race::Command& command : result.spec.commands) command.parameters = {{"x", "1,5"}};
  std::istringstream lines(to_csv(result));
  std::string head, first;
  std::getline(lines, head);
  std::getline(lines, first);
  EXPECT_EQ(head,
            "command,mean,stddev,median,user,system,min,max,parameter_x,role,runs,"
            "geometric_mean,low,high,command_line");
  EXPECT_TRUE(first.starts_with("lz4 -c f,0.0123")) << first;
  EXPECT_NE(first.find(",\"1,5\",equal,180,0.01231,"), std::string::npos) << first;
  EXPECT_TRUE(first.ends_with(",\"say \"\"a, b\"\"\"")) << first;
}

TEST(RaceCsv, NoFieldIsAFormula) {
  for (const std::string line : {"=1+1", "+1+cmd|' /C calc'!A0", "-SUM(A1)", "@SUM(A1)", "\t=1"}) {
    race::RaceReport result = tie();
    result.status.arms[0].name = result.spec.commands[0].line = line;
    for (race::Command& command : result.spec.commands)
      command.parameters = {{"x", "-1.5"}, {"y", "-O2"}};
    const std::string text = to_csv(result);
    EXPECT_NE(text.find("'" + line), std::string::npos) << text;
    EXPECT_EQ(text.find(",\"" + line), std::string::npos) << text;
    EXPECT_EQ(text.find("," + line), std::string::npos) << text;
    EXPECT_NE(text.find(",-1.5,-O2,equal,"), std::string::npos) << text;
  }
}

TEST(RaceMarkdown, CommandsStayInTheirCells) {
  race::RaceReport result = winner();
  result.status.arms[2].name = "grep 'a\\|b' | `x``y`";
  result.status.arms[3].name = "a ``` | <b>";
  const std::string text = to_markdown(result);
  EXPECT_NE(text.find("| <code>grep 'a&#92;&#124;b' &#124; &#96;x&#96;&#96;y&#96;</code> |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| <code>a &#96;&#96;&#96; &#124; &#60;b&#62;</code> |"), std::string::npos)
      << text;
}

TEST(RaceMarkdown, NamesInASentenceAreText) {
  race::RaceReport result = winner();
  result.lead->runner_up = "<img src=x> [a](b) *c* `d`";
  EXPECT_NE(to_markdown(result).find("; '\\<img src=x> [a]\\(b) \\*c\\* \\`d\\`' takes"),
            std::string::npos)
      << to_markdown(result);
}

TEST(RaceMarkup, IsThatOfHyperfine) {
  race::RaceReport result = winner();
  result.status.arms[0].name = "a | b";
  result.status.verdict->answer = {"a | b", {"a | b"}};
  const std::string asciidoc = to_asciidoc(result), org = to_orgmode(result);
  EXPECT_TRUE(
      asciidoc.starts_with("[cols=\"<,>,>,>,>\"]\n|===\n| Command \n| Mean [ms] \n| Min [ms] \n"
                           "| Max [ms] \n| Relative \n\n| `a \\| b` \n| 12.3 ± 0.1 \n| 12.2 \n"))
      << asciidoc;
  EXPECT_NE(asciidoc.find("|===\n\n....\nWinner: "), std::string::npos);
  EXPECT_TRUE(
      org.starts_with("| Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |\n"
                      "|--+--+--+--+--|\n| =a \\| b=  |  12.3 ± 0.1 |  12.2 |  "))
      << org;
  EXPECT_NE(org.find("\n: Winner: "), std::string::npos);
}

TEST(RacePresentation, UnitsAndOrder) {
  race::RaceReport result = winner();
  result.presentation.time_unit = "s";
  EXPECT_NE(race_text(result, 80, false).find("0.01 s"), std::string::npos);
  EXPECT_NE(to_markdown(result).find("Mean [s]"), std::string::npos);
  EXPECT_NE(race_page(result, {}).find("wall time [s]"), std::string::npos);
  result = winner();
  std::swap(result.values[0], result.values[1]);  // the second is the fastest now
  std::swap(result.status.arms[0].mean, result.status.arms[1].mean);
  const auto first_is_first = [](const std::string& text) {
    return text.find("lz4 -c f`") < text.find("zstd -1 -c f`");
  };
  EXPECT_TRUE(first_is_first(to_markdown(result)));
  result.presentation.order = race::Presentation::Order::best_first;
  EXPECT_FALSE(first_is_first(to_markdown(result)));
  const auto rows = [&] { return race_text(result, 80, false); };
  EXPECT_GT(rows().find("\n* lz4"), rows().find("\n  zstd"));
  result.presentation.order = race::Presentation::Order::typed;
  EXPECT_LT(rows().find("\n* lz4"), rows().find("\n  zstd"));
}

TEST(RaceWarnings, CountTheRunsThatFailed) {
  race::RaceReport result = failures();
  result.runs[0].resize(1);
  EXPECT_EQ(warnings_of(result)[0].text,
            "the only run of 'a' failed (exit code 1); -i counts it like any other");
  result.runs[0] = failures().runs[0];
  result.runs[0][0].code = result.runs[0][2].code = 0;
  EXPECT_EQ(warnings_of(result)[0].text,
            "1 of the 3 runs of 'a' failed (signal 9); -i counts it like any other");
}

TEST(RaceWarnings, SayWhyAFirstRunDiffers) {
  race::RaceReport result = interrupted();
  result.spec.warmup = 3;
  EXPECT_NE(warnings_of(result)[0].text.find("drop more first runs with --warmup 7"),
            std::string::npos);
  result.warnings[0].size = -0.3;
  EXPECT_EQ(warnings_of(result)[0].text,
            "the first run of 'c' lies 26 % below the others: something slowed the later runs "
            "down, or the first did less work");
}

TEST(RaceWords, BeforeTheVerdictTheSmallestRisk) {
  race::RaceReport result = interrupted();
  EXPECT_TRUE(error_sentence(result).starts_with(
      "Could be decided now at any risk down to 0.25 [proved], if the logarithms"));
  result.status.smallest_risk = 1.0;
  EXPECT_EQ(error_text(result), "not yet decidable at any risk");
  EXPECT_EQ(error_sentence(result), "Not yet decidable at any risk");
}

TEST(RaceWords, WhoIsAheadWhereTheHighestWins) {
  race::RaceReport result = winner();
  result.spec.direction = Direction::highest;
  result.spec.metric = race::Metric::rss;
  EXPECT_EQ(verdict_text(result),
            "'lz4 -c f'; it needs 1.31 times the memory of 'zstd -1 -c f' (0.98 to 1.39)");
  result.spec.metric = race::Metric::wall;
  EXPECT_EQ(verdict_text(result),
            "'lz4 -c f'; it takes 1.31 times as long as 'zstd -1 -c f' (0.98 to 1.39)");
}

using Names = std::vector<std::string>;

TEST(Labels, KeepNamesThatFit) {
  EXPECT_EQ(told_apart({"gzip -1 f", "gzip -9 f"}, 9).texts, (Names{"gzip -1 f", "gzip -9 f"}));
}

TEST(Labels, LeaveOutWhatAllShare) {
  Labels labels = told_apart({"gzip -1 -c long", "gzip -9 -c long"}, 12);
  EXPECT_EQ(labels.texts, (Names{"gzip -1 …", "gzip -9 …"}));
  EXPECT_EQ(labels.common.end, " -c long");
  labels = told_apart({"gzip -1 -c long", "gzip -9 -c long"}, 8);
  EXPECT_EQ(labels.texts, (Names{"… -1 …", "… -9 …"}));
  EXPECT_EQ(labels.common.beginning, "gzip ");
  // Folders too, but no part of a word.
  EXPECT_EQ(told_apart({"/opt/tool/bin/one -x", "/opt/tool/bin/other -x"}, 12).texts,
            (Names{"…/one …", "…/other …"}));
}

TEST(Labels, LeaveSomethingOfEveryName) {
  EXPECT_EQ(told_apart({"gzip -c file", "gzip -c file -9"}, 10).texts,
            (Names{"… file", "… file -9"}));
  EXPECT_EQ(told_apart({"same same same", "same same same same"}, 12).texts.size(), 2U);
}

TEST(Labels, NumberWhatIsTooLongEvenSo) {
  const Labels labels = told_apart({"short", "a-word-that-is-long-1", "a-word-that-is-long-2"}, 12);
  EXPECT_EQ(labels.texts, (Names{"short", "#2 a-wo…ng-1", "#3 a-wo…ng-2"}));
  EXPECT_EQ(labels.numbered, (std::vector<std::size_t>{1, 2}));
  for (const std::size_t most : {6U, 8U, 13U, 20U}) {
    Labels all = told_apart({std::string(99, 'x') + "y" + std::string(99, 'x'),
                             std::string(99, 'x') + "z" + std::string(99, 'x')},
                            most);
    EXPECT_NE(all.texts[0], all.texts[1]);
    for (const std::string& text : all.texts) EXPECT_LE(width_of(text), most);
  }
}

TEST(RaceText, ALateFailureIsToldWithTheWaysOn) {
  race::RaceReport result = interrupted_in_rounds();
  result.end = race::End::failed;
  result.failure =
      race::Failure{1, "command: \"b; c\" ended with exit code 9 in its run 5; try -i"};
  result.resume_without = "mirador race --resume x --without b";
  EXPECT_TRUE(verdict_text(result).starts_with(
      "\"b; c\" ended with exit code 9 in its run 5, after 23 runs; 'a' leads; still possible: "))
      << verdict_text(result);
  const std::string text = to_text(result, {80, 24, false, true});
  EXPECT_NE(
      text.find("To go on, once it is mended:\nmirador race --resume a b c d\n"
                "\nTo go on without it, with the runs of the others:\nmirador race --resume x"),
      std::string::npos)
      << text;
  const auto ours = nlohmann::ordered_json::parse(to_json(result))["mirador"];
  EXPECT_EQ(ours["end"], "failed");
  EXPECT_EQ(ours["failure"]["name"], "b");
  EXPECT_EQ(ours["resume_without"], result.resume_without);
}

TEST(RacePage, LeadsWithTheAnswerAndFoldsTheProof) {
  const std::string page = race_page(winner_in_rounds(), {});
  const std::size_t answer = page.find("class=\"answer\""), proof = page.find("<details>"),
                    assumption = page.find("in typical runs");
  EXPECT_LT(answer, proof);
  EXPECT_LT(proof, assumption);
  EXPECT_NE(page.find("<tr class=\"strong\"><td>lz4 -c f</td>"), std::string::npos);
  EXPECT_NE(page.find("mp-strong"), std::string::npos);
  EXPECT_NE(page.find("class=\"mp-bar\""), std::string::npos);
}

TEST(RacePage, SaysWhatContradictsTheAssumption) {
  const std::string page = race_page(contradicted(), {});
  EXPECT_NE(page.find("[assumption contradicted]"), std::string::npos);
  EXPECT_NE(page.find("rise from early to late"), std::string::npos);
  EXPECT_EQ(page.find("[proved]"), std::string::npos);
}

TEST(RacePage, OfOneCommandAloneHasNoEvidence) {
  const std::string page = race_page(alone(), std::nullopt);
  EXPECT_NE(page.find("the mean of &#39;sleep 0.1&#39; is 101.2 ms"), page.npos);
  EXPECT_EQ(page.find("id=\"evidence\""), page.npos);
  EXPECT_NE(page.find("mean ± σ"), page.npos);
}

TEST(RacePage, OpenEndsAreArrows) {
  const std::string page = race_page(with_reference(), std::nullopt);
  EXPECT_NE(page.find("mp-arrow\""), page.npos);
  EXPECT_NE(page.find("not bounded yet"), page.npos);
}

TEST(RacePage, SaysWhatAGateAllows) {
  const std::string page = race_page(gate(AtGate::within), {});
  EXPECT_NE(page.find("wall time, at most 3 % more; delta"), std::string::npos);
  EXPECT_EQ(page.find("lowest wins"), std::string::npos);
}

TEST(RacePage, SaysWhatIsSubtractedOnlyWhereSomethingIs) {
  EXPECT_NE(race_page(winner(), {}).find("start-up of the shell"), std::string::npos);
  EXPECT_EQ(race_page(memory_that_never_varies(), {}).find("start-up"), std::string::npos);
}

TEST(Widths, AreThoseOfATerminal) {
  EXPECT_EQ(width_of("naïve …"), 7U);
  EXPECT_EQ(width_of("日本語"), 6U);
  EXPECT_EQ(width_of("한국 ﾊﾝｶｸ 🚀"), 12U);
  EXPECT_EQ(shortened("日本語", 6), "日本語");
  EXPECT_EQ(shortened("日本語日本語", 6), "日…語");
  EXPECT_EQ(shortened("abcdefgh", 6), "abc…gh");
  EXPECT_EQ(in_ascii("日本 a…b"), "???? a~b");
  for (const std::size_t most : {3u, 4u, 5u, 8u, 9u}) {
    EXPECT_LE(width_of(shortened("a日b本c語d日e本f語", most)), most);
  }
}

}  // namespace
}  // namespace mirador::cli::testing
