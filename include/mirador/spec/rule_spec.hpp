#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mirador/sampling/forcing.hpp"
#include "mirador/sampling/own_rule.hpp"
#include "mirador/spec/field.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador {

/// Sampling rules as pure data; field.hpp says how each describes itself. A rule may have a second
/// name (`alias`), one that does not support every problem says so in `serves`, and one that shares
/// out a budget has `needs_budget`.

template <>
struct ChoiceWords<Forcing> {
  static constexpr std::array<std::string_view, 2> names = {"root", "none"};
};

struct LmaSpec {
  std::optional<double> scale;  ///< L of η_t = 1/(L√t); AdaHedge when absent
  double clip = std::numeric_limits<double>::infinity();  ///< M

  static constexpr std::string_view name = "lma";
  static constexpr std::string_view help =
      "lazy mirror ascent; lma:L=0.01 fixes its scale, lma:M=5 clips";
  static constexpr auto fields() {
    return std::tuple(field(&LmaSpec::scale, "L", "X", "scale").within(Range::positive),
                      field(&LmaSpec::clip, "M", "X", "clip").within(Range::positive));
  }
};

struct LmacSpec {
  double rate = 10.0;  ///< the constant η
  double clip = std::numeric_limits<double>::infinity();

  static constexpr std::string_view name = "lmac";
  static constexpr std::string_view help = "lma with a constant rate; lmac:eta=10";
  static constexpr auto fields() {
    return std::tuple(field(&LmacSpec::rate, "eta", "X", "rate").within(Range::positive),
                      field(&LmacSpec::clip, "M", "X", "clip").within(Range::positive));
  }
};

struct FrankWolfeSpec {
  Forcing forcing = Forcing::root;

  static constexpr std::string_view name = "fw", alias = "bc";
  static constexpr std::string_view help =
      "Frank-Wolfe step (best challenger), also bc; fw:forcing=none";
  static constexpr auto fields() {
    return std::tuple(field(&FrankWolfeSpec::forcing, "forcing", "NAME", "root or none"));
  }
};

struct DirectTrackingSpec {
  static constexpr std::string_view name = "dt";
  static constexpr std::string_view help = "direct tracking of the optimal proportions";
  static constexpr auto fields() { return std::tuple(); }
};

/// The demands of a problem on a rule: names of question and family, and the margin and what is
/// good enough (0: none).
struct Demand {
  std::string_view question;
  std::string_view family;
  double margin;
  double good_enough = 0.0;

  Demand(std::string_view asked, std::string_view arms = "gaussian", double epsilon = 0.0)
      : question(asked), family(arms), margin(epsilon) {}
  Demand(const FamilySpec& arms, const QuestionSpec& asked)
      : Demand(name_of(asked), name_of(arms), margin_of(asked)) {
    good_enough = good_enough_of(asked);
  }
  Demand(const ProblemSpec& spec) : Demand(spec.family, spec.question) {}
};

struct TopTwoSpec {
  static constexpr std::string_view name = "ttts";
  static constexpr std::string_view help =
      "top-two Thompson sampling (best of gaussian arms, no margin)";
  static constexpr auto fields() { return std::tuple(); }
  static bool serves(const Demand& demand) {
    return demand.family == "gaussian" && demand.question == "best-arm" && demand.margin == 0.0 &&
           demand.good_enough == 0.0;
  }
  static constexpr std::string_view served = "best-arm of gaussian arms without a margin";
};

struct HalvingSpec {
  static constexpr std::string_view name = "halving";
  static constexpr std::string_view help =
      "sequential halving of a budget (best-arm; needs --max-samples)";
  static constexpr bool needs_budget = true;
  static constexpr auto fields() { return std::tuple(); }
  static bool serves(const Demand& demand) { return demand.question == "best-arm"; }
  static constexpr std::string_view served = "best-arm";
};

struct UniformSpec {
  static constexpr std::string_view name = "unif", help = "an arm at random";
  static constexpr auto fields() { return std::tuple(); }
};

struct RoundRobinSpec {
  static constexpr std::string_view name = "rr", help = "round robin";
  static constexpr auto fields() { return std::tuple(); }
};

/// A user-defined rule. A spec read from text has no `make`, and cannot be used before a program
/// that has the rule supplies it (see OwnParts).
struct OwnRuleSpec {
  std::string own;
  MakeOwnRule make = nullptr;

  static constexpr std::string_view name = "own", help = "a rule of your own";
  static constexpr auto fields() { return std::tuple(); }
};

using SamplingSpec = std::variant<LmaSpec, LmacSpec, FrankWolfeSpec, DirectTrackingSpec, TopTwoSpec,
                                  HalvingSpec, UniformSpec, RoundRobinSpec, OwnRuleSpec>;

struct RuleSpec {
  std::string label;  ///< as the user typed it
  SamplingSpec kind;
};

/// NAME or NAME:PARAMETER=VALUE:..., for example "lma", "lma:L=0.01:M=5", "fw:forcing=none";
/// "own:NAME" for a user-defined rule. Throws InputError for anything else.
RuleSpec parse_rule(std::string_view text);
/// The spec of a user-defined rule, which `parse_rule` reads back without `make`.
RuleSpec own_rule(std::string name, MakeOwnRule make);

/// What an experiment is for: a verdict, or the best recommendation that a budget can buy. It is
/// the second if a budget was chosen and no risk.
enum class Aim { verdict, recommendation };
constexpr Aim aim_of(bool has_budget, bool has_risk) {
  return has_budget && !has_risk ? Aim::recommendation : Aim::verdict;
}

/// Whether dt needs the general solver at every step, which takes tens of microseconds and more.
bool slow_to_track(const Demand& demand);

/// The rule that is used when none is chosen. For a recommendation of the best arm it is the one
/// that falls least short of the best (bench/results.md): dt, or halving where dt is slow.
RuleSpec usual_rule(const Demand& demand, Aim aim);

/// Why the rule does not meet the demand, naming the rules that do; empty if it does.
std::optional<std::string> refusal(const RuleSpec& rule, const Demand& demand);
/// Why the rule cannot be used without a budget; empty if it can.
std::optional<std::string> refusal_without_budget(const RuleSpec& rule);

}  // namespace mirador
