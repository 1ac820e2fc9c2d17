#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "mirador/core/arm.hpp"

/// What happened in an experiment: facts, and the only thing that ever changes it. The log of an
/// experiment is the list of its events, and replaying the log rebuilds the experiment exactly.
namespace mirador {

/// A measurement, asked for or not: numbered 1, 2, 3, ... within an experiment.
using Ticket = std::uint64_t;

/// A measurement of `arm` was asked for.
struct Asked {
  Ticket ticket;
  Arm arm;

  bool operator==(const Asked&) const = default;
};
/// The measurement that was asked for came back. A note is text of whoever measured; it is kept
/// with the value, and nothing here reads it.
struct Told {
  Ticket ticket;
  double value;
  std::string note = {};
  /// Further results of the same batch follow: the evidence is looked at after the last of them.
  bool more = false;

  bool operator==(const Told&) const = default;
};
/// A measurement that nobody asked for; it gets a ticket of its own.
struct Observed {
  Ticket ticket;
  Arm arm;
  double value;
  std::string note = {};

  bool operator==(const Observed&) const = default;
};
/// The measurement that was asked for will not come.
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

}  // namespace mirador
