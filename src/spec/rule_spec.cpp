#include "mirador/spec/rule_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>

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

/// A parameter a rule takes and where its value goes.
struct Parameter {
  std::string_view name;
  std::function<void(double)> set;
};

std::string takes(std::string_view rule, std::span<const Parameter> known) {
  std::string text = std::string(rule) + " takes ";
  if (known.empty()) return text + "no parameters";
  for (const Parameter& parameter : known) {
    text += (&parameter == known.data() ? "" : " and ") + std::string(parameter.name) + "=...";
  }
  return text;
}

/// Reads NAME=VALUE:NAME=VALUE, what follows the first colon of `text`.
void parse_parameters(std::string_view text, std::initializer_list<Parameter> parameters) {
  const std::span<const Parameter> known(parameters.begin(), parameters.size());
  std::string_view rest = text;
  const std::string hint = takes(next_part(rest), known);
  if (text.ends_with(':')) {
    throw InputError("rules: \"" + std::string(text) + "\" ends with a colon; " + hint);
  }
  while (!rest.empty()) {
    const std::string_view part = next_part(rest);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = part.substr(0, equals);
    const auto parameter = std::ranges::find(known, name, &Parameter::name);
    if (parameter == known.end()) {
      throw InputError("rules: \"" + std::string(text) + "\": unknown parameter \"" +
                       std::string(name) + "\"; " + hint);
    }
    parameter->set(positive(text, name, part.substr(std::min(equals + 1, part.size()))));
  }
}

LmaSpec parse_lma(std::string_view text) {
  LmaSpec spec;
  parse_parameters(text, {{"L", [&](double value) { spec.scale = value; }},
                          {"M", [&](double value) { spec.clip = value; }}});
  return spec;
}

LmacSpec parse_lmac(std::string_view text) {
  LmacSpec spec;
  parse_parameters(text, {{"eta", [&](double value) { spec.rate = value; }},
                          {"M", [&](double value) { spec.clip = value; }}});
  return spec;
}

template <class Spec>
Spec parse_plain(std::string_view text) {
  parse_parameters(text, {});
  return {};
}

decltype(RuleSpec::kind) parse_kind(std::string_view name, std::string_view text) {
  if (name == "lma") return parse_lma(text);
  if (name == "lmac") return parse_lmac(text);
  if (name == "bc" || name == "fw") return parse_plain<FrankWolfeSpec>(text);
  if (name == "dt") return parse_plain<DirectTrackingSpec>(text);
  if (name == "ttts") return parse_plain<TopTwoSpec>(text);
  if (name == "unif") return parse_plain<UniformSpec>(text);
  if (name == "rr") return parse_plain<RoundRobinSpec>(text);
  throw InputError(unknown_name("rules", name, names));
}

}  // namespace

RuleSpec parse_rule(std::string_view text) {
  std::string_view rest = text;
  return {.label = std::string(text), .kind = parse_kind(next_part(rest), text)};
}

std::optional<std::string> refusal(const RuleSpec& rule, std::string_view question) {
  if (!std::holds_alternative<TopTwoSpec>(rule.kind) || question == "best-arm") {
    return std::nullopt;
  }
  return "rules: \"" + rule.label + "\" draws for a single best arm and cannot serve " +
         std::string(question) + "; use lma, lmac, fw, dt, unif or rr";
}

}  // namespace mirador
