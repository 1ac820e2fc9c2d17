#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record.hpp"

/// Detects damage of a stored log: every event carries a checksum of itself and of the one before,
/// which reveals and locates a changed, missing, added or exchanged event. It guards against
/// accidents, not against attackers.
namespace mirador::store {

using Seal = std::uint64_t;

/// The row of an experiment, and how its log ends.
struct Heading {
  std::int64_t id = 0;
  std::string name = {};
  std::string spec = {};
  std::int64_t created = 0;  // ms
  Seal seal = 0;             // seal of all of the above
  std::int64_t events = 0;   // number acknowledged
  Seal last = 0;             // seal of the last event, or of the heading if there is none
  Seal end_seal = 0;         // seal of how the log ends, and of the name if it is another one now
  std::string born = {};     // the name it was begun under, if it was renamed; then `seal` has this
};

/// The seal of the description of the experiment.
Seal seal_of(const Heading& heading);
/// The seal of the end of its log.
Seal seal_of_end(const Heading& heading);
/// The heading under another name.
Heading renamed(Heading heading, const std::string& fresh);
/// Throws RunError if these do not match their seals.
void check_heading(const Heading& heading);
void check_end(const Heading& heading);

/// An event as stored.
struct Row {
  std::int64_t number = 0;
  Record record{};
  std::int64_t time = 0;  // ms
  std::string_view request = {};
  Seal seal = 0;
};

Seal seal_of(Seal before, const Row& row);

/// Checks the rows of a log from some event on, in order; throws DamagedLog at the first that was
/// changed.
class LogCheck {
 public:
  /// `after` events are already known. If there are any, the first row must be the last of them:
  /// its seal is needed to check the next row.
  LogCheck(const Heading& heading, std::int64_t after);

  void take(const Row& row, const EventSink& sink);
  /// There are no more rows.
  void end() const;

 private:
  [[noreturn]] void refuse(const std::string& what) const;

  const Heading& heading_;
  std::int64_t number_;       // number of the last row taken
  std::optional<Seal> seal_;  // its seal, once it is known
};

}  // namespace mirador::store
