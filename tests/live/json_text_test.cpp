#include "mirador/live/json_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "complaints.hpp"
#include "live_cases.hpp"

namespace mirador::testing_support {
namespace {

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos) << part;
  return text.replace(place, part.size(), by);
}

TEST(JsonText, SpecsReadBack) {
  for (const LiveCase& live : live_cases()) {
    for (const std::string& rule : live_rules) {
      ExperimentSpec spec = live.spec(rule, ~std::uint64_t{0});
      spec.arms[0] = "größer, \"als\" \\ 日本";
      spec.delta = 0.1 + 0.2 - 0.25;
      const std::string text = to_json(spec);
      EXPECT_EQ(to_json(spec_from_json(text)), text);
      EXPECT_EQ(text.find('\n'), std::string::npos);
      spec.max_samples = 12345;
      EXPECT_EQ(spec_from_json(to_json(spec)).max_samples, 12345u);
    }
  }
}

TEST(JsonText, AsDocumented) {
  EXPECT_EQ(
      to_json(ExperimentSpec{.arms = {"a", "b"}, .family = GaussianSpec{}, .max_samples = 1000}),
      R"({"mirador_spec":2,"arms":["a","b"],"family":{"name":"gaussian","sigma":1.0},)"
      R"("question":{"name":"best-arm","direction":"highest","margin":0.0},"rule":"lma",)"
      R"("stopping":"mixture","delta":0.05,"max_samples":1000,"seed":1})");
}

TEST(JsonText, ComparisonsInRoundsReadBack) {
  ExperimentSpec spec{.arms = {"a", "b"}};
  spec.rounds = RoundsSpec{};
  EXPECT_EQ(to_json(spec),
            R"({"mirador_spec":2,"arms":["a","b"],"rounds":{"family":{"name":"symmetric",)"
            R"("compare":"mean"}},"question":{"name":"best-arm","direction":"highest",)"
            R"("margin":0.0},"delta":0.05,"seed":1})");
  spec.rounds = RoundsSpec{
      .law = BoundedSpec{-1.0, 2.5}, .items = 2, .item_names = {"first", "second, \"quoted\""}};
  spec.question = BestArmSpec{.good_enough = 0.25};
  const ExperimentSpec again = spec_from_json(to_json(spec));
  EXPECT_EQ(to_json(again), to_json(spec));
  EXPECT_EQ(std::get<BoundedSpec>(again.rounds->law).hi, 2.5);
  EXPECT_EQ(again.rounds->item_names, spec.rounds->item_names);
  EXPECT_EQ(good_enough_of(again.question), 0.25);
  spec.rounds = RoundsSpec{.law = SymmetricSpec{Compare::wins}, .round_size = 2};
  EXPECT_EQ(to_json(spec_from_json(to_json(spec))), to_json(spec));
  const std::string text = to_json(spec);
  expect_mentions(complaint([&] { spec_from_json(replaced(text, "wins", "losses")); }),
                  {"compare", "mean, typical or wins"});
  expect_mentions(complaint([&] { spec_from_json(replaced(text, "symmetric", "poisson")); }),
                  {"poisson", "symmetric"});
}

TEST(JsonText, ScaleAndNoteOfASpec) {
  ExperimentSpec spec{.arms = {"a", "b"}, .family = GaussianSpec{}};
  const std::string plain = to_json(spec);
  EXPECT_EQ(spec_from_json(plain).scale, Scale::linear);
  EXPECT_EQ(spec_from_json(plain).note, "");
  spec.scale = Scale::log;
  spec.note = "a \"note\" ☕\nof two lines";
  const std::string text = to_json(spec);
  expect_mentions(text,
                  {R"("sigma":1.0},"scale":"log","question")", R"("seed":1,"note":"a \"note)"});
  EXPECT_EQ(spec_from_json(text).scale, Scale::log);
  EXPECT_EQ(spec_from_json(text).note, spec.note);
  EXPECT_EQ(to_json(spec_from_json(text)), text);
  EXPECT_EQ(
      to_json(spec_from_json(replaced(plain, R"("question")", R"("scale":"linear","question")"))),
      plain);
  spec.note = "\xff";
  expect_mentions(complaint([&] { to_json(spec); }), {"spec", "UTF-8"});
}

TEST(JsonText, EditionAndReissueTimeOfASpec) {
  ExperimentSpec spec{.arms = {"a", "b"}, .reissue_after = 90.0, .edition = Edition::first};
  const std::string text = to_json(spec);
  expect_mentions(text, {R"({"mirador_spec":1,)", R"("reissue_after":90.0)"});
  EXPECT_EQ(spec_from_json(text).edition, Edition::first);
  EXPECT_EQ(spec_from_json(text).reissue_after, 90.0);
  EXPECT_EQ(to_json(spec_from_json(text)), text);
  for (const double seconds : {0.0, -1.0, 1e10, std::nan("")}) {
    spec.reissue_after = seconds;
    expect_mentions(complaint([&] { validate(spec); }), {"reissue-after"});
  }
}

TEST(JsonText, BadSpecs) {
  const std::string good = to_json(ExperimentSpec{.arms = {"a", "b"}, .family = GaussianSpec{}});
  const auto refused = [&](const std::string& part, const std::string& by) {
    const std::string text = replaced(good, part, by);
    return complaint([&] { spec_from_json(text); });
  };
  expect_mentions(refused(R"("mirador_spec":2)", R"("mirador_spec":3)"), {"spec", "3", "newer"});
  expect_mentions(refused(R"("mirador_spec":2)", R"("mirador_spec":0)"), {"spec", "0", "reads"});
  expect_mentions(refused(R"("mirador_spec":2,)", ""), {"spec", "mirador_spec"});
  expect_mentions(refused(R"("seed":1)", R"("seed":-1)"), {"spec", "seed", "whole"});
  expect_mentions(refused(R"("seed":1)", R"("seed":1,"sed":2)"), {"spec", "sed"});
  expect_mentions(refused(R"("delta":0.05)", R"("delta":"x")"), {"spec", "delta", "number"});
  expect_mentions(refused(R"("delta":0.05)", R"("delta":1e999)"), {"spec", "JSON"});
  expect_mentions(refused(R"(["a","b"])", R"(["a",1])"), {"spec", "arms", "texts"});
  expect_mentions(refused("gaussian", "gausian"), {"family", "gausian", "gaussian"});
  expect_mentions(refused("best-arm", "best"), {"question", "best-arm"});
  expect_mentions(refused("highest", "high"), {"direction"});
  expect_mentions(refused("lma", "lama"), {"lama"});
  expect_mentions(refused(R"("seed":1)", R"("seed":1,"scale":"lag")"), {"scale", "lag", "log"});
  expect_mentions(refused(R"("seed":1)", R"("seed":1,"scale":2)"), {"spec", "scale", "text"});
  expect_mentions(refused(R"("seed":1)", R"("seed":1,"note":{})"), {"spec", "note", "text"});
  for (const std::string text : {"", "{", "[]", "null", "7", "\xff", "{\"mirador_spec\":1}"}) {
    EXPECT_NE(complaint([&] { spec_from_json(text); }), "") << text;
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(complaint([&] { spec_from_json(good.substr(0, length)); }), "");
  }
}

TEST(JsonText, EventsReadBack) {
  const ExperimentSpec spec{.arms = {"left", "right"}};
  const std::vector<Event> events = {Asked{1, 0},
                                     Told{1, 0.1 + 0.2},
                                     Observed{2, 1, -1e-300},
                                     Abandoned{~Ticket{0}},
                                     Told{3, 0.5, "\"☕\" {}\n\x01"},
                                     Observed{4, 0, 0.5, "n"},
                                     Told{5, 0.5, "", true},
                                     Reissued{6},
                                     Observed{7, 1, 0.5, "", true},
                                     Noted{"a \"note\" ☕"},
                                     Changed{Setting::max_samples, 500.0},
                                     Changed{Setting::delta, 0.1 + 0.2 - 0.25},
                                     Changed{Setting::margin, 0.0},
                                     ArmAdded{"new \"☕\""},
                                     ArmAdded{"two", true},
                                     ArmRetired{1},
                                     ArmRetired{0, true},
                                     Tagged{"t"},
                                     Untagged{"t"}};
  for (const Event& event : events) EXPECT_EQ(event_from_json(to_json(event, spec), spec), event);
  EXPECT_EQ(to_json(Event(Observed{7, 1, 0.5}), spec),
            R"({"event":"observed","ticket":7,"arm":"right","value":0.5})");
  EXPECT_EQ(to_json(Event(Told{7, 0.5, "n"}), spec),
            R"({"event":"told","ticket":7,"value":0.5,"note":"n"})");
  EXPECT_EQ(to_json(Event(Noted{"n"}), spec), R"({"event":"noted","note":"n"})");
  EXPECT_EQ(to_json(Event(Changed{Setting::max_samples, 500.0}), spec),
            R"({"event":"changed","max_samples":500})");
  EXPECT_EQ(to_json(Event(Changed{Setting::delta, 0.01}), spec),
            R"({"event":"changed","delta":0.01})");
  EXPECT_EQ(to_json(Event(ArmAdded{"up", true}), spec),
            R"({"event":"arm_added","arm":"up","more":true})");
  EXPECT_EQ(to_json(Event(ArmRetired{1}), spec), R"({"event":"arm_retired","arm":"right"})");
  EXPECT_EQ(to_json(Event(Tagged{"t"}), spec), R"({"event":"tagged","tag":"t"})");
  EXPECT_EQ(to_json(Event(Told{7, 0.5, "", true}), spec),
            R"({"event":"told","ticket":7,"value":0.5,"more":true})");
  expect_mentions(complaint([&] { to_json(Event(Told{7, 0.5, "\xff"}), spec); }), {"UTF-8"});
  for (const std::string text :
       {R"({"event":"tod","ticket":7,"value":0.5})", R"({"event":"told","ticket":7})",
        R"({"event":"told","ticket":7,"value":0.5,"arm":"left"})",
        R"({"event":"asked","ticket":7,"arm":"up"})",
        R"({"event":"asked","ticket":-7,"arm":"left"})",
        R"({"event":"told","ticket":7,"value":null})",
        R"({"event":"told","ticket":7,"value":0.5,"note":1})",
        R"({"event":"asked","ticket":7,"arm":"left","note":"n"})",
        R"({"event":"noted","ticket":7,"note":"n"})", R"({"event":"changed"})",
        R"({"event":"changed","delta":"x"})", R"({"event":"changed","delta":0.1,"margin":0.2})",
        R"({"event":"changed","rule":"lma"})", R"({"event":"arm_retired","arm":"up"})",
        R"({"event":"arm_added","arm":1})", R"({"event":"tagged"})", "[]", ""}) {
    EXPECT_NE(complaint([&] { event_from_json(text, spec); }), "") << text;
  }
}

}  // namespace
}  // namespace mirador::testing_support
