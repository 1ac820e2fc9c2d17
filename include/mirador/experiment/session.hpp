#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mirador/experiment/experiment_plan.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador {

/// A live experiment whose types are chosen at run time: Experiment<P> behind virtual calls. Only
/// `apply` changes it. The events that the other calls return must be recorded first and then
/// applied, so that acknowledged results are never lost:
///   for (const Event& event : session->ask(1)) record(event), session->apply(event);
class Session {
 public:
  virtual ~Session() = default;

  /// As it stands now: with all changes of the plan.
  virtual const ExperimentSpec& spec() const = 0;
  /// Tickets for the next measurements, spread over the arms; fewer or none if the budget ends or
  /// there is a verdict. Tickets in `again` that are open are handed out again first. Throws
  /// InputError for a count of 0 or above a million.
  virtual std::vector<Event> ask(std::uint64_t count, std::span<const Ticket> again) const = 0;
  /// Accepts all readings or none; a value that was told before needs no event. Throws InputError
  /// for an unknown ticket, a different value than before, or a value that is impossible for the
  /// arm.
  virtual std::vector<Event> tell(std::span<const Reading> readings) const = 0;
  /// Measurements that were not requested, as one batch. Throws InputError for an impossible value,
  /// a ReadingError if there are several.
  virtual std::vector<Event> observe(std::span<const Observation> observations) const = 0;
  /// For those that are not abandoned already. Throws InputError if one was told.
  virtual std::vector<Event> abandon(std::span<const Ticket> tickets) const = 0;
  /// The events for the settings that differ from those of now. Throws InputError for a change that
  /// has no guarantee (experiment_plan.hpp).
  virtual std::vector<Event> change(const NewSettings& wanted) const = 0;
  /// The events for arms that join the question or leave it, as one batch. Throw InputError for
  /// what has no guarantee (experiment_plan.hpp), and for an arm that exists or does not.
  virtual std::vector<Event> add_arms(std::span<const std::string> names) const = 0;
  virtual std::vector<Event> retire_arms(std::span<const std::string> names) const = 0;
  /// The spec with all changes, and the changes themselves.
  virtual const ExperimentPlan& plan() const = 0;
  /// Throws RunError, without any change, for an event that cannot follow: the log is damaged.
  virtual void apply(const Event& event) = 0;
  /// O(K²) for best-arm and top-m.
  virtual ExperimentStatus status() const = 0;
  /// The part of the status that costs O(K).
  virtual Progress progress() const = 0;
  /// Parts that cost almost nothing.
  virtual Phase phase() const = 0;
  virtual std::optional<VerdictStatus> verdict() const = 0;
  virtual std::vector<OpenTicket> open_tickets() const = 0;
  /// The arm of a ticket. Throws NotFound if there is no such ticket.
  virtual Arm arm_of(Ticket ticket) const = 0;
  /// Why the value of a told ticket does not count and never will; nothing if it counts, or waits.
  /// Throws NotFound for a ticket that does not exist.
  virtual std::optional<NotCounted> not_counted(Ticket ticket) const = 0;
  /// The complete status, but without what takes time that grows with the measurements.
  virtual ExperimentStatus outline() const { return status(); }
  /// The number of tickets that the next round still has to hand out; 0 if there are no rounds, or
  /// no more.
  virtual std::uint64_t next_round_size() const { return 0; }
  /// The place of a ticket; nothing if the experiment has no rounds.
  virtual std::optional<RoundPlace> place_of(Ticket) const { return std::nullopt; }
  /// The item of a round that is not finished or not begun; 0 without items.
  virtual std::uint64_t item_of(std::uint64_t /*round*/) const { return 0; }
  /// Whole rounds that were not requested, each with a value for every arm, NaN where there is
  /// none. Throws InputError for a design without rounds, while tickets are open, and for a
  /// row of another length or an invalid value, with the number of the row.
  virtual WholeRounds observe_rounds(std::span<const std::vector<double>> rows) const;
  /// For best-arm questions, once every arm has been measured; otherwise nothing. Costs about as
  /// much as a status.
  virtual std::optional<Lead> lead() const = 0;
  /// For best-arm questions, the other arms that were measured compared with this one. The
  /// intervals hold for all pairs of arms at once, like that of the lead, and cost as much each.
  virtual std::vector<DifferenceStatus> differences_to(Arm) const { return {}; }

  std::vector<Event> ask(std::uint64_t count) const { return ask(count, {}); }
  /// The events for tags that are new; for those to be removed. Throws InputError for a tag that
  /// is not plain text, or is not there.
  std::vector<Event> tag(std::span<const std::string> tags) const { return plan().tag(tags); }
  std::vector<Event> untag(std::span<const std::string> tags) const { return plan().untag(tags); }
  /// Nothing if it is abandoned already.
  std::optional<Event> abandon(Ticket ticket) const {
    const std::vector<Event> events = abandon(std::span(&ticket, 1));
    return events.empty() ? std::nullopt : std::optional(events.front());
  }
  /// Is all that is left open tickets? Then `ask` gives none until they are told or abandoned.
  bool is_waiting() const { return phase() == Phase::running && ask(1).empty(); }
  std::vector<Event> tell(Ticket ticket, double value) const {
    const Reading reading{ticket, value};
    return tell(std::span(&reading, 1));
  }
  Event observe(Arm arm, double value) const {
    const Observation one{arm, value};
    return observe(std::span(&one, 1)).front();
  }
  /// Throws InputError for an unknown name.
  Event observe(std::string_view arm, double value) const {
    return observe(arm_named(spec(), arm), value);
  }
  void apply(std::span<const Event> events) {
    for (const Event& event : events) apply(event);
  }
};

/// Throws InputError if the spec is invalid.
std::unique_ptr<Session> make_session(const ExperimentSpec& spec);

}  // namespace mirador
