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

/// What came back for a ticket.
struct Reading {
  Ticket ticket;
  double value;
  std::string note = {};  ///< kept with it
};

/// One of several readings cannot be: "reading 3: value: ...".
class ReadingError : public InputError {
 public:
  ReadingError(std::size_t index, const std::string& complaint)
      : InputError("reading " + std::to_string(index + 1) + ": " + complaint),
        index_(index),
        complaint_(complaint) {}
  std::size_t index() const { return index_; }                 ///< counted from 0
  const std::string& complaint() const { return complaint_; }  ///< without the place

 private:
  std::size_t index_;
  std::string complaint_;
};

struct OpenTicket {
  Ticket ticket;
  Arm arm;

  bool operator==(const OpenTicket&) const = default;
};

/// The tickets of an experiment and what became of them:
///   open --told--> told,   open --abandoned--> abandoned --told--> told
/// A result that comes after its ticket was abandoned is information all the same and is accepted.
/// Telling a ticket again with the same value and abandoning it again change nothing; another value
/// is refused, and so is abandoning what was told. Observations have tickets that are told from the
/// start. 16 bytes a ticket.
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
  /// Those that are open, by number.
  std::vector<OpenTicket> open() const;
  std::uint64_t abandoned() const { return abandoned_; }

  /// Throws InputError when an arm cannot have given the value.
  using ValueCheck = std::function<void(Arm, double)>;
  /// What is new in some readings: one event for each that changes something, as one batch. Throws
  /// InputError for the first that is not possible, a ReadingError where there are several.
  std::vector<Event> tell(std::span<const Reading> readings, const ValueCheck& check) const;
  /// Nothing when the ticket was abandoned before.
  std::optional<Event> abandon(Ticket ticket) const;
  /// Hands out again those of the tickets that are open, by number, at most `most` of them.
  std::vector<Event> reissue(std::span<const Ticket> tickets, std::uint64_t most) const;

  /// Does the event follow from what was so far? Throws RunError if not: the log is damaged, or is
  /// that of another experiment. `arms` is how many there are.
  void check(const Event& event, std::size_t arms) const;
  /// Only for events that `check` lets pass.
  void apply(const Event& event);

 private:
  Entry& entry(Ticket ticket) { return entries_[ticket - 1]; }

  std::vector<Entry> entries_;
  std::uint64_t abandoned_ = 0;
  bool in_batch_ = false;  // further results of a batch must follow
};

}  // namespace mirador
