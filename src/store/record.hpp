#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "mirador/store/store.hpp"

/// An event as a table row, and the checks and messages common to all stores.
namespace mirador::store {

/// The numbers are stored in files and never change.
enum class Kind : std::int16_t {
  asked = 1,
  told = 2,
  observed = 3,
  abandoned = 4,
  told_with_more = 5,  // as told; further results of the same batch follow
  reissued = 6,
  noted = 7,                 // the note alone; no ticket
  changed = 8,               // a setting (its number is the arm) and its new value; no ticket
  observed_with_more = 9,    // as observed; further results of the same batch follow
  arm_added = 10,            // its name is the note; no ticket
  arm_retired = 11,          // no ticket
  arm_added_with_more = 12,  // as 10 and 11; further changes of the same batch follow
  arm_retired_with_more = 13,
  tagged = 14,    // the tag is the note; no ticket
  untagged = 15,  // the same
};
inline constexpr Kind last_kind = Kind::untagged;

struct Record {
  Kind kind;
  std::int64_t ticket;
  std::int64_t arm = 0;        // asked, observed, retired; of changed the setting
  double value = 0;            // told, observed, changed
  std::string_view note = {};  // told, observed; of others a text of theirs; not owned
};

/// Is it the result of a ticket?
inline bool is_result(Kind kind) {
  return kind == Kind::told || kind == Kind::observed || kind == Kind::told_with_more ||
         kind == Kind::observed_with_more;
}
inline bool has_arm(Kind kind) {
  return kind == Kind::asked || kind == Kind::observed || kind == Kind::observed_with_more ||
         kind == Kind::changed || kind == Kind::arm_retired || kind == Kind::arm_retired_with_more;
}
inline bool has_value(Kind kind) { return is_result(kind) || kind == Kind::changed; }
inline bool has_note(Kind kind) {
  return is_result(kind) || kind == Kind::noted || kind == Kind::arm_added ||
         kind == Kind::arm_added_with_more || kind == Kind::tagged || kind == Kind::untagged;
}

inline bool hands_out(Kind kind) { return kind == Kind::asked || kind == Kind::reissued; }

/// Throws RunError: the log of the experiment contains `what`.
[[noreturn]] void damaged_log(const std::string& name, const std::string& what);
/// Throws DamagedLog: events that were read before are missing.
[[noreturn]] void fewer_events(const std::string& name, std::int64_t now, std::int64_t before);
/// The kind with that number; throws RunError if there is none.
Kind kind_of(std::int64_t number, const std::string& name);

/// Its note refers to the event, which must outlive it.
Record to_record(const Event& event);
/// The experiment's name is used in messages.
Event to_event(const Record& record, const std::string& name);

/// The text on one line, without control characters, truncated if long.
std::string shown(std::string_view text);

void check_name(const std::string& name);
void check_spec(const std::string& spec);
/// Values must be finite, notes text that every store can return.
void check_readings(const std::string& name, std::span<const Event> events);

/// The id that the next event of a transaction carries: the first event of a request has it.
class RequestMark {
 public:
  explicit RequestMark(Request request) : request_(std::move(request)) {}
  void begin(const Request& request) {
    request_ = request;
    is_due_ = true;
  }
  /// Empty after the first time.
  Request take() {
    if (!std::exchange(is_due_, false)) return {};
    return request_.empty() ? fresh_request() : std::exchange(request_, {});
  }

 private:
  Request request_;
  bool is_due_ = true;
};

[[noreturn]] void unknown_experiment(const std::string& name, const std::string& place);
[[noreturn]] void taken_name(const std::string& name, const std::string& place);
[[noreturn]] void second_result(const std::string& name);

std::int64_t now_ms();
/// "2025-01-31T12:00:00Z".
std::string iso_time(std::int64_t ms);

/// Every transaction uses the connection of its store, so there is only one at a time.
void check_idle(std::string_view place, const void* transaction);

}  // namespace mirador::store
