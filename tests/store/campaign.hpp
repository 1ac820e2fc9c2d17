#pragma once

#include <random>
#include <string>
#include <vector>

#include "ground.hpp"

namespace mirador::testing_support {

/// Transactions that a session could append, determined by the seed: single events and batches of
/// asks, tells, observations and abandoned tickets, some with a note.
class Campaign {
 public:
  explicit Campaign(std::uint32_t seed) : random_(seed) {}

  std::vector<Event> next() {
    std::vector<Event> events(random_() % 5 < 3 ? 1 : 2 + random_() % 60);
    for (Event& event : events) event = draw();
    return events;
  }

 private:
  Event draw() {
    const auto arm = static_cast<Arm>(random_() % 10);
    const double value = std::uniform_real_distribution<double>(-1, 1)(random_) / 3;
    const auto sort = open_.empty() ? random_() % 2 : random_() % 5;
    if (sort == 0) return Observed{++last_, arm, value, note()};
    if (sort == 1) {
      open_.push_back(++last_);
      return Asked{last_, arm};
    }
    const std::size_t at = random_() % open_.size();
    const Ticket ticket = open_[at];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
    return sort == 2 ? Event(Abandoned{ticket}) : Event(Told{ticket, value, note()});
  }

  std::string note() {
    return random_() % 3 == 0 ? "{\"exit\": " + std::to_string(random_() % 256) + "}" : "";
  }

  std::mt19937 random_;
  std::vector<Ticket> open_;
  Ticket last_ = 0;
};

/// The number of complete transactions of the campaign that the log contains; -1 if the log is not
/// a prefix of the campaign, event by event.
inline int whole_transactions(const std::vector<Event>& log, std::uint32_t seed) {
  Campaign campaign(seed);
  std::size_t at = 0;
  for (int count = 0;; ++count) {
    if (at == log.size()) return count;
    for (const Event& event : campaign.next()) {
      if (at == log.size() || !(log[at++] == event)) return -1;
    }
  }
}

inline std::string request_of(std::uint32_t seed, int transaction) {
  return std::to_string(seed) + "-" + std::to_string(transaction);
}

inline bool has_experiment(Store& store, const std::string& name) {
  for (const Listing& experiment : store.list()) {
    if (experiment.name == name) return true;
  }
  return false;
}

/// Continues the campaign from the end of the log; the numbers of transactions continue too.
struct Position {
  Campaign campaign;
  int done;
};

inline Position resume(Store& store, const std::string& name, std::uint32_t seed) {
  Position position{Campaign(seed), whole_transactions(log_of(store, name), seed)};
  for (int i = 0; i < position.done; ++i) position.campaign.next();
  return position;
}

}  // namespace mirador::testing_support
