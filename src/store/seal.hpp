#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record.hpp"

/// What makes damage to a stored log visible: every event carries a checksum of itself and of the
/// one before, so that a changed, missing, added or exchanged event shows, and where. It guards
/// against accidents, not against people.
namespace mirador::store {

using Seal = std::uint64_t;

/// An experiment as its row describes it, and how its log ends.
struct Heading {
  std::int64_t id = 0;
  std::string name = {};
  std::string spec = {};
  std::int64_t created = 0;  // ms
  Seal seal = 0;             // of all of the above
  std::int64_t events = 0;   // how many were acknowledged
  Seal last = 0;             // that of the last event, or of the heading where there is none
  Seal end_seal = 0;         // of how the log ends
};

/// Of what describes the experiment.
Seal seal_of(const Heading& heading);
/// Of how its log ends.
Seal seal_of_end(const Heading& heading);
/// Throw RunError where these are not what their seals say.
void check_heading(const Heading& heading);
void check_end(const Heading& heading);

/// An event as it is stored.
struct Row {
  std::int64_t number = 0;
  Record record{};
  std::int64_t time = 0;  // ms
  std::string_view request = {};
  Seal seal = 0;
};

Seal seal_of(Seal before, const Row& row);

/// Takes the rows of a log from some event on, in order, and throws DamagedLog at the first that
/// is not what it was.
class LogCheck {
 public:
  /// `after` events are known already. The last of them, if any, must be the first row: its seal is
  /// what the rest hangs on.
  LogCheck(const Heading& heading, std::int64_t after);

  void take(const Row& row, const EventSink& sink);
  /// There are no more rows.
  void end() const;

 private:
  [[noreturn]] void refuse(const std::string& what) const;

  const Heading& heading_;
  std::int64_t number_;       // of the last one that was taken
  std::optional<Seal> seal_;  // its seal, once it is known
};

}  // namespace mirador::store
