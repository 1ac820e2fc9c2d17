#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mirador/store/store.hpp"

/// An event as a row of a table, and what all stores check and say in the same words.
namespace mirador::store {

/// The numbers are in files: they never change.
enum class Kind : std::int16_t {
  asked = 1,
  told = 2,
  observed = 3,
  abandoned = 4,
  told_with_more = 5,  // as told; further results of the same batch follow
  reissued = 6,
};

struct Record {
  Kind kind;
  std::int64_t ticket;
  std::int64_t arm = 0;        // asked, observed
  double value = 0;            // told, observed
  std::string_view note = {};  // told, observed; lives elsewhere
};

inline bool has_arm(Kind kind) { return kind == Kind::asked || kind == Kind::observed; }
inline bool has_value(Kind kind) {
  return kind == Kind::told || kind == Kind::observed || kind == Kind::told_with_more;
}

inline bool hands_out(Kind kind) { return kind == Kind::asked || kind == Kind::reissued; }

/// Throws RunError: the log of the experiment holds `what`.
[[noreturn]] void damaged_log(const std::string& name, const std::string& what);
/// Throws DamagedLog: events that were read before are gone.
[[noreturn]] void fewer_events(const std::string& name, std::int64_t now, std::int64_t before);
/// The kind of that number; RunError where there is none.
Kind kind_of(std::int64_t number, const std::string& name);

/// Its note is that of the event, which must outlive it.
Record to_record(const Event& event);
/// The experiment's name goes into complaints.
Event to_event(const Record& record, const std::string& name);

/// The text on one line, without control characters, and not too long.
std::string shown(std::string_view text);

void check_name(const std::string& name);
void check_spec(const std::string& spec);
/// Values must be finite, notes text that every store can give back.
void check_readings(const std::string& name, std::span<const Event> events);

[[noreturn]] void unknown_experiment(const std::string& name, const std::string& place);
[[noreturn]] void taken_name(const std::string& name, const std::string& place);
[[noreturn]] void second_result(const std::string& name);

std::int64_t now_ms();
/// "2025-01-31T12:00:00Z".
std::string iso_time(std::int64_t ms);

/// Every transaction uses the connection of its store: there is one at a time.
void check_idle(std::string_view place, const void* transaction);

}  // namespace mirador::store
