#include "mirador/experiment/rounds_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/measurement.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/random/shuffle.hpp"

namespace mirador {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
/// The number of the random order of the items; the order within round n has number n.
constexpr std::uint64_t order_of_items = 0;

std::vector<std::uint32_t> random_items(const ExperimentSpec& spec) {
  std::vector<std::uint32_t> items(spec.rounds->items.value_or(0));
  std::iota(items.begin(), items.end(), 0u);
  shuffle<std::uint32_t>(items, {spec.seed, 0}, order_of_items);
  return items;
}

/// To three digits, and by at least as much as rounding errors are.
double rounded_up(double risk) {
  if (risk < 1e-300) return 0.0;
  const double unit = std::pow(10.0, std::floor(std::log10(risk)) - 2.0);
  return std::ceil(risk * (1.0 + 1e-9) / unit) * unit;
}

}  // namespace

RoundsExperiment::RoundsExperiment(ExperimentSpec spec)
    : plan_(std::move(spec)),
      comparison_(plan_.spec().arms.size(), comparison_terms(plan_.spec())),
      table_(plan_.spec().arms.size()),
      item_order_(random_items(plan_.spec())),
      times_(plan_.spec().arms.size()),
      pulls_(plan_.spec().arms.size()),
      sums_(plan_.spec().arms.size()),
      values_(plan_.spec().arms.size()) {}

double RoundsExperiment::orientation() const {
  return std::get<BestArmSpec>(spec().question).direction == Direction::highest ? 1.0 : -1.0;
}

bool RoundsExperiment::is_within_items(std::uint64_t round) const {
  return !spec().rounds->items || round <= *spec().rounds->items;
}

std::uint64_t RoundsExperiment::item_of(std::uint64_t round) const {
  const bool has_item = round >= 1 && round <= item_order_.size();
  return has_item ? item_order_[round - 1] + 1u : 0u;
}

RoundPlace RoundsExperiment::place_of(Ticket ticket) const {
  ledger_.at(ticket);
  const std::uint64_t round = round_of_[ticket - 1];
  return {round, item_of(round)};
}

std::optional<NotCounted> RoundsExperiment::not_counted(Ticket ticket) const {
  const Arm arm = ledger_.at(ticket).arm;
  if (counted_[ticket - 1]) return std::nullopt;
  if (comparison_.verdict()) return NotCounted::decided;
  if (!comparison_.in_play(arm)) return NotCounted::left;
  const bool is_over = round_of_[ticket - 1] <= table_.rounds();
  return is_over ? std::optional(NotCounted::late) : std::nullopt;
}

std::optional<double> RoundsExperiment::mean(Arm arm) const {
  if (pulls_[arm] == 0) return std::nullopt;
  return sums_[arm] / static_cast<double>(pulls_[arm]);
}

std::uint64_t RoundsExperiment::spent() const {
  // What an open ticket of an arm that has left asks for may be measured already.
  const auto is_to_come = [&](const Seat& seat) {
    return is_awaited(seat) ||
           (seat.ticket != 0 && ledger_.at(seat.ticket).state == Ledger::State::open);
  };
  std::uint64_t to_come = 0;
  for (const Round& round : open_) {
    to_come += static_cast<std::uint64_t>(std::ranges::count_if(round.seats, is_to_come));
  }
  return told_ + to_come;
}

RoundsExperiment::Round RoundsExperiment::make_round(std::uint64_t number,
                                                     std::span<const std::uint64_t> times) const {
  std::vector<Arm> members =
      members_of_round(comparison_, times, spec().rounds->round_size.value_or(0));
  shuffle<Arm>(members, {spec().seed, 0}, number);
  Round round{number, {}};
  for (const Arm arm : members) round.seats.push_back({arm});
  return round;
}

RoundsExperiment::Seat* RoundsExperiment::Round::seat_of(Arm arm) {
  const auto place = std::ranges::find(seats, arm, &Seat::arm);
  return place == seats.end() ? nullptr : &*place;
}

bool RoundsExperiment::is_awaited(const Seat& seat) const {
  if (!comparison_.in_play(seat.arm)) return false;
  return seat.ticket == 0 || ledger_.at(seat.ticket).state == Ledger::State::open;
}

template <class Visit>
void RoundsExperiment::visit_upcoming(Visit&& visit) const {
  if (comparison_.verdict()) return;
  for (const Round& round : open_) {
    for (const Seat& seat : round.seats) {
      const bool upcoming = seat.ticket == 0 && comparison_.in_play(seat.arm);
      if (upcoming && !visit(round.number, seat.arm)) return;
    }
  }
  const std::uint64_t budget =
      spec().max_samples.value_or(std::numeric_limits<std::uint64_t>::max());
  std::uint64_t used = spent();
  std::vector<std::uint64_t> times = times_;
  for (std::uint64_t number = opened_ + 1; is_within_items(number); ++number) {
    const Round round = make_round(number, times);
    if (used > budget || budget - used < round.seats.size()) return;
    used += round.seats.size();
    for (const Seat& seat : round.seats) {
      ++times[seat.arm];
      if (!visit(number, seat.arm)) return;
    }
  }
}

std::vector<Event> RoundsExperiment::ask(std::uint64_t count, std::span<const Ticket> again) const {
  check_count(count);
  if (comparison_.verdict()) return {};
  std::vector<Ticket> needed(again.begin(), again.end());
  std::erase_if(needed, [&](Ticket ticket) { return !is_needed(ticket); });
  std::vector<Event> events = ledger_.reissue(needed, count);
  Ticket next = ledger_.next();
  if (events.size() == count) return events;
  visit_upcoming([&](std::uint64_t, Arm arm) {
    events.emplace_back(Asked{next++, arm});
    return events.size() < count;
  });
  return events;
}

bool RoundsExperiment::is_needed(Ticket ticket) const {
  const Ledger::Entry& entry = ledger_.at(ticket);
  return entry.state == Ledger::State::open && comparison_.in_play(entry.arm) &&
         !comparison_.verdict() && round_of_[ticket - 1] > comparison_.rounds();
}

std::vector<OpenTicket> RoundsExperiment::open_tickets() const {
  std::vector<OpenTicket> open = ledger_.open();
  std::erase_if(open, [&](const OpenTicket& one) { return !is_needed(one.ticket); });
  return open;
}

std::uint64_t RoundsExperiment::next_round_size() const {
  std::uint64_t first = 0, size = 0;
  visit_upcoming([&](std::uint64_t round, Arm) {
    if (first == 0) first = round;
    if (round != first) return false;
    ++size;
    return true;
  });
  return size;
}

void RoundsExperiment::check_value(Arm arm, double value) const {
  std::visit(overloaded{
                 [&](const SymmetricSpec&) { check_measurement(spec(), Normal(), arm, value); },
                 [&](const BoundedSpec& law) {
                   check_measurement(spec(), Bounded(law.lo, law.hi), arm, value);
                 },
                 [&](const BernoulliSpec&) { check_measurement(spec(), Bernoulli(), arm, value); },
             },
             spec().rounds->law);
}

std::vector<Event> RoundsExperiment::tell(std::span<const Reading> readings) const {
  return ledger_.tell(readings, [this](Arm arm, double value) { check_value(arm, value); });
}

std::vector<Event> RoundsExperiment::observe(std::span<const Observation> observations) const {
  if (spec().rounds->items) {
    throw InputError(
        "arm: an experiment with items chooses the next item itself; ask for a ticket and tell its "
        "result");
  }
  return ledger_.observe(observations, [this](Arm arm, double value) { check_value(arm, value); });
}

WholeRounds RoundsExperiment::observe_rounds(std::span<const std::vector<double>> rows) const {
  if (!open_.empty()) {
    throw InputError(
        "batch: a round is not complete, and whole rounds can only follow whole rounds; ask for "
        "the "
        "rest of it, and tell or abandon its tickets first");
  }
  const std::size_t arms = spec().arms.size();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != arms) {
      throw ReadingError(row, "rows: its length is " + std::to_string(rows[row].size()) +
                                  ", and the experiment has " + std::to_string(arms) +
                                  " arms; give one value for each");
    }
    for (Arm a = 0; a < arms; ++a) {
      try {
        if (!std::isnan(rows[row][a])) check_value(a, rows[row][a]);
      } catch (const InputError& error) {
        throw ReadingError(row, error.what());
      }
    }
  }
  RoundsExperiment ahead = *this;
  WholeRounds whole;
  const auto record = [&](Event event) {
    ahead.apply(event);
    whole.events.push_back(std::move(event));
  };
  for (const std::vector<double>& row : rows) {
    if (ahead.comparison_.verdict() || !is_within_items(ahead.opened_ + 1)) break;
    ++whole.rounds;
    // The arms of the round; those that have left are not needed.
    for (const auto& [arm, none] : ahead.make_round(ahead.opened_ + 1, ahead.times_).seats) {
      const Ticket ticket = ahead.ledger_.next();
      if (std::isnan(row[arm])) {
        record(Asked{ticket, arm});
        record(Abandoned{ticket});
      } else {
        record(Observed{ticket, arm, row[arm]});
      }
    }
  }
  return whole;
}

void RoundsExperiment::apply(const Event& event) {
  ledger_.check(event, spec().arms.size());
  std::visit(overloaded{
                 [&](const Asked& e) {
                   if (place_for(e.arm).seat == nullptr) {
                     throw RunError("log: ticket " + std::to_string(e.ticket) +
                                    " is for an arm that is in no round; the log is damaged");
                   }
                   ledger_.apply(e);
                   assign(e.arm, e.ticket);
                 },
                 [&](const Told& e) {
                   const Arm arm = ledger_.at(e.ticket).arm;
                   check_logged([&] { check_value(arm, e.value); });
                   ledger_.apply(e);
                   ++told_;
                 },
                 [&](const Observed& e) {
                   check_logged([&] { check_value(e.arm, e.value); });
                   ledger_.apply(e);
                   assign(e.arm, e.ticket);
                   ++told_;
                 },
                 [&](const Changed& e) { changed(e); },
                 [&](const ArmAdded& e) { check_logged([&] { plan_.check(e, false); }); },
                 [&](const ArmRetired& e) { check_logged([&] { plan_.check(e, false); }); },
                 [&](const Abandoned& e) { ledger_.apply(e); },
                 [&](const Reissued& e) { ledger_.apply(e); },
                 [&](const auto& e) { plan_.apply(e, ledger_.told()); },
             },
             event);
  advance();
}

std::vector<Event> RoundsExperiment::change(const NewSettings& wanted) const {
  std::vector<Event> events = plan_.change(wanted, comparison_.verdict().has_value());
  for (const Event& event : events) refuse_too_small(std::get<Changed>(event));
  return events;
}

std::vector<Event> RoundsExperiment::add_arms(std::span<const std::string> names) const {
  return plan_.add_arms(names, comparison_.verdict().has_value(), ledger_.told());
}
std::vector<Event> RoundsExperiment::retire_arms(std::span<const std::string> names) const {
  return plan_.retire_arms(names, comparison_.verdict().has_value(), ledger_.told());
}

void RoundsExperiment::refuse_too_small(const Changed& event) const {
  if (event.setting != Setting::delta) return;
  const double least = rounded_up(comparison_.least_delta());
  if (event.value >= least) return;
  const std::string why = "delta: " + exact(event.value) +
                          " is too small: an arm has left, and the " +
                          "evidence against it suffices only for " + exact(least);
  throw InputError(why + (least < spec().delta ? "; give at least that, or begin a new experiment"
                                               : "; no smaller one is possible"));
}

void RoundsExperiment::changed(const Changed& event) {
  check_logged([&] {
    plan_.check(event, comparison_.verdict().has_value());
    // Functions of other computers may differ in the last digit.
    const bool is_delta = event.setting == Setting::delta;
    if (is_delta && event.value < comparison_.least_delta() * (1.0 - 1e-9)) refuse_too_small(event);
  });
  plan_.apply(event, ledger_.told());
  if (event.setting == Setting::max_samples) return;
  // The comparison at these terms from the first round on, without a verdict before the last.
  Comparison anew(spec().arms.size(), comparison_terms(spec()));
  for (std::size_t round = 0; round < table_.rounds(); ++round) {
    const bool is_last = round + 1 == table_.rounds();
    anew.add(table_.members(round), table_.values(round),
             is_last ? RoundLook::verdict : RoundLook::none);
  }
  comparison_ = std::move(anew);
}

RoundsExperiment::Place RoundsExperiment::place_for(Arm arm) {
  if (comparison_.verdict() || !comparison_.in_play(arm)) return {};
  for (Round& round : open_) {
    Seat* const seat = round.seat_of(arm);
    if (seat != nullptr && seat->ticket == 0) return {round.number, seat};
  }
  if (!is_within_items(opened_ + 1)) return {};
  Round round = make_round(opened_ + 1, times_);
  if (round.seat_of(arm) == nullptr) return {};
  ++opened_;
  for (const Seat& seat : round.seats) ++times_[seat.arm];
  open_.push_back(std::move(round));
  return {opened_, open_.back().seat_of(arm)};
}

void RoundsExperiment::assign(Arm arm, Ticket ticket) {
  const Place place = place_for(arm);
  round_of_.push_back(place.round);
  counted_.push_back(false);
  if (place.seat != nullptr) place.seat->ticket = ticket;
}

void RoundsExperiment::advance() {
  const auto is_complete = [&](const Round& round) {
    return std::ranges::none_of(round.seats, [&](const Seat& seat) { return is_awaited(seat); });
  };
  while (!open_.empty() && !comparison_.verdict() && is_complete(open_.front())) {
    count(open_.front());
    open_.pop_front();
  }
  if (comparison_.verdict()) open_.clear();
}

void RoundsExperiment::count(const Round& round) {
  members_.clear();
  std::ranges::fill(values_, no_value);
  for (const auto& [arm, ticket] : round.seats) {
    members_.push_back(arm);
    if (!comparison_.in_play(arm)) continue;
    const Ledger::Entry& entry = ledger_.at(ticket);
    if (entry.state != Ledger::State::told) continue;
    const double value = onto_scale(spec().scale, entry.value);
    values_[arm] = orientation() * value;
    counted_[ticket - 1] = true;
    ++samples_;
    ++pulls_[arm];
    sums_[arm] += value;
  }
  comparison_.add(members_, values_);
  table_.add(members_, values_);
}

Phase RoundsExperiment::phase() const {
  if (comparison_.verdict()) return Phase::decided;
  bool can_go_on = !open_.empty();
  if (!can_go_on) {
    visit_upcoming([&](std::uint64_t, Arm) {
      can_go_on = true;
      return false;
    });
  }
  return can_go_on ? Phase::running : Phase::undecided;
}

std::vector<WaitingResults> RoundsExperiment::waiting() const {
  std::vector<WaitingResults> all;
  std::vector<Ticket> needed;  // by the rounds up to this one
  for (const Round& round : open_) {
    for (const Seat& seat : round.seats) {
      if (seat.ticket != 0 && is_awaited(seat)) needed.push_back(seat.ticket);
    }
    for (const auto& [arm, ticket] : round.seats) {
      if (ticket == 0 || !comparison_.in_play(arm)) continue;
      if (ledger_.at(ticket).state != Ledger::State::told) continue;
      auto here = std::ranges::find(all, arm, &WaitingResults::arm);
      if (here == all.end()) here = all.insert(all.end(), {arm, 0, {}});
      ++here->results;
      here->tickets = needed;
    }
  }
  std::ranges::sort(all, {}, &WaitingResults::arm);
  for (WaitingResults& here : all) std::ranges::sort(here.tickets);
  return all;
}

}  // namespace mirador
