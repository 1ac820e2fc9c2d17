#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/experiment/event.hpp"

namespace mirador {

/// The result of a ticket.
struct Reading {
  Ticket ticket;
  double value;
  std::string note = {};  ///< stored with the value
};

/// A measurement that was not requested.
struct Observation {
  Arm arm;
  double value;
};

/// Throws InputError unless the number of tickets is from 1 to a million.
void check_count(std::uint64_t count);

/// An error in one of several readings: "reading 3: value: ...".
class ReadingError : public InputError {
 public:
  ReadingError(std::size_t index, const std::string& complaint)
      : InputError("reading " + std::to_string(index + 1) + ": " + complaint),
        index_(index),
        complaint_(complaint) {}
  std::size_t index() const { return index_; }                 ///< counted from 0
  const std::string& complaint() const { return complaint_; }  ///< without the prefix

 private:
  std::size_t index_;
  std::string complaint_;
};

struct OpenTicket {
  Ticket ticket;
  Arm arm;

  bool operator==(const OpenTicket&) const = default;
};

/// The tickets of an experiment and their states:
///   open --told--> told,   open --abandoned--> abandoned --told--> told
/// A result of an abandoned ticket is accepted too. Telling a ticket the same value again, or
/// abandoning it again, changes nothing. Another value is refused, and so is abandoning a told
/// ticket. Notes and changes of the plan have no ticket. Observations have tickets that are told
/// from the start. The open tickets of an arm that is retired are abandoned. 16 bytes per ticket.
class Ledger {
 public:
  enum class State : std::uint32_t { open, told, abandoned };
  struct Entry {
    std::uint32_t arm;
    State state;
    double value;  ///< once told
  };

  /// The number of the next ticket; 1, 2, 3, ...
  Ticket next() const { return entries_.size() + 1; }
  /// Throws NotFound for a ticket that this experiment did not hand out.
  const Entry& at(Ticket ticket) const;
  /// The open tickets, by number.
  std::vector<OpenTicket> open() const;
  std::uint64_t abandoned() const { return abandoned_; }
  /// The number of values told, with or without a ticket.
  std::uint64_t told() const { return told_; }

  /// Throws InputError if the value is impossible for the arm.
  using ValueCheck = std::function<void(Arm, double)>;
  /// The events for the readings that change something, as one batch. Throws InputError for the
  /// first invalid reading, a ReadingError if there are several readings.
  std::vector<Event> tell(std::span<const Reading> readings, const ValueCheck& check) const;
  /// The events for those that are not abandoned already. Throws InputError for the first that is
  /// unknown or was told.
  std::vector<Event> abandon(std::span<const Ticket> tickets) const;
  /// The events of measurements that were not requested, as one batch. Throws InputError for the
  /// first invalid value, a ReadingError if there are several.
  std::vector<Event> observe(std::span<const Observation> observations,
                             const ValueCheck& check) const;
  /// Hands out again the tickets that are open, by number, at most `most` of them.
  std::vector<Event> reissue(std::span<const Ticket> tickets, std::uint64_t most) const;

  /// Throws RunError unless the event can follow the events so far; otherwise the log is damaged or
  /// belongs to another experiment. `arms` is the number of arms.
  void check(const Event& event, std::size_t arms) const;
  /// Only for events that passed `check`.
  void apply(const Event& event);

 private:
  Entry& entry(Ticket ticket) { return entries_[ticket - 1]; }
  /// The open tickets of an arm that is retired.
  void abandon_open(Arm arm);

  std::vector<Entry> entries_;
  std::uint64_t abandoned_ = 0, told_ = 0;
  /// Of which more results must follow.
  enum class Batch { none, told, observed, arms };
  static Batch batch_of(const Event& event);
  Batch batch_ = Batch::none;
};

}  // namespace mirador
