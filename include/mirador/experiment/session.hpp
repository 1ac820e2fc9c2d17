#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador {

/// A live experiment whose types were chosen at run time: what Experiment<P> does, behind one
/// virtual call. Nothing but `apply` changes it. What the other calls answer is to be recorded and
/// then applied, in that order, so that what is acknowledged is never lost:
///   for (const Event& event : session->ask(1)) record(event), session->apply(event);
class Session {
 public:
  virtual ~Session() = default;

  virtual const ExperimentSpec& spec() const = 0;
  /// Tickets for the next measurements, spread over the arms; fewer or none where the budget ends
  /// or the verdict has fallen. Those of the tickets `again` that are open are handed out again
  /// before new ones. Throws InputError for a count of 0 or above a million.
  virtual std::vector<Event> ask(std::uint64_t count, std::span<const Ticket> again) const = 0;
  /// All or nothing; what was told before, with the same value, needs no event. Throws InputError
  /// for an unknown ticket, another value than before, or a value that the arm cannot have given.
  virtual std::vector<Event> tell(std::span<const Reading> readings) const = 0;
  /// A measurement nobody asked for.
  virtual Event observe(Arm arm, double value) const = 0;
  /// Nothing when it was abandoned before. Throws InputError for what was told.
  virtual std::optional<Event> abandon(Ticket ticket) const = 0;
  /// Throws RunError, with nothing changed, for an event that cannot follow: a damaged log.
  virtual void apply(const Event& event) = 0;
  /// O(K²) for best-arm and top-m.
  virtual ExperimentStatus status() const = 0;
  /// The part of the status that costs O(K).
  virtual Progress progress() const = 0;
  /// Parts that cost next to nothing.
  virtual Phase phase() const = 0;
  virtual std::optional<VerdictStatus> verdict() const = 0;
  virtual std::vector<OpenTicket> open_tickets() const = 0;
  /// The arm of a ticket. Throws NotFound when there is no such ticket.
  virtual Arm arm_of(Ticket ticket) const = 0;
  /// Of best-arm questions, once every arm has been measured; nothing of others. Costs about as
  /// much as a status.
  virtual std::optional<Lead> lead() const = 0;

  std::vector<Event> ask(std::uint64_t count) const { return ask(count, {}); }
  std::vector<Event> tell(Ticket ticket, double value) const {
    const Reading reading{ticket, value};
    return tell(std::span(&reading, 1));
  }
  /// Throws InputError for an arm of another name.
  Event observe(std::string_view arm, double value) const {
    return observe(arm_named(spec(), arm), value);
  }
  void apply(std::span<const Event> events) {
    for (const Event& event : events) apply(event);
  }
};

/// Throws InputError when the spec is not usable.
std::unique_ptr<Session> make_session(const ExperimentSpec& spec);

}  // namespace mirador
