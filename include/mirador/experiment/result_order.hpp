#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mirador/experiment/ledger.hpp"

namespace mirador {

/// Results of an arm that do not count yet, and the open tickets before them.
struct WaitingResults {
  Arm arm;
  std::uint64_t results;
  std::vector<Ticket> tickets;

  bool operator==(const WaitingResults&) const = default;
};

/// The order in which results count as evidence: per arm, in the order of its tickets, not in the
/// order of arrival. The results of an arm are a martingale in ticket order; the order of arrival
/// may depend on the values (docs/theory.md, section 11). A result waits until every earlier ticket
/// of its arm is told or abandoned. Constant time per ticket.
class ResultOrder {
 public:
  explicit ResultOrder(std::size_t arms) : lines_(arms) {}

  void add_arm() { lines_.emplace_back(); }
  void join(Arm arm, Ticket ticket) { lines_[arm].tickets.push_back(ticket); }

  /// Whether the ticket is still in line.
  bool holds(Arm arm, Ticket ticket) const {
    const Line& line = lines_[arm];
    const auto first = line.tickets.begin() + static_cast<std::ptrdiff_t>(line.left);
    return std::binary_search(first, line.tickets.end(), ticket);
  }
  /// No ticket of the arm is in line any more.
  void clear(Arm arm) { lines_[arm] = {}; }

  /// Whether the ticket is no longer in line: it was abandoned and its turn has passed. Always true
  /// if tickets never join.
  bool passed(Arm arm, Ticket ticket) const {
    const Line& line = lines_[arm];
    return line.empty() || line.first() > ticket;
  }

  /// Removes the tickets of the arm whose turn has come: calls `count(ticket)` for told ones, drops
  /// abandoned ones, and stops at the first open one.
  template <class Count>
  void advance(Arm arm, const Ledger& ledger, Count&& count) {
    for (Line& line = lines_[arm]; !line.empty(); line.leave()) {
      const Ledger::State state = ledger.at(line.first()).state;
      if (state == Ledger::State::open) return;
      if (state == Ledger::State::told) count(line.first());
    }
  }

  /// One entry per arm with waiting results.
  std::vector<WaitingResults> waiting(const Ledger& ledger) const {
    std::vector<WaitingResults> all;
    for (Arm arm = 0; arm < lines_.size(); ++arm) {
      if (lines_[arm].empty()) continue;
      WaitingResults here = waiting_in(arm, ledger);
      if (here.results > 0) all.push_back(std::move(here));
    }
    return all;
  }

 private:
  /// Tickets in the order in which they were handed out; those that left are erased from time to
  /// time.
  struct Line {
    std::vector<Ticket> tickets;
    std::size_t left = 0;

    bool empty() const { return left == tickets.size(); }
    Ticket first() const { return tickets[left]; }
    void leave() {
      if (++left * 2 < tickets.size()) return;
      tickets.erase(tickets.begin(), tickets.begin() + static_cast<std::ptrdiff_t>(left));
      left = 0;
    }
  };

  WaitingResults waiting_in(Arm arm, const Ledger& ledger) const {
    const Line& line = lines_[arm];
    WaitingResults here{arm, 0, {}};
    std::size_t before_last = 0;  // open tickets before the last result
    for (std::size_t i = line.left; i < line.tickets.size(); ++i) {
      const Ledger::State state = ledger.at(line.tickets[i]).state;
      if (state == Ledger::State::open) here.tickets.push_back(line.tickets[i]);
      if (state != Ledger::State::told) continue;
      ++here.results;
      before_last = here.tickets.size();
    }
    here.tickets.resize(before_last);
    return here;
  }

  std::vector<Line> lines_;
};

}  // namespace mirador
