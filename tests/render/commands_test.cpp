#include <gtest/gtest.h>

#include "arguments/place.hpp"
#include "mirador/core/error.hpp"
#include "race/command_list.hpp"

/// How options become the commands of a race.
namespace mirador::cli {
namespace {

RawOptions typed(const std::vector<std::string>& commands) {
  RawOptions options;
  for (const std::string& command : commands) options.add(Option::command, command);
  return options;
}

void give(RawOptions& options, Option option, const std::vector<std::string>& values) {
  for (const std::string& value : values) options.add(option, value);
}

std::vector<std::string> lines_of(const RawOptions& options) {
  std::vector<std::string> lines;
  for (const race::Command& command : read_commands(options).commands)
    lines.push_back(command.line);
  return lines;
}

std::vector<std::string> names_of(const RawOptions& options) {
  std::vector<std::string> names;
  for (const race::Command& command : read_commands(options).commands)
    names.push_back(command.name);
  return names;
}

std::string complaint_about(const RawOptions& options) {
  try {
    read_commands(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

using Texts = std::vector<std::string>;

TEST(Commands, OfOneLineAreToldApart) {
  EXPECT_EQ(names_of(typed({"a", "b", "a", "a"})), (Texts{"a", "b", "a (2)", "a (3)"}));
}

TEST(Commands, AreShownInALine) {
  EXPECT_EQ(showable(" a\n\tb\x1b[2J \xff\xc3\xa4 "), "a  b [2J ?ä");
  EXPECT_LE(showable(std::string(5000, 'x')).size(), 190U);
  std::string umlauts;
  for (int i = 0; i < 200; ++i) umlauts += "ä";
  EXPECT_LE(showable(umlauts).size(), 190U);
}

TEST(Places, AreShownWithoutPasswords) {
  EXPECT_EQ(public_place("races.db"), "races.db");
  EXPECT_EQ(public_place("a@b:c.db"), "a@b:c.db");
  EXPECT_EQ(public_place("postgresql://host:5432/lab"), "postgresql://host:5432/lab");
  EXPECT_EQ(public_place("postgresql://me:secret@host:5432/lab?password=x"),
            "postgresql://me@host:5432/lab");
}

TEST(Parameters, MakeACommandForEveryCombination) {
  RawOptions options = typed({"x {a} {b}", "y {a}{a}"});
  give(options, Option::parameter_list, {"a", "1,2", "b", "p,q"});
  EXPECT_EQ(lines_of(options),
            (Texts{"x 1 p", "y 11", "x 2 p", "y 22", "x 1 q", "y 11", "x 2 q", "y 22"}));
  EXPECT_EQ(names_of(options)[5], "y 11 (2)");
  const auto expected = std::vector<std::pair<std::string, std::string>>{{"a", "2"}, {"b", "p"}};
  EXPECT_EQ(read_commands(options).commands[2].parameters, expected);
}

TEST(Parameters, ListsMayHoldCommasAndBackslashes) {
  RawOptions options = typed({"x {a}"});
  give(options, Option::parameter_list, {"a", R"(1\,5,\\,\n)"});
  EXPECT_EQ(lines_of(options), (Texts{"x 1,5", R"(x \)", R"(x \n)"}));
}

TEST(Parameters, ScansCountInDecimals) {
  RawOptions options = typed({"x {a}"});
  give(options, Option::parameter_scan, {"a", "0.3", "0.7"});
  EXPECT_TRUE(complaint_about(options).starts_with("parameter-scan: ")) << complaint_about(options);
  options.add(Option::parameter_step, "0.2");
  EXPECT_EQ(lines_of(options), (Texts{"x 0.3", "x 0.5", "x 0.7"}));
  RawOptions whole = typed({"x {a}"});
  give(whole, Option::parameter_scan, {"a", "-1", "2"});
  EXPECT_EQ(lines_of(whole), (Texts{"x -1", "x 0", "x 1", "x 2"}));
}

TEST(Parameters, ThatDoNotFitAreRefused) {
  RawOptions unused = typed({"x", "y"});
  give(unused, Option::parameter_list, {"a", "1,2"});
  EXPECT_EQ(complaint_about(unused),
            "parameter-list: no command mentions \"{a}\"; write it where the values go");
  RawOptions twice = typed({"x {a}"});
  give(twice, Option::parameter_list, {"a", "1,2", "a", "3"});
  EXPECT_EQ(complaint_about(twice), "parameter-list: \"a\" is given twice; give it once");
  RawOptions endless = typed({"x {a}"});
  give(endless, Option::parameter_scan, {"a", "1", "1e9"});
  EXPECT_EQ(complaint_about(endless),
            "parameter-scan: 1e+09 values from 1 to 1e9; give a larger step with -D");
  RawOptions backwards = typed({"x {a}"});
  give(backwards, Option::parameter_scan, {"a", "3", "1"});
  EXPECT_TRUE(complaint_about(backwards).starts_with("parameter-scan: "))
      << complaint_about(backwards);
  RawOptions nowhere = typed({"x {a}"});
  give(nowhere, Option::parameter_scan, {"a", "1", "3"});
  nowhere.add(Option::parameter_step, "0");
  EXPECT_TRUE(complaint_about(nowhere).starts_with("parameter-step-size: "));
  RawOptions idle = typed({"x", "y"});
  idle.add(Option::parameter_step, "2");
  EXPECT_TRUE(complaint_about(idle).starts_with("parameter-step-size: "));
}

TEST(Names, AreThoseGivenAndTellSettingsApart) {
  RawOptions options = typed({"x {a}", "y {a}", "z"});
  give(options, Option::parameter_list, {"a", "1,2"});
  give(options, Option::name, {"old", "new {a}"});
  EXPECT_EQ(names_of(options), (Texts{"old a=1", "new 1", "z", "old a=2", "new 2", "z (2)"}));
}

TEST(Names, ThatDoNotFitAreRefused) {
  RawOptions more = typed({"x", "y"});
  give(more, Option::name, {"a", "b", "c"});
  EXPECT_EQ(complaint_about(more), "name: 3 names for 2 commands; give at most one for each");
  RawOptions same = typed({"x", "y"});
  give(same, Option::name, {"a", "a"});
  EXPECT_EQ(complaint_about(same), "name: \"a\" is given twice; give every command its own");
  EXPECT_EQ(complaint_about(typed({"x", " \n"})), "command: number 2 is empty; give what to run");
}

TEST(Preparations, AreForAllOrForEach) {
  RawOptions options = typed({"x {a}", "y"});
  give(options, Option::parameter_list, {"a", "1"});
  give(options, Option::prepare, {"clean {a}"});
  EXPECT_EQ(read_commands(options).commands[1].prepare, "clean 1");
  options.add(Option::prepare, "wipe");
  EXPECT_EQ(read_commands(options).commands[1].prepare, "wipe");
  options.add(Option::prepare, "again");
  EXPECT_EQ(complaint_about(options),
            "prepare: given 3 times for 2 commands; give it once, or once for each");
}

}  // namespace
}  // namespace mirador::cli
