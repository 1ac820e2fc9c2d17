#include "postgres_watch.hpp"

#include <utility>

namespace mirador::store {

std::uint64_t PostgresWatch::look(PostgresConnection& at) {
  last_look_ = Clock::now();
  bool is_due = last_look_ >= next_query_;
  bool is_new = false;
  if (!at.listens()) {
    at.listen();  // before the query, so that nothing is missed in between
    is_new = is_due = true;
  }
  const bool was_notified = at.was_notified();
  const bool is_other = is_due && is_changed(at);
  if (is_new || was_notified || is_other) ++version_;
  return version_;
}

/// Every change counts an event, and an experiment that is begun, renamed or deleted changes the
/// rest.
bool PostgresWatch::is_changed(PostgresConnection& at) {
  const PostgresRows rows =
      at.run({.sql = "SELECT coalesce(sum(hashtextextended(name, id + events)), 0)::numeric "
                     "% 9223372036854775807 FROM mirador.experiment",
              .form = PostgresCall::Form::text});
  next_query_ = Clock::now() + recheck_;
  const std::int64_t sum = rows.number(0, 0);
  return std::exchange(sum_, sum) != sum;
}

void PostgresWatch::end_if_idle(PostgresConnection& at) noexcept {
  if (!at.listens() || Clock::now() - last_look_ < longest_rest) return;
  try {
    at.unlisten();
  } catch (const std::exception&) {  // the connection broke; its next use says so
  }
}

}  // namespace mirador::store
