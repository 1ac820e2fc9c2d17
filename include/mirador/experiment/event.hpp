#pragma once

#include <cstdint>
#include <string>
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

using Event = std::variant<Asked, Told, Observed, Abandoned, Reissued>;

/// Rounds that were measured without tickets, as events.
struct WholeRounds {
  std::vector<Event> events = {};
  std::uint64_t rounds = 0;
};

}  // namespace mirador
