#include "text/json_parts.hpp"

#include <variant>

#include "mirador/core/overloaded.hpp"
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

void add_family(Json& document, const FamilySpec& family) {
  document["family"] = name_of(family);
  std::visit(overloaded{
                 [&](const GaussianSpec& f) { document["sigma"] = f.sigma; },
                 [&](const BoundedSpec& f) {
                   document["lo"] = f.lo;
                   document["hi"] = f.hi;
                 },
                 [](const auto&) {},
             },
             family);
}

void add_question(Json& document, const QuestionSpec& question) {
  std::visit(
      overloaded{
          [&](const BestArmSpec& q) { document["lowest"] = q.direction == Direction::lowest; },
          [&](const TopMSpec& q) {
            document["top"] = q.top;
            document["lowest"] = q.direction == Direction::lowest;
          },
          [&](const PolyhedralSpec& q) {
            for (const Polyhedron& set : q.sets) document["sets"].push_back(set.name);
          },
          [&](const OwnSpec& q) { document["own"] = q.name; },
          [&](const auto& q) { document["level"] = q.level; },
      },
      question);
  std::visit(
      [&](const auto& q) {
        if constexpr (requires { q.margin; }) document["margin"] = q.margin;
      },
      question);
}

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
