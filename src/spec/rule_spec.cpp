#include "mirador/spec/rule_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>
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

/// Reads the value of one parameter; `rule` is the whole text, for messages.
struct ReadParameter {
  std::string_view rule, text;

  template <class Field>
  void operator()(const Field& field, double& value) const {
    value = positive(rule, field.name, text);
  }
  template <class Field>
  void operator()(const Field& field, std::optional<double>& value) const {
    value = positive(rule, field.name, text);
  }
  template <class Field, class Choice>
  void operator()(const Field& field, Choice& value) const {
    const std::optional<Choice> choice = choice_of<Choice>(text);
    if (!choice) {
      throw InputError("rules: \"" + std::string(rule) + "\": " + std::string(field.name) +
                       " is \"" + std::string(text) + "\"; give " +
                       one_of(ChoiceWords<Choice>::names));
    }
    value = *choice;
  }
};

template <class Spec>
std::string takes() {
  std::string text = std::string(Spec::name) + " takes ", parameters;
  for_each_field<Spec>([&](const auto& field) {
    parameters += (parameters.empty() ? "" : " and ") + std::string(field.name) + "=...";
  });
  return text + (parameters.empty() ? "no parameters" : parameters);
}

/// Reads NAME=VALUE:NAME=VALUE after the first colon of `text`.
template <class Spec>
void read_parameters(std::string_view text, Spec& spec) {
  const auto refuse = [&](const std::string& why) {
    throw InputError("rules: \"" + std::string(text) + "\"" + why);
  };
  std::string_view rest = text;
  next_part(rest);
  if (text.ends_with(':')) refuse(" ends with a colon; " + takes<Spec>());
  std::vector<std::string_view> seen;
  while (!rest.empty()) {
    const std::string_view part = next_part(rest);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = part.substr(0, equals);
    if (std::ranges::count(seen, name) > 0) {
      refuse(" gives " + std::string(name) + " twice; give it once");
    }
    seen.push_back(name);
    bool known = false;
    for_each_value(spec, [&](const auto& field, auto& value) {
      if (field.name != name) return;
      known = true;
      ReadParameter{text, part.substr(std::min(equals + 1, part.size()))}(field, value);
    });
    if (!known) refuse(": unknown parameter \"" + std::string(name) + "\"; " + takes<Spec>());
  }
}

/// The rule with that name and its defaults; empty if there is none.
std::optional<SamplingSpec> rule_named(std::string_view name) {
  std::optional<SamplingSpec> found;
  Choices<SamplingSpec>::for_each([&]<class Spec>() {
    if constexpr (requires { Spec::alias; }) {
      if (name == Spec::alias) found = Spec{};
    }
    if (name == Spec::name) found = Spec{};
  });
  return found;
}

/// The names that can be typed.
std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  Choices<SamplingSpec>::for_each([&]<class Spec>() {
    if constexpr (std::is_same_v<Spec, OwnRuleSpec>) return;
    if constexpr (requires { Spec::alias; }) names.push_back(Spec::alias);
    names.push_back(Spec::name);
  });
  return names;
}

/// Why the rule does not meet the demand; empty if it does.
struct WhyNot {
  const Demand& demand;

  std::string operator()(const OwnRuleSpec& own) const {
    return own.make ? "" : "is known only to the program that defines it";
  }
  template <class Spec>
  std::string operator()(const Spec&) const {
    if constexpr (requires { Spec::serves(demand); }) {
      if (!Spec::serves(demand)) {
        return "serves " + std::string(Spec::served) + ", not " + std::string(demand.question) +
               " of " + std::string(demand.family) + " arms" +
               (demand.margin > 0.0        ? " with a margin"
                : demand.good_enough > 0.0 ? " with --good-enough"
                                           : "");
      }
    }
    return {};
  }
};

}  // namespace

RuleSpec own_rule(std::string name, MakeOwnRule make) {
  std::string label = "own:" + name;
  return {.label = std::move(label), .kind = OwnRuleSpec{std::move(name), std::move(make)}};
}

RuleSpec parse_rule(std::string_view text) {
  std::string_view rest = text;
  const std::string_view name = next_part(rest);
  if (name == OwnRuleSpec::name && !rest.empty()) return own_rule(std::string(rest), nullptr);
  std::optional<SamplingSpec> kind = rule_named(name);
  if (!kind || std::holds_alternative<OwnRuleSpec>(*kind)) {
    throw InputError(unknown_name("rules", name, rule_names()));
  }
  std::visit([&](auto& spec) { read_parameters(text, spec); }, *kind);
  return {.label = std::string(text), .kind = *std::move(kind)};
}

bool slow_to_track(const Demand& demand) {
  const bool has_tolerance = std::max(demand.margin, demand.good_enough) > 0.0;
  return demand.family == NormalSpec::name ||
         (has_tolerance && demand.family != GaussianSpec::name);
}

RuleSpec usual_rule(const Demand& demand, Aim aim) {
  if (aim == Aim::verdict || demand.question != BestArmSpec::name) return parse_rule(LmaSpec::name);
  return parse_rule(slow_to_track(demand) ? HalvingSpec::name : DirectTrackingSpec::name);
}

std::optional<std::string> refusal(const RuleSpec& rule, const Demand& demand) {
  const std::string reason = std::visit(WhyNot{demand}, rule.kind);
  if (reason.empty()) return std::nullopt;
  std::vector<std::string_view> able;
  for (const std::string_view name : rule_names()) {
    if (std::visit(WhyNot{demand}, *rule_named(name)).empty()) able.push_back(name);
  }
  return "rules: \"" + rule.label + "\" " + reason + "; use " + one_of(able);
}

std::optional<std::string> refusal_without_budget(const RuleSpec& rule) {
  const bool needs_one = std::visit(
      []<class Spec>(const Spec&) {
        return requires { Spec::needs_budget; };
      },
      rule.kind);
  if (!needs_one) return std::nullopt;
  return "rules: \"" + rule.label +
         "\" shares out a budget, and there is none; use another rule, or give --max-samples N";
}

}  // namespace mirador
