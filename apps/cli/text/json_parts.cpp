#include "text/json_parts.hpp"

#include <cmath>
#include <type_traits>
#include <variant>

#include "mirador/core/printable.hpp"

namespace mirador::cli {

std::string dumped(const Json& value) {
  const auto text = [&](bool ascii) {
    return value.dump(-1, ' ', ascii, Json::error_handler_t::replace);
  };
  const std::string plain = text(false);
  return is_printable(plain) ? plain : text(true);
}

Json json_of(const Contradiction& contradiction) {
  return {{"test", to_string(contradiction.assumed)},
          {"arm", contradiction.arm},
          {"samples", contradiction.samples},
          {"reason", contradiction.reason},
          {"log_evidence", contradiction.log_evidence}};
}

namespace {

/// A flag is true or false; sets are given by name.
template <class Field, class Value>
Json json_of_value(const Field& field, const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return field.flag.empty() ? Json(word_of(value)) : Json(value != Value{});
  } else {
    return value;
  }
}
template <class Field>
Json json_of_value(const Field&, const std::vector<Polyhedron>& sets) {
  Json names;
  for (const Polyhedron& set : sets) names.push_back(set.name);
  return names;
}

/// The fields of a family or a question, each under the name of its option.
template <class Choice>
void add_fields(Json& document, const Choice& choice) {
  std::visit(
      [&](const auto& spec) {
        for_each_value(spec, [&](const auto& field, const auto& value) {
          if (field.simulated) return;
          document[std::string(field.option())] = json_of_value(field, value);
        });
      },
      choice);
}

}  // namespace

void add_family(Json& document, const FamilySpec& family) {
  document["family"] = name_of(family);
  add_fields(document, family);
}

void add_law(Json& document, const LawSpec& law) {
  document["family"] = name_of(law);
  add_fields(document, law);
}

void add_design(Json& document, const RoundsSpec& rounds) {
  if (rounds.round_size) document["round_size"] = *rounds.round_size;
  if (rounds.good_enough > 0.0) document["good_enough"] = rounds.good_enough;
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

static Json difference_of(const DifferenceStatus& one) {
  return {{"arm", one.arm},
          {"to", one.to},
          {"estimate", finite(one.estimate)},
          {"low", finite(one.low)},
          {"high", finite(one.high)},
          {"better", one.better},
          {"worse", one.worse},
          {"tied", one.tied}};
}

void add_rounds(Json& document, const RoundsStatus& rounds) {
  document["rounds"] = rounds.rounds;
  document["in_play"] = rounds.in_play;
  document["ruled_out"] = Json::array();
  for (const RuledOut& one : rounds.ruled_out) {
    document["ruled_out"].push_back({{"arm", one.arm}, {"round", one.round}});
  }
  document["differences"] = Json::array();
  for (const DifferenceStatus& one : rounds.differences) {
    document["differences"].push_back(difference_of(one));
  }
  if (rounds.items) {
    document["items"] = {{"total", rounds.items->total}, {"used", rounds.items->used}};
  }
}

void add_question(Json& document, const QuestionSpec& question) { add_fields(document, question); }

std::string lines_of(const Json& document) {
  std::string text = "{";
  const char* comma = "\n";
  for (const auto& [key, value] : document.items()) {
    text += comma + dumped(key) + ": ";
    comma = ",\n";
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
      text += dumped(value);
      continue;
    }
    const char* separator = "[\n  ";
    for (const Json& element : value) {
      text += separator + dumped(element);
      separator = ",\n  ";
    }
    text += "]";
  }
  return text + "\n}\n";
}

}  // namespace mirador::cli
