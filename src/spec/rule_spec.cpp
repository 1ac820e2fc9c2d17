#include "mirador/spec/rule_spec.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

constexpr std::array<std::string_view, 8> names = {"lma", "lmac", "bc",   "fw",
                                                   "dt",  "ttts", "unif", "rr"};

double positive(std::string_view rule, std::string_view name, std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value > 0.0) ||
      !std::isfinite(value)) {
    throw InputError("rules: \"" + std::string(rule) + "\": " + std::string(name) + " is \"" +
                     std::string(text) + "\"; give a positive number");
  }
  return value;
}

/// Cuts the part before the next ':' off `rest`.
std::string_view next_part(std::string_view& rest) {
  const std::size_t colon = rest.find(':');
  const std::string_view part = rest.substr(0, colon);
  rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  return part;
}

/// Walks through name=value:name=value and hands each to `set`, which says whether it knows it.
template <class Set>
void parse_parameters(std::string_view rule, std::string_view rest, std::string_view known,
                      Set&& set) {
  if (rule.ends_with(':')) {
    throw InputError("rules: \"" + std::string(rule) + "\" ends with a colon; " +
                     std::string(known));
  }
  while (!rest.empty()) {
    const std::string_view part = next_part(rest);
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
    if (!set(name, value)) {
      throw InputError("rules: \"" + std::string(rule) + "\": unknown parameter \"" +
                       std::string(name) + "\"; " + std::string(known));
    }
  }
}

LmaSpec parse_lma(std::string_view text, std::string_view rest) {
  LmaSpec spec;
  parse_parameters(text, rest, "lma takes L=... and M=...", [&](auto name, auto value) {
    if (name == "L") spec.scale = positive(text, name, value);
    if (name == "M") spec.clip = positive(text, name, value);
    return name == "L" || name == "M";
  });
  return spec;
}

LmacSpec parse_lmac(std::string_view text, std::string_view rest) {
  LmacSpec spec;
  parse_parameters(text, rest, "lmac takes eta=... and M=...", [&](auto name, auto value) {
    if (name == "eta") spec.rate = positive(text, name, value);
    if (name == "M") spec.clip = positive(text, name, value);
    return name == "eta" || name == "M";
  });
  return spec;
}

}  // namespace

RuleSpec parse_rule(std::string_view text) {
  std::string_view rest = text;
  const std::string_view name = next_part(rest);
  RuleSpec rule{.label = std::string(text), .kind = {}};
  if (name == "lma") {
    rule.kind = parse_lma(text, rest);
    return rule;
  }
  if (name == "lmac") {
    rule.kind = parse_lmac(text, rest);
    return rule;
  }
  if (name == "bc" || name == "fw") {
    rule.kind = FrankWolfeSpec{};
  } else if (name == "dt") {
    rule.kind = DirectTrackingSpec{};
  } else if (name == "ttts") {
    rule.kind = TopTwoSpec{};
  } else if (name == "unif") {
    rule.kind = UniformSpec{};
  } else if (name == "rr") {
    rule.kind = RoundRobinSpec{};
  } else {
    throw InputError(unknown_name("rules", name, names));
  }
  parse_parameters(text, rest, std::string(name) + " takes none", [](auto, auto) { return false; });
  return rule;
}

std::optional<std::string> refusal(const RuleSpec& rule, std::string_view question) {
  if (!std::holds_alternative<TopTwoSpec>(rule.kind) || question == "best-arm") {
    return std::nullopt;
  }
  return "rules: \"" + rule.label + "\" draws for a single best arm and cannot serve " +
         std::string(question) + "; use lma, lmac, fw, dt, unif or rr";
}

}  // namespace mirador
