#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "seal.hpp"
#include "sqlite_database.hpp"

/// Rows of the tables of a SQLite store as values.
namespace mirador::store {

/// The columns of the table event, in the order of row_in.
inline constexpr const char* row_columns =
    "number, kind, ticket, arm, value, note, time, request, seal";

inline Seal seal_in(const SqliteStatement& row, int column) {
  return std::bit_cast<Seal>(row.number(column));
}

/// Reads only the fields that its kind has: this is the inner loop for long logs. Valid until the
/// next step.
inline Row row_in(const SqliteStatement& row, const std::string& name) {
  const auto whole = [&](int column, const char* what) {
    if (!row.is_whole(column)) damaged_log(name, std::string("an event without ") + what);
    return row.number(column);
  };
  Row result{.number = whole(0, "number"),
             .record = {kind_of(whole(1, "kind"), name), whole(2, "ticket")},
             .time = whole(6, "time"),
             .request = row.view(7),
             .seal = seal_in(row, 8)};
  if (has_arm(result.record.kind)) result.record.arm = whole(3, "arm");
  if (has_note(result.record.kind)) result.record.note = row.view(5);
  if (!has_value(result.record.kind)) return result;
  if (!row.is_real(4)) damaged_log(name, "a value that is not a number");
  result.record.value = row.real(4);
  return result;
}

/// The columns of the table experiment, in the order of heading_in.
inline constexpr const char* heading_columns =
    "id, name, spec, created, seal, events, last, end_seal, born";
/// The same without the spec, which may be long.
inline constexpr const char* short_heading_columns =
    "id, name, '', created, seal, events, last, end_seal, born";

/// Throws RunError if the end of the log does not match its seal.
inline Heading heading_in(const SqliteStatement& row) {
  Heading heading{.id = row.number(0),
                  .name = row.text(1),
                  .spec = row.text(2),
                  .created = row.number(3),
                  .seal = seal_in(row, 4),
                  .events = row.number(5),
                  .last = seal_in(row, 6),
                  .end_seal = seal_in(row, 7),
                  .born = row.text(8)};
  check_end(heading);
  return heading;
}

/// The requests that clients chose have an index, which the first of them makes; all others
/// (fresh_request) are not looked for and would make every commit write one page more. Programs of
/// earlier versions keep the index up to date. The condition must stand in a query as it stands
/// here, else SQLite does not use the index.
#define MIRADOR_IS_CHOSEN "(length(request) <> 32 OR request GLOB '*[^0-9a-f]*')"
inline constexpr const char* chosen_sql = MIRADOR_IS_CHOSEN;
inline constexpr const char* index_requests_sql =
    "CREATE INDEX IF NOT EXISTS request ON event (experiment, request) WHERE " MIRADOR_IS_CHOSEN;
inline constexpr const char* find_chosen_sql =
    "SELECT max(number) FROM event WHERE experiment = ?1 AND request = ?2 AND " MIRADOR_IS_CHOSEN;
#undef MIRADOR_IS_CHOSEN
/// Reads the log from its end.
inline constexpr const char* find_fresh_sql =
    "SELECT number FROM event WHERE experiment = ?1 AND request = ?2 ORDER BY number DESC LIMIT 1";
inline bool is_chosen(std::string_view request) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return request.size() != 32 || !std::ranges::all_of(request, is_digit);
}

/// Stores the seal of the heading and how its log ends.
inline void note_end(SqliteStatement& update, const Heading& heading) {
  const auto bits = [](Seal seal) { return std::bit_cast<std::int64_t>(seal); };
  const SqliteRows rows(update);
  update.bind(1, heading.id).bind(2, bits(heading.seal)).bind(3, heading.events);
  update.bind(4, bits(heading.last)).bind(5, bits(seal_of_end(heading))).step();
}
inline constexpr const char* note_end_sql =
    "UPDATE experiment SET seal = ?2, events = ?3, last = ?4, end_seal = ?5 WHERE id = ?1";

}  // namespace mirador::store
