#include "serve/bodies.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace mirador::cli {

Json text_schema(const char* help) {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", 1000}, {"description", help}};
}

namespace {

Json ticket_schema() {
  return {{"type", "integer"}, {"minimum", 1}, {"description", "its number"}};
}

Json value_schema() { return {{"type", "number"}, {"description", "the measurement"}}; }

/// A note alone; it may be longer than other texts.
Json note_text() {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", 10000}, {"description", "the note"}};
}

Json note_schema() {
  return {{"type", "string"}, {"maxLength", 10000}, {"description", "is kept with the result"}};
}

/// An object that has nothing but these.
Json object_schema(Json properties, Json more = Json::object()) {
  Json schema{
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  schema.update(more);
  return schema;
}

Json list_of(Json items, std::size_t most) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", 1}, {"maxItems", most}};
}

constexpr std::size_t most_in_list = 100'000;

/// Exactly one of these sets of fields, and none of the others.
Json one_of(const std::vector<Json>& fields) {
  Json choices = Json::array();
  for (const Json& required : fields) {
    Json others = Json::array();
    for (const Json& other : fields) {
      if (other == required) continue;
      for (const Json& name : other) others.push_back({{"required", Json::array({name})}});
    }
    choices.push_back({{"required", required}, {"not", {{"anyOf", others}}}});
  }
  return {{"oneOf", choices}};
}

/// A list of such objects under a name.
Json many(const Json& properties, const Json& required) {
  return list_of(object_schema(properties, {{"required", required}}), most_in_list);
}

}  // namespace

/// Names, about which the experiment itself says what is wrong.
Json texts_body(const char* field, const char* help) {
  Json name = text_schema(help);
  name.erase("minLength");
  return object_schema({{field, list_of(name, 10'000)}}, {{"required", {field}}});
}

namespace {

Json words(std::span<const std::string_view> names) {
  Json all = Json::array();
  for (const std::string_view name : names) all.push_back(name);
  return all;
}

/// An object that is told apart by its name, as in a spec.
Json named(std::span<const std::string_view> names, const char* help) {
  return {{"type", "object"},
          {"description", help},
          {"properties", {{"name", {{"type", "string"}, {"enum", words(names)}}}}},
          {"required", {"name"}}};
}

}  // namespace

Json new_experiment_body() {
  return {{"type", "object"},
          {"description",
           "a spec as mirador export writes it, with a name; what is left out is as "
           "for mirador new"},
          {"examples", Json::array({{{"name", "coffee"},
                                     {"arms", {"filter", "press", "moka"}},
                                     {"family", {{"name", "bernoulli"}}},
                                     {"delta", 0.05}}})},
          {"properties",
           {{"name", {{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}},
            {"mirador_spec", {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}}},
            {"arms", list_of(text_schema("a name"), most_in_list)},
            {"family", named(family_names(), "what the values are; normal by default")},
            {"rounds",
             {{"type", "object"},
              {"description",
               "{\"family\":{\"name\":\"symmetric\",\"compare\":\"mean\"}}: a "
               "comparison in rounds, in place of family, rule and stopping"}}},
            {"question", named(question_names(), "by default which arm has the highest mean")},
            {"rule", text_schema("the sampling rule; lma by default")},
            {"stopping", text_schema("the stopping rule; mixture by default")},
            {"scale", {{"type", "string"}}},
            {"delta", {{"type", "number"}, {"description", "the accepted risk; 0.05 by default"}}},
            {"max_samples", {{"type", "integer"}, {"minimum", 1}, {"description", "the budget"}}},
            {"seed", {{"type", "integer"}, {"minimum", 0}}},
            {"reissue_after", {{"type", "number"}}},
            {"note", {{"type", "string"}}},
            {"tags", list_of(text_schema("by which lists can be filtered"), 10'000)},
            {"events",
             {{"type", "array"},
              {"items", {{"type", "object"}}},
              {"description", "the events of an exported experiment, as history gives them"}}}}},
          {"required", {"name", "arms"}}};
}

Json ask_body() {
  return object_schema(
      {{"count",
        {{"type", "integer"},
         {"minimum", 1},
         {"maximum", 10000},
         {"description", "how many tickets; 1 by default"}}},
       {"round",
        {{"type", "boolean"}, {"description", "all tickets of the next round, in place of count"}}},
       {"reissue_after",
        {{"type", "number"},
         {"minimum", 0.001},
         {"maximum", 1e9},
         {"description",
          "first those that have been open for so many "
          "seconds"}}}});
}

Json tell_body() {
  Json properties{{"ticket", ticket_schema()}, {"value", value_schema()}, {"note", note_schema()}};
  const Json list = many(properties, {"ticket", "value"});
  properties["results"] = list;
  return object_schema(properties,
                       one_of({Json::array({"ticket", "value"}), Json::array({"results"})}));
}

Json observe_body() {
  Json properties{
      {"arm", text_schema("its name")}, {"value", value_schema()}, {"note", note_schema()}};
  const Json list = many(properties, {"arm", "value"});
  properties["values"] = list;
  properties["rows"] = {
      {"type", "array"},
      {"items", list_of({{"type", {"number", "null"}}}, most_in_list)},
      {"minItems", 1},
      {"maxItems", most_in_list},
      {"description", "whole rounds: a value per arm, in the order of the arms, or null"}};
  return object_schema(properties, one_of({Json::array({"arm", "value"}), Json::array({"values"}),
                                           Json::array({"rows"})}));
}

Json abandon_body() {
  return object_schema(
      {{"ticket", ticket_schema()}, {"tickets", list_of(ticket_schema(), most_in_list)}},
      one_of({Json::array({"ticket"}), Json::array({"tickets"})}));
}

Json change_body() {
  return object_schema(
      {{"max_samples",
        {{"type", "integer"}, {"minimum", 0}, {"description", "the budget; 0: none"}}},
       {"delta", {{"type", "number"}, {"description", "the accepted risk; only smaller"}}},
       {"margin", {{"type", "number"}, {"description", "a difference below it does not matter"}}}});
}

Json rename_body() {
  return object_schema({{"name", text_schema("the new name")}}, {{"required", {"name"}}});
}

namespace {

/// A whole number that a query may have.
Json whole_number(const char* help) {
  return {{"type", "integer"}, {"minimum", 0}, {"description", help}};
}

}  // namespace

Json log_parameters() {
  return {{"identity", whole_number("refuse it if the name is another experiment's by now")},
          {"after", whole_number("answer with the log after so many events")}};
}

Json log_query() { return {{"after", whole_number("leave out so many events; 0 by default")}}; }

Json history_query() {
  Json query = log_query();
  query["most"] = {{"type", "integer"},
                   {"minimum", 1},
                   {"maximum", 100000},
                   {"description", "how many; 1000 by default"}};
  return query;
}

Json note_body() { return object_schema({{"note", note_text()}}, {{"required", {"note"}}}); }

}  // namespace mirador::cli
