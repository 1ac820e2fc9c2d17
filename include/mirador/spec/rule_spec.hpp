#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/own_rule.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador {

/// Sampling rules as pure data.

struct LmaSpec {
  std::optional<double> scale;  ///< L of η_t = 1/(L√t); AdaHedge when absent
  double clip = std::numeric_limits<double>::infinity();  ///< M
};
struct LmacSpec {
  double rate = 10.0;  ///< the constant η
  double clip = std::numeric_limits<double>::infinity();
};
struct FrankWolfeSpec {
  Forcing forcing = Forcing::root;
};
struct DirectTrackingSpec {};
struct TopTwoSpec {};
struct UniformSpec {};
struct RoundRobinSpec {};
/// A rule of one's own. Read from a text it lacks `make`, and cannot be used before a program that
/// has it supplies it (see OwnParts).
struct OwnRuleSpec {
  std::string name;
  MakeOwnRule make = nullptr;
};

using RuleKind = std::variant<LmaSpec, LmacSpec, FrankWolfeSpec, DirectTrackingSpec, TopTwoSpec,
                              UniformSpec, RoundRobinSpec, OwnRuleSpec>;

struct RuleSpec {
  std::string label;  ///< as the user typed it
  RuleKind kind;
};

/// "lma", "lma:L=0.01", "lma:L=0.01:M=5", "lmac:eta=10", "bc" or "fw", "fw:forcing=none", "dt",
/// "ttts", "unif", "rr"; "own:NAME" for a rule of one's own. Throws InputError for anything else.
RuleSpec parse_rule(std::string_view text);
/// The spec of a rule of one's own, which `parse_rule` reads back without `make`.
RuleSpec own_rule(std::string name, MakeOwnRule make);

/// The rules there are, one line each, for a help text.
struct RuleHelp {
  std::string_view name;
  std::string_view text;
};
std::vector<RuleHelp> rule_help();

/// What a problem asks of a rule: names of a question and a family, and the margin (0: none).
struct Demand {
  std::string_view question;
  std::string_view family;
  double margin;

  Demand(std::string_view asked, std::string_view arms = "gaussian", double epsilon = 0.0)
      : question(asked), family(arms), margin(epsilon) {}
  Demand(const FamilySpec& arms, const QuestionSpec& asked)
      : Demand(name_of(asked), name_of(arms), margin_of(asked)) {}
  Demand(const ProblemSpec& spec) : Demand(spec.family, spec.question) {}
};

/// Why the rule cannot do that, naming the rules that can; nothing when it can.
std::optional<std::string> refusal(const RuleSpec& rule, const Demand& demand);

}  // namespace mirador
