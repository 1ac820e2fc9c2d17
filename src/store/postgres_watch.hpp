#pragma once

#include <chrono>
#include <cstdint>

#include "postgres_connection.hpp"

namespace mirador::store {

/// Notices the changes of others: by the notifications that every commit sends, and now and then by
/// a query, because a process that ends after its commit sends none.
class PostgresWatch {
 public:
  /// A session that is not used for so long listens no more: what the server sends it would
  /// pile up.
  static constexpr std::chrono::minutes longest_rest{1};

  explicit PostgresWatch(std::chrono::milliseconds recheck) : recheck_(recheck) {}

  /// A number that is another one after a change of others, and for every new connection. Sends a
  /// query only for a new connection and every `recheck`.
  std::uint64_t look(PostgresConnection& at);
  void end_if_idle(PostgresConnection& at) noexcept;

 private:
  using Clock = std::chrono::steady_clock;
  bool is_changed(PostgresConnection& at);

  std::chrono::milliseconds recheck_;
  Clock::time_point last_look_{}, next_query_{};
  std::int64_t sum_ = 0;  // of the experiments, as of the last query
  std::uint64_t version_ = 0;
};

}  // namespace mirador::store
