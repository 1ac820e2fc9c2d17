#include "mirador/live/json_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "json_nesting.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

using nlohmann::ordered_json;

constexpr auto newest = static_cast<std::uint64_t>(latest_edition);

/// Takes the fields of an object one by one and rejects unknown ones.
class Fields {
 public:
  Fields(std::string field, const ordered_json& object) : field_(std::move(field)) {
    if (!object.is_object()) refuse("is not a JSON object");
    object_ = object;
  }

  bool has(const std::string& key) const { return object_.contains(key); }
  ordered_json take(const std::string& key) {
    if (!has(key)) refuse("has no \"" + key + "\"");
    ordered_json value = std::move(object_[key]);
    object_.erase(key);
    return value;
  }
  double number(const std::string& key) {
    const ordered_json value = take(key);
    if (!value.is_number()) wrong(key, "a number");
    return value.get<double>();
  }
  std::uint64_t count(const std::string& key) {
    const ordered_json value = take(key);
    if (!value.is_number_unsigned()) wrong(key, "a whole number of at least 0");
    return value.get<std::uint64_t>();
  }
  std::string text(const std::string& key) {
    const ordered_json value = take(key);
    if (!value.is_string()) wrong(key, "a text");
    return value.get<std::string>();
  }
  bool flag(const std::string& key) {
    const ordered_json value = take(key);
    if (!value.is_boolean()) wrong(key, "true or false");
    return value.get<bool>();
  }
  template <class Item>
  std::vector<Item> list(const std::string& key) {
    const ordered_json value = take(key);
    const auto fits = [](const ordered_json& item) {
      return std::same_as<Item, double> ? item.is_number() : item.is_string();
    };
    if (!value.is_array() || !std::ranges::all_of(value, fits)) {
      wrong(key, std::same_as<Item, double> ? "a list of numbers" : "a list of texts");
    }
    return value.get<std::vector<Item>>();
  }
  /// Throws if a field is left.
  void end() const {
    if (!object_.empty()) refuse("has an unknown field \"" + object_.begin().key() + "\"");
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(field_ + ": it " + why + "; give what mirador writes");
  }

 private:
  [[noreturn]] void wrong(const std::string& key, const char* wanted) const {
    refuse("has a \"" + key + "\" that is not " + wanted);
  }

  std::string field_;
  ordered_json object_;
};

ordered_json parse(const char* field, std::string_view text) {
  if (nested_too_deeply(text)) {
    throw InputError(std::string(field) +
                     ": the JSON is nested too deeply; give what mirador writes");
  }
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::exception&) {
    throw InputError(std::string(field) + ": the text is not JSON; give what mirador writes");
  }
}

std::string written(const char* field, const ordered_json& json) {
  try {
    return json.dump();
  } catch (const ordered_json::exception&) {
    throw InputError(std::string(field) + ": it contains text that is not UTF-8; use UTF-8");
  }
}

/// A value of a spec as JSON.
template <class Value>
ordered_json json_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return word_of(value);
  } else {
    return value;
  }
}
ordered_json json_of(const std::vector<Polyhedron>& sets) {
  ordered_json json;
  for (const Polyhedron& set : sets) {
    json.push_back({{"name", set.name}, {"rows", set.rows}, {"bounds", set.bounds}});
  }
  return json;
}

/// A family or a question: its name and its fields, without those that describe a simulated world.
template <class Choice>
ordered_json json_of_choice(const Choice& choice) {
  return std::visit(
      []<class Spec>(const Spec& spec) {
        ordered_json json{{"name", Spec::name}};
        for_each_written(spec, [&](const auto& field, const auto& value) {
          if (!field.simulated) json[std::string(field.name)] = json_of(value);
        });
        return json;
      },
      choice);
}

/// The alternative with this name; `names` are in the order of the variant.
template <class Variant>
Variant named(const char* field, const std::string& name, std::span<const std::string_view> names) {
  const auto place = std::ranges::find(names, name);
  if (place == names.end()) throw InputError(unknown_name(field, name, names));
  Variant made;
  const auto choose = [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((static_cast<std::size_t>(place - names.begin()) == I ? void(made.template emplace<I>())
                                                           : void()),
     ...);
  };
  choose(std::make_index_sequence<std::variant_size_v<Variant>>());
  return made;
}

Scale scale_from(const std::string& name) {
  constexpr std::array names = {to_string(Scale::linear), to_string(Scale::log)};
  for (const Scale scale : {Scale::linear, Scale::log}) {
    if (name == to_string(scale)) return scale;
  }
  throw InputError(unknown_name("spec: scale", name, names));
}

std::vector<Polyhedron> sets_from(const ordered_json& json) {
  std::vector<Polyhedron> sets;
  for (const ordered_json& item : json) {
    Fields fields("spec: sets", item);
    std::string name = fields.text("name");
    std::vector<double> rows = fields.list<double>("rows");
    sets.push_back({std::move(name), std::move(rows), fields.list<double>("bounds")});
    fields.end();
  }
  return sets;
}

/// Reads the value of one field of a spec.
struct ReadField {
  Fields& fields;

  void operator()(const std::string& key, double& value) const { value = fields.number(key); }
  void operator()(const std::string& key, std::size_t& value) const { value = fields.count(key); }
  void operator()(const std::string& key, std::string& value) const { value = fields.text(key); }
  void operator()(const std::string& key, std::vector<double>& value) const {
    value = fields.list<double>(key);
  }
  void operator()(const std::string& key, std::vector<Polyhedron>& value) const {
    value = sets_from(fields.take(key));
  }
  template <class Choice>
  requires std::is_enum_v<Choice>
  void operator()(const std::string& key, Choice& value) const {
    const std::optional<Choice> choice = choice_of<Choice>(fields.text(key));
    if (!choice) {
      fields.refuse("has a \"" + key + "\" that is not " + one_of(ChoiceWords<Choice>::names));
    }
    value = *choice;
  }
};

/// A family or a question by its name and fields, as `json_of_choice` writes them.
template <class Choice>
Choice choice_from(const std::string& what, const ordered_json& json,
                   std::span<const std::string_view> names) {
  Fields fields(what, json);
  const std::string name = fields.text("name");
  std::optional<Choice> choice = Choices<Choice>::make(name);
  if (!choice) throw InputError(unknown_name(what, name, names));
  std::visit(
      [&](auto& spec) {
        for_each_value(spec, [&](const auto& field, auto& value) {
          const std::string key(field.name);
          if (field.simulated || (field.left_out && !fields.has(key))) return;
          ReadField{fields}(key, value);
        });
      },
      *choice);
  fields.end();
  return *std::move(choice);
}

FamilySpec family_from(const ordered_json& json) {
  return choice_from<FamilySpec>("spec: family", json, family_names());
}
QuestionSpec question_from(const ordered_json& json) {
  return choice_from<QuestionSpec>("spec: question", json, question_names());
}

/// The design of a comparison in rounds. What is not set is left out.
ordered_json json_of_rounds(const RoundsSpec& rounds) {
  ordered_json json{{"family", json_of_choice(rounds.law)}};
  if (rounds.items) json["items"] = *rounds.items;
  if (!rounds.item_names.empty()) json["item_names"] = rounds.item_names;
  if (rounds.round_size) json["round_size"] = *rounds.round_size;
  return json;
}

RoundsSpec rounds_from(const ordered_json& json) {
  Fields fields("spec: rounds", json);
  RoundsSpec rounds;
  rounds.law = choice_from<LawSpec>("spec: rounds", fields.take("family"), law_names());
  if (fields.has("items")) rounds.items = fields.count("items");
  if (fields.has("item_names")) rounds.item_names = fields.list<std::string>("item_names");
  if (fields.has("round_size")) rounds.round_size = fields.count("round_size");
  fields.end();
  return rounds;
}

constexpr std::array<std::string_view, 11> kinds = {
    "asked",   "told",      "observed",    "abandoned", "reissued", "noted",
    "changed", "arm_added", "arm_retired", "tagged",    "untagged"};
static_assert(kinds.size() == std::variant_size_v<Event>);

/// The new value; a budget as a whole number.
ordered_json json_of(const Changed& event) {
  const bool is_count = event.setting == Setting::max_samples && event.value >= 0.0 &&
                        event.value <= 9007199254740992.0 && event.value == std::floor(event.value);
  return is_count ? ordered_json(static_cast<std::uint64_t>(event.value))
                  : ordered_json(event.value);
}

/// "ticket 3", for messages.
template <class E>
std::string about_event(const E& event) {
  if constexpr (requires { event.ticket; }) return "ticket " + std::to_string(event.ticket);
  return "an event of the log";
}

/// The setting that the object has, with its value.
Changed changed_from(Fields& fields) {
  for (const Setting setting : {Setting::max_samples, Setting::delta, Setting::margin}) {
    const std::string key(to_string(setting));
    if (fields.has(key)) return {setting, fields.number(key)};
  }
  fields.refuse("has no setting that was changed");
}

}  // namespace

std::string to_json(const ExperimentSpec& spec) {
  ordered_json json{{"mirador_spec", static_cast<std::uint64_t>(spec.edition)},
                    {"arms", spec.arms}};
  if (spec.rounds) {
    json["rounds"] = json_of_rounds(*spec.rounds);
  } else {
    json["family"] = json_of_choice(spec.family);
  }
  if (spec.scale != Scale::linear) json["scale"] = to_string(spec.scale);
  json["question"] = json_of_choice(spec.question);
  if (!spec.rounds) {
    json["rule"] = spec.rule.label;
    json["stopping"] = text_of(spec.stopping);
  }
  json["delta"] = spec.delta;
  if (spec.max_samples) json["max_samples"] = *spec.max_samples;
  json["seed"] = spec.seed;
  if (spec.reissue_after) json["reissue_after"] = *spec.reissue_after;
  if (!spec.note.empty()) json["note"] = spec.note;
  return written("spec", json);
}

ExperimentSpec spec_from_json(std::string_view text) {
  Fields fields("spec", parse("spec", text));
  const std::uint64_t edition = fields.count("mirador_spec");
  if (edition < 1 || edition > newest) {
    throw InputError("spec: it is of version " + std::to_string(edition) + "; this mirador reads " +
                     "1 to " + std::to_string(newest) + ", use a newer one");
  }
  ExperimentSpec spec;
  spec.edition = static_cast<Edition>(edition);
  spec.arms = fields.list<std::string>("arms");
  if (fields.has("rounds")) {
    spec.rounds = rounds_from(fields.take("rounds"));
  } else {
    spec.family = family_from(fields.take("family"));
  }
  if (fields.has("scale")) spec.scale = scale_from(fields.text("scale"));
  spec.question = question_from(fields.take("question"));
  if (!spec.rounds) {
    spec.rule = parse_rule(fields.text("rule"));
    spec.stopping = parse_stopping(fields.text("stopping"));
  }
  spec.delta = fields.number("delta");
  if (fields.has("max_samples")) spec.max_samples = fields.count("max_samples");
  spec.seed = fields.count("seed");
  if (fields.has("reissue_after")) spec.reissue_after = fields.number("reissue_after");
  if (fields.has("note")) spec.note = fields.text("note");
  fields.end();
  return spec;
}

FamilySpec family_from_json(std::string_view text) { return family_from(parse("family", text)); }

QuestionSpec question_from_json(std::string_view text) {
  return question_from(parse("question", text));
}

std::string to_json(const Event& event, const ExperimentSpec& spec) {
  ordered_json json{{"event", kinds[event.index()]}};
  std::visit(
      [&](const auto& e) {
        if constexpr (requires { e.ticket; }) json["ticket"] = e.ticket;
        if constexpr (requires { e.setting; }) json[std::string(to_string(e.setting))] = json_of(e);
        if constexpr (requires { e.arm; }) {
          if (e.arm >= spec.arms.size()) {
            throw RunError(about_event(e) + " is of arm number " + std::to_string(e.arm) +
                           ", and there are " + std::to_string(spec.arms.size()) +
                           ": restore the store from a copy");
          }
          json["arm"] = spec.arms[e.arm];
        }
        if constexpr (requires { e.name; }) json["arm"] = e.name;
        if constexpr (requires { e.tag; }) json["tag"] = e.tag;
        if constexpr (requires { e.ticket, e.value; }) json["value"] = e.value;
        if constexpr (requires { e.note; }) {
          if (!e.note.empty()) json["note"] = e.note;
        }
        if constexpr (requires { e.more; }) {
          if (e.more) json["more"] = true;
        }
      },
      event);
  return written("event", json);
}

Event event_from_json(std::string_view text, const ExperimentSpec& spec) {
  Fields fields("event", parse("event", text));
  auto event = named<Event>("event", fields.text("event"), kinds);
  std::visit(
      [&](auto& e) {
        if constexpr (requires { e.ticket; }) e.ticket = fields.count("ticket");
        if constexpr (requires { e.setting; }) e = changed_from(fields);
        if constexpr (requires { e.arm; }) e.arm = arm_named(spec, fields.text("arm"));
        if constexpr (requires { e.name; }) e.name = fields.text("arm");
        if constexpr (requires { e.tag; }) e.tag = fields.text("tag");
        if constexpr (requires { e.ticket, e.value; }) e.value = fields.number("value");
        if constexpr (requires { e.note; }) {
          if (fields.has("note")) e.note = fields.text("note");
        }
        if constexpr (requires { e.more; }) {
          if (fields.has("more")) e.more = fields.flag("more");
        }
      },
      event);
  fields.end();
  return event;
}

}  // namespace mirador
