#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "mirador/experiment/experiment_plan.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/experiment/result_order.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/round_table.hpp"

namespace mirador {

/// A live comparison in rounds: a deterministic state machine like Experiment, and changed only by
/// the same events.
///   - Tickets are handed out in the order of rounds, and in random order within a round. The arms
///     of a round are chosen when its first ticket is handed out, from the rounds that count by
///     then. Any number of rounds may be open, so a worker never waits for another.
///   - A ticket belongs to the first open round that has a place for its arm. So the log needs no
///     round numbers.
///   - A round counts when the value of every member that is still in play is told or abandoned,
///     and after the rounds before it. Values of arms that have left do not count, and are not
///     waited for.
///   - A new round is opened only if the budget covers all of it.
///   - The verdict is final; what is told later is recorded and does not count.
class RoundsExperiment {
 public:
  /// The spec must be valid and in rounds.
  explicit RoundsExperiment(ExperimentSpec spec);

  // As in Experiment.
  std::vector<Event> ask(std::uint64_t count, std::span<const Ticket> again) const;
  std::vector<Event> tell(std::span<const Reading> readings) const;
  std::vector<Event> observe(std::span<const Observation> observations) const;
  std::vector<Event> abandon(std::span<const Ticket> tickets) const {
    return ledger_.abandon(tickets);
  }
  /// A smaller δ must not bring back an arm that has left.
  std::vector<Event> change(const NewSettings& wanted) const;
  /// Refused: a comparison in rounds keeps its arms.
  std::vector<Event> add_arms(std::span<const std::string> names) const;
  std::vector<Event> retire_arms(std::span<const std::string> names) const;
  void apply(const Event& event);

  // As in Session.
  WholeRounds observe_rounds(std::span<const std::vector<double>> rows) const;
  std::uint64_t next_round_size() const;
  RoundPlace place_of(Ticket ticket) const;
  std::optional<NotCounted> not_counted(Ticket ticket) const;
  std::uint64_t item_of(std::uint64_t round) const;

  /// Whether every item of a finite set has its round.
  bool out_of_items() const { return !is_within_items(opened_ + 1); }
  Phase phase() const;
  /// As it stands now.
  const ExperimentSpec& spec() const { return plan_.spec(); }
  const ExperimentPlan& plan() const { return plan_; }
  const Comparison& comparison() const { return comparison_; }
  /// The values of the rounds that count.
  const RoundTable& table() const { return table_; }
  const Ledger& ledger() const { return ledger_; }
  /// The open tickets whose results can still count.
  std::vector<OpenTicket> open_tickets() const;
  /// The number of values that count: in all, and of an arm.
  std::uint64_t samples() const { return samples_; }
  std::uint64_t pulls(Arm arm) const { return pulls_[arm]; }
  /// The mean of the values of an arm that count, on the scale.
  std::optional<double> mean(Arm arm) const;
  /// Results of arms in play that were told and do not count yet, and the open tickets that their
  /// rounds need. None: the rest of the round is not handed out yet.
  std::vector<WaitingResults> waiting() const;

 private:
  struct Seat {
    Arm arm;
    Ticket ticket = 0;  // 0: not handed out
  };
  struct Round {
    std::uint64_t number;
    std::vector<Seat> seats;  // in the order in which they are handed out

    /// The seat of the arm; null if it is no member.
    Seat* seat_of(Arm arm);
  };

  double orientation() const;
  bool is_needed(Ticket ticket) const;
  bool is_within_items(std::uint64_t round) const;
  /// Measurements made or asked for that count against the budget.
  std::uint64_t spent() const;
  Round make_round(std::uint64_t number, std::span<const std::uint64_t> times) const;
  /// Calls `visit(round number, arm)` for the measurements that are not handed out yet, in their
  /// order, until it returns false.
  template <class Visit>
  void visit_upcoming(Visit&& visit) const;
  /// The first free seat of the arm, in a round that is opened if need be; it has the number of the
  /// round, which is 0 if there is no such seat.
  struct Place {
    std::uint64_t round = 0;
    Seat* seat = nullptr;
  };
  Place place_for(Arm arm);
  void assign(Arm arm, Ticket ticket);
  /// Whether the round waits for the seat: its arm is in play, and its value is neither told nor
  /// abandoned.
  bool is_awaited(const Seat& seat) const;
  void advance();
  void count(const Round& round);
  void check_value(Arm arm, double value) const;
  /// Throws InputError unless all arms that have left would have left at this δ, too.
  void refuse_too_small(const Changed& event) const;
  void changed(const Changed& event);

  ExperimentPlan plan_;
  Comparison comparison_;
  RoundTable table_;
  Ledger ledger_;
  std::vector<std::uint32_t> item_order_;  // the item of each round, from 0
  std::deque<Round> open_;
  std::uint64_t opened_ = 0;             // rounds opened so far
  std::vector<std::uint64_t> times_;     // rounds opened with the arm
  std::vector<std::uint64_t> round_of_;  // by ticket; 0 for none
  std::vector<bool> counted_;            // by ticket
  std::uint64_t told_ = 0, samples_ = 0;
  std::vector<std::uint64_t> pulls_;
  std::vector<double> sums_;    // of the values that count, on the scale
  std::vector<Arm> members_;    // of a round
  std::vector<double> values_;  // of a round
};

}  // namespace mirador
