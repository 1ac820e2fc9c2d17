#include "serve/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// "\"a\" is not a number"; long values are cut.
std::string not_a(const Json& value, std::string_view kind) {
  std::string text = dumped(value);
  if (text.size() > 60) text = text.substr(0, text.find_last_of(" ,\"[{", 56)) + "...";
  return text + " is not " + std::string(kind);
}

struct ValueKind {
  std::string_view type, words;
  bool (*fits)(const Json&);
};

constexpr ValueKind kinds_of_values[] = {
    {"string", "a text", [](const Json& v) { return v.is_string(); }},
    {"integer", "a whole number",
     [](const Json& v) { return v.is_number_integer() || v.is_number_unsigned(); }},
    {"number", "a number", [](const Json& v) { return v.is_number(); }},
    {"boolean", "true or false", [](const Json& v) { return v.is_boolean(); }},
    {"array", "a list", [](const Json& v) { return v.is_array(); }},
    {"object", "an object", [](const Json& v) { return v.is_object(); }},
    {"null", "null", [](const Json& v) { return v.is_null(); }},
};

std::optional<Misfit> check_value(const Json& schema, const Json& value, const std::string& field);

std::optional<Misfit> wrong_type(const Json& schema, const Json& value, const std::string& field) {
  if (!schema.contains("type")) return std::nullopt;
  // A type, or a list of types.
  const Json& type = schema["type"];
  std::string words;
  for (const ValueKind& kind : kinds_of_values) {
    const bool is_allowed = type.is_array() ? std::ranges::find(type, Json(kind.type)) != type.end()
                                            : type == Json(kind.type);
    if (!is_allowed) continue;
    if (kind.fits(value)) return std::nullopt;
    words += (words.empty() ? "" : " or ") + std::string(kind.words);
  }
  return Misfit{field, not_a(value, words)};
}

/// The size of a text or list, or a number, against the least and the most of the schema.
std::optional<Misfit> out_of_limits(const Json& schema, const Json& value,
                                    const std::string& field) {
  const auto beyond = [&](const char* limit, auto number, auto is_beyond, std::string_view words) {
    if (!schema.contains(limit)) return std::optional<Misfit>();
    const Json& bound = schema[limit];
    return is_beyond(number, bound.get<decltype(number)>())
               ? std::optional(Misfit{field, fmt::format("{} {}", words, dumped(bound))})
               : std::nullopt;
  };
  const auto below = [](auto a, auto b) { return a < b; };
  const auto above = [](auto a, auto b) { return a > b; };
  std::optional<Misfit> found;
  const auto first = [&](std::optional<Misfit> next) {
    if (!found) found = std::move(next);
  };
  if (value.is_number()) {
    first(beyond("minimum", value.get<double>(), below, not_a(value, "at least")));
    first(beyond("maximum", value.get<double>(), above, not_a(value, "at most")));
  } else if (value.is_string()) {
    const std::size_t size = value.get_ref<const std::string&>().size();
    first(beyond("minLength", size, below, "is too short; the fewest bytes are"));
    first(beyond("maxLength", size, above, "is too long; the most bytes are"));
  } else if (value.is_array()) {
    first(beyond("minItems", value.size(), below, "has too few entries; the fewest are"));
    first(beyond("maxItems", value.size(), above, "has too many entries; the most are"));
  }
  return found;
}

std::optional<Misfit> wrong_word(const Json& schema, const Json& value, const std::string& field) {
  if (!schema.contains("enum")) return std::nullopt;
  const Json& words = schema["enum"];
  if (std::ranges::find(words, value) != words.end()) return std::nullopt;
  return Misfit{field, not_a(value, "one of " + dumped(words))};
}

std::string member(const std::string& field, const std::string& name) {
  return field.empty() ? name : field + "." + name;
}

bool has_all(const Json& names, const Json& value) {
  return std::ranges::all_of(
      names, [&](const Json& name) { return value.contains(name.get_ref<const std::string&>()); });
}

std::string choice_text(const Json& alternatives) {
  std::string words;
  for (const Json& alternative : alternatives) {
    const Json& names = alternative["required"];
    words += words.empty() ? "give either " : ", or ";
    for (std::size_t i = 0; i < names.size(); ++i) {
      words += (i == 0 ? "" : " and ") + names[i].get<std::string>();
    }
  }
  return words;
}

/// Either ... or ...: all fields of one alternative, and none of the others.
std::optional<Misfit> wrong_choice(const Json& schema, const Json& value,
                                   const std::string& field) {
  if (!schema.contains("oneOf")) return std::nullopt;
  const Json& alternatives = schema["oneOf"];
  const auto chosen = std::ranges::find_if(alternatives, [&](const Json& alternative) {
    return has_all(alternative["required"], value);
  });
  if (chosen == alternatives.end()) return Misfit{field, choice_text(alternatives)};
  for (const Json& other : alternatives) {
    if (other == *chosen) continue;
    for (const Json& name : other["required"]) {
      const auto& word = name.get_ref<const std::string&>();
      if (value.contains(word)) return Misfit{member(field, word), choice_text(alternatives)};
    }
  }
  return std::nullopt;
}

std::optional<Misfit> wrong_members(const Json& schema, const Json& value,
                                    const std::string& field) {
  if (!value.is_object() || !schema.contains("properties")) return std::nullopt;
  const Json& properties = schema["properties"];
  if (schema.contains("required")) {
    for (const Json& name : schema["required"]) {
      if (!value.contains(name.get_ref<const std::string&>())) {
        return Misfit{member(field, name.get<std::string>()), "is missing"};
      }
    }
  }
  for (const auto& [name, one] : value.items()) {
    if (!properties.contains(name)) {
      if (schema.value("additionalProperties", true)) continue;
      return Misfit{member(field, name), "is not a field of this request; leave it out"};
    }
    if (auto found = check_value(properties[name], one, member(field, name))) return found;
  }
  return wrong_choice(schema, value, field);
}

std::optional<Misfit> wrong_items(const Json& schema, const Json& value, const std::string& field) {
  if (!value.is_array() || !schema.contains("items")) return std::nullopt;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (auto found = check_value(schema["items"], value[i], fmt::format("{}[{}]", field, i))) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<Misfit> check_value(const Json& schema, const Json& value, const std::string& field) {
  for (const auto& look : {wrong_type, out_of_limits, wrong_word, wrong_members, wrong_items}) {
    if (auto found = look(schema, value, field)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Misfit> misfit(const Json& schema, const Json& value) {
  return check_value(schema, value, "");
}

std::optional<Misfit> misfit_of_text(const Json& schema, const std::string& name,
                                     const std::string& text) {
  if (schema.value("type", "string") != "integer") return check_value(schema, Json(text), name);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Misfit{name, not_a(Json(text), "a whole number")};
  }
  return check_value(schema, Json(number), name);
}

}  // namespace mirador::cli
