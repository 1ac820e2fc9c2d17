#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mirador/core/arm.hpp"

/// The events of an experiment. Only events change it. Its log is the list of its events, and
/// replaying the log rebuilds the experiment exactly.
namespace mirador {

/// The number of a measurement, requested or not: 1, 2, 3, ... within an experiment.
using Ticket = std::uint64_t;

/// A measurement of `arm` was requested.
struct Asked {
  Ticket ticket;
  Arm arm;

  bool operator==(const Asked&) const = default;
};
/// The result of a requested measurement. The note is text from the user; it is stored with the
/// value and not interpreted.
struct Told {
  Ticket ticket;
  double value;
  std::string note = {};
  /// More results of the same batch follow: the evidence is evaluated after the last one.
  bool more = false;

  bool operator==(const Told&) const = default;
};
/// A measurement that was not requested; it gets its own ticket.
struct Observed {
  Ticket ticket;
  Arm arm;
  double value;
  std::string note = {};
  /// As in Told.
  bool more = false;

  bool operator==(const Observed&) const = default;
};
/// The result of a requested measurement will not come.
struct Abandoned {
  Ticket ticket;

  bool operator==(const Abandoned&) const = default;
};
/// An open ticket was handed out again, because its measurement may have been lost. Its first
/// result counts.
struct Reissued {
  Ticket ticket;

  bool operator==(const Reissued&) const = default;
};

/// A remark of the user, stored and not interpreted. It changes nothing.
struct Noted {
  std::string note;

  bool operator==(const Noted&) const = default;
};
/// What may be changed while an experiment runs.
enum class Setting : std::uint8_t { max_samples, delta, margin };

constexpr std::string_view to_string(Setting setting) {
  switch (setting) {
    case Setting::max_samples:
      return "max_samples";
    case Setting::delta:
      return "delta";
    case Setting::margin:
      return "margin";
  }
  return "max_samples";
}

/// A setting has another value from here on. A budget of 0 is no budget.
struct Changed {
  Setting setting;
  double value;

  bool operator==(const Changed&) const = default;
};

/// An arm joins the question; its number is the next one.
struct ArmAdded {
  std::string name;
  /// More arms are added or retired by the same change: the evidence is evaluated after the last
  /// one.
  bool more = false;

  bool operator==(const ArmAdded&) const = default;
};
/// An arm leaves the question. Its open tickets are abandoned, and its values do not count any
/// more.
struct ArmRetired {
  Arm arm;
  /// As in ArmAdded.
  bool more = false;

  bool operator==(const ArmRetired&) const = default;
};

/// A tag of the experiment, by which lists can be filtered. It changes nothing else.
struct Tagged {
  std::string tag;

  bool operator==(const Tagged&) const = default;
};
/// The tag is removed.
struct Untagged {
  std::string tag;

  bool operator==(const Untagged&) const = default;
};

using Event = std::variant<Asked, Told, Observed, Abandoned, Reissued, Noted, Changed, ArmAdded,
                           ArmRetired, Tagged, Untagged>;

/// Do more events of the same batch follow?
inline bool is_within_batch(const Event& event) {
  return std::visit(
      [](const auto& e) {
        if constexpr (requires { e.more; }) return e.more;
        return false;
      },
      event);
}

/// The ticket of an event; 0 if it is not about a ticket.
inline Ticket ticket_of(const Event& event) {
  return std::visit(
      [](const auto& e) -> Ticket {
        if constexpr (requires { e.ticket; }) return e.ticket;
        return 0;
      },
      event);
}

/// Rounds that were measured without tickets, as events.
struct WholeRounds {
  std::vector<Event> events = {};
  std::uint64_t rounds = 0;
};

}  // namespace mirador
