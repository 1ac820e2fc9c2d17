#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "mirador/spec/field.hpp"
#include "mirador/stopping/edition.hpp"
#include "mirador/stopping/own_stopping_rule.hpp"

namespace mirador {

/// Stopping rules as pure data; field.hpp says how each describes itself.

struct MixtureSpec {
  Edition edition = latest_edition;  ///< the version of mirador whose rules it uses

  static constexpr std::string_view name = "mixture", help = "proved";
  static constexpr auto fields() { return std::tuple(); }
};

struct HeuristicSpec {
  static constexpr std::string_view name = "heuristic", help = "stops early, nothing is proved";
  static constexpr auto fields() { return std::tuple(); }
};

struct KaufmannKoolenSpec {
  static constexpr std::string_view name = "kaufmann-koolen", help = "proved, slower";
  static constexpr auto fields() { return std::tuple(); }
};

struct MenardSpec {
  static constexpr std::string_view name = "menard", help = "proved, much slower";
  static constexpr auto fields() { return std::tuple(); }
};

/// A user-defined stopping rule. A spec read from text has no `rule`, and cannot be used before a
/// program that has the rule supplies it (see OwnParts).
struct OwnStoppingSpec {
  std::string own;
  std::shared_ptr<const OwnStoppingRule> rule = nullptr;

  static constexpr std::string_view name = "own", help = "a stopping rule of your own";
  static constexpr auto fields() { return std::tuple(); }
};

using StoppingSpec =
    std::variant<MixtureSpec, HeuristicSpec, KaufmannKoolenSpec, MenardSpec, OwnStoppingSpec>;

/// The available names, the default first.
std::span<const std::string_view> stopping_names();

/// The stopping rule with that name, or with "own:NAME" one that a program has to supply. Throws
/// InputError for anything else.
StoppingSpec parse_stopping(std::string_view text);
/// The text that `parse_stopping` reads back.
std::string text_of(const StoppingSpec& stopping);
/// The spec of a user-defined rule.
StoppingSpec own_stopping(std::shared_ptr<const OwnStoppingRule> rule);

/// Why the rule cannot be used, or not with this margin (0: none); empty if it can.
std::optional<std::string> refusal(const StoppingSpec& stopping, double margin);

}  // namespace mirador
