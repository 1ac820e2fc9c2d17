#include "mirador/spec/rule_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

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

/// A parameter a rule takes and what reads its value; `rule` is the whole text, for messages.
struct Parameter {
  std::string_view name;
  std::function<void(std::string_view rule, std::string_view value)> read;
};

Parameter number(std::string_view name, std::function<void(double)> set) {
  return {name,
          [=](std::string_view rule, std::string_view value) { set(positive(rule, name, value)); }};
}

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
  std::vector<std::string_view> seen;
  while (!rest.empty()) {
    const std::string_view part = next_part(rest);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = part.substr(0, equals);
    const auto parameter = std::ranges::find(known, name, &Parameter::name);
    if (std::ranges::count(seen, name) > 0) {
      throw InputError("rules: \"" + std::string(text) + "\" gives " + std::string(name) +
                       " twice; give it once");
    }
    seen.push_back(name);
    if (parameter == known.end()) {
      throw InputError("rules: \"" + std::string(text) + "\": unknown parameter \"" +
                       std::string(name) + "\"; " + hint);
    }
    parameter->read(text, part.substr(std::min(equals + 1, part.size())));
  }
}

RuleKind parse_lma(std::string_view text) {
  LmaSpec spec;
  parse_parameters(text, {number("L", [&](double value) { spec.scale = value; }),
                          number("M", [&](double value) { spec.clip = value; })});
  return spec;
}

RuleKind parse_lmac(std::string_view text) {
  LmacSpec spec;
  parse_parameters(text, {number("eta", [&](double value) { spec.rate = value; }),
                          number("M", [&](double value) { spec.clip = value; })});
  return spec;
}

RuleKind parse_frank_wolfe(std::string_view text) {
  FrankWolfeSpec spec;
  parse_parameters(text, {{"forcing", [&](std::string_view rule, std::string_view value) {
                             if (value != "root" && value != "none") {
                               throw InputError("rules: \"" + std::string(rule) +
                                                "\": forcing is \"" + std::string(value) +
                                                "\"; give root or none");
                             }
                             spec.forcing = value == "none" ? Forcing::none : Forcing::root;
                           }}});
  return spec;
}

template <class Spec>
RuleKind parse_plain(std::string_view text) {
  parse_parameters(text, {});
  return Spec{};
}

/// Everything known about a rule's name, in the order of the help.
struct Entry {
  std::string_view name;
  RuleKind (*parse)(std::string_view text);
  std::string_view help;  // empty: said under another name
};
constexpr std::array<Entry, 8> entries = {{
    {"lma", parse_lma, "lazy mirror ascent; lma:L=0.01 fixes its scale, lma:M=5 clips"},
    {"lmac", parse_lmac, "the same with a constant rate; lmac:eta=10"},
    {"bc", parse_frank_wolfe, ""},
    {"fw", parse_frank_wolfe, "Frank-Wolfe step (best challenger), also bc; fw:forcing=none"},
    {"dt", parse_plain<DirectTrackingSpec>, "direct tracking of the optimal proportions"},
    {"ttts", parse_plain<TopTwoSpec>,
     "top-two Thompson sampling (best of gaussian arms, no margin)"},
    {"unif", parse_plain<UniformSpec>, "an arm at random"},
    {"rr", parse_plain<RoundRobinSpec>, "round robin"},
}};

/// What the rule does that rules the demand out, and what of the demand that is; empty when it can.
std::string obstacle(const RuleKind& kind, const Demand& demand) {
  if (const auto* own = std::get_if<OwnRuleSpec>(&kind)) {
    return own->make ? "" : "is known only to the program that defines it";
  }
  if (!std::holds_alternative<TopTwoSpec>(kind)) return {};
  if (demand.family != "gaussian") {
    return "draws from normal posteriors of known sigma and cannot serve " +
           std::string(demand.family) + " arms";
  }
  if (demand.question != "best-arm") {
    return "draws for a single best arm and cannot serve " + std::string(demand.question);
  }
  if (demand.margin > 0.0) return "draws for a single best arm and cannot serve a margin";
  return {};
}

}  // namespace

RuleSpec own_rule(std::string name, MakeOwnRule make) {
  std::string label = "own:" + name;
  return {.label = std::move(label), .kind = OwnRuleSpec{std::move(name), std::move(make)}};
}

RuleSpec parse_rule(std::string_view text) {
  std::string_view rest = text;
  const std::string_view name = next_part(rest);
  if (name == "own" && !rest.empty()) return own_rule(std::string(rest), nullptr);
  const auto entry = std::ranges::find(entries, name, &Entry::name);
  if (entry == entries.end()) {
    std::vector<std::string_view> names;
    for (const Entry& known : entries) names.push_back(known.name);
    throw InputError(unknown_name("rules", name, names));
  }
  return {.label = std::string(text), .kind = entry->parse(text)};
}

std::vector<RuleHelp> rule_help() {
  std::vector<RuleHelp> lines;
  for (const Entry& entry : entries) {
    if (!entry.help.empty()) lines.push_back({entry.name, entry.help});
  }
  return lines;
}

std::optional<std::string> refusal(const RuleSpec& rule, const Demand& demand) {
  const std::string reason = obstacle(rule.kind, demand);
  if (reason.empty()) return std::nullopt;
  std::vector<std::string_view> able;
  for (const Entry& entry : entries) {
    const bool can = obstacle(entry.parse(entry.name), demand).empty();
    if (!entry.help.empty() && can) able.push_back(entry.name);
  }
  return "rules: \"" + rule.label + "\" " + reason + "; use " + one_of(able);
}

}  // namespace mirador
