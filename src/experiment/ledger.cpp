#include "mirador/experiment/ledger.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

/// Is the value new, given the value told before? Throws InputError if they differ.
bool is_news(Ticket ticket, double value, double before) {
  if (before == value) return false;
  throw Conflict("ticket: " + std::to_string(ticket) + " was told " + exact(before) +
                 " before and cannot be told " + exact(value) +
                 "; results cannot be changed; add another measurement with observe");
}

/// The same for a value in the same batch.
bool is_news_in_batch(Ticket ticket, double value, double above) {
  if (above == value) return false;
  throw InputError("ticket: " + std::to_string(ticket) + " has " + exact(above) +
                   " earlier in the batch and " + exact(value) + " here; leave one of them out");
}

[[noreturn]] void refuse(Ticket ticket, const char* why) {
  throw RunError("log: the event of ticket " + std::to_string(ticket) + " does not follow: " + why +
                 "; the log is damaged or belongs to another experiment");
}

}  // namespace

Ledger::Batch Ledger::batch_of(const Event& event) {
  return std::visit(overloaded{
                        [](const Told&) { return Batch::told; },
                        [](const Observed&) { return Batch::observed; },
                        [](const ArmAdded&) { return Batch::arms; },
                        [](const ArmRetired&) { return Batch::arms; },
                        [](const auto&) { return Batch::none; },
                    },
                    event);
}

void check_count(std::uint64_t count) {
  constexpr std::uint64_t most = 1'000'000;
  if (count >= 1 && count <= most) return;
  throw InputError("count: " + std::to_string(count) +
                   " tickets are too many or too few for one call; give 1 to " +
                   std::to_string(most));
}

const Ledger::Entry& Ledger::at(Ticket ticket) const {
  if (ticket >= 1 && ticket < next()) return entries_[ticket - 1];
  throw NotFound("ticket: " + std::to_string(ticket) + " is not one of this experiment; " +
                 (entries_.empty() ? "ask for one first"
                                   : "its tickets are 1 to " + std::to_string(entries_.size())));
}

std::vector<OpenTicket> Ledger::open() const {
  std::vector<OpenTicket> tickets;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].state == State::open) tickets.push_back({i + 1, entries_[i].arm});
  }
  return tickets;
}

std::vector<Event> Ledger::tell(std::span<const Reading> readings, const ValueCheck& check) const {
  std::vector<Event> events;
  std::unordered_map<Ticket, double> told_here;  // only of several
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto& [ticket, value, note] = readings[i];
    try {
      const Entry& known = at(ticket);
      const auto here = told_here.find(ticket);
      if (known.state == State::told && !is_news(ticket, value, known.value)) continue;
      if (here != told_here.end() && !is_news_in_batch(ticket, value, here->second)) continue;
      check(known.arm, value);
    } catch (const InputError& error) {
      if (readings.size() == 1) throw;
      throw ReadingError(i, error.what());
    }
    if (!events.empty()) std::get<Told>(events.back()).more = true;
    events.emplace_back(Told{ticket, value, note});
    if (readings.size() > 1) told_here.emplace(ticket, value);
  }
  return events;
}

std::vector<Event> Ledger::observe(std::span<const Observation> observations,
                                   const ValueCheck& check) const {
  std::vector<Event> events;
  events.reserve(observations.size());
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const auto& [arm, value] = observations[i];
    try {
      check(arm, value);
    } catch (const InputError& error) {
      if (observations.size() == 1) throw;
      throw ReadingError(i, error.what());
    }
    events.emplace_back(Observed{next() + i, arm, value, {}, i + 1 < observations.size()});
  }
  return events;
}

std::vector<Event> Ledger::reissue(std::span<const Ticket> tickets, std::uint64_t most) const {
  std::vector<Ticket> open;
  for (const Ticket ticket : tickets) {
    if (at(ticket).state == State::open) open.push_back(ticket);
  }
  std::ranges::sort(open);
  if (open.size() > most) open.resize(most);
  std::vector<Event> events;
  for (const Ticket ticket : open) events.emplace_back(Reissued{ticket});
  return events;
}

std::vector<Event> Ledger::abandon(std::span<const Ticket> tickets) const {
  std::vector<Event> events;
  std::unordered_set<Ticket> seen;
  for (const Ticket ticket : tickets) {
    const Entry& known = at(ticket);
    if (known.state == State::told) {
      throw Conflict("ticket: " + std::to_string(ticket) + " was told " + exact(known.value) +
                     " and cannot be abandoned; results are permanent");
    }
    const bool is_first = seen.insert(ticket).second;
    if (is_first && known.state == State::open) events.emplace_back(Abandoned{ticket});
  }
  return events;
}

void Ledger::check(const Event& event, std::size_t arms) const {
  const auto is_next = [&](Ticket ticket, Arm arm) {
    if (ticket != next()) refuse(ticket, "it is not the next one");
    if (arm >= arms) refuse(ticket, "there is no such arm");
  };
  const auto is_known = [&](Ticket ticket) {
    if (ticket < 1 || ticket >= next()) refuse(ticket, "it was not asked for");
    return entries_[ticket - 1].state;
  };
  const auto is_open = [&](Ticket ticket) {
    if (is_known(ticket) != State::open) refuse(ticket, "it is not open");
  };
  const Batch continued = batch_of(event);
  if (batch_ != Batch::none && continued != batch_) {
    refuse(ticket_of(event), "a batch is incomplete");
  }
  std::visit(overloaded{
                 [&](const Asked& e) { is_next(e.ticket, e.arm); },
                 [&](const Observed& e) { is_next(e.ticket, e.arm); },
                 [&](const Told& e) {
                   if (is_known(e.ticket) == State::told) refuse(e.ticket, "it was told before");
                 },
                 [&](const Abandoned& e) { is_open(e.ticket); },
                 [&](const Reissued& e) { is_open(e.ticket); },
                 [&](const ArmRetired& e) {
                   if (e.arm >= arms) {
                     throw RunError("log: arm number " + std::to_string(e.arm) +
                                    " is retired, and there are " + std::to_string(arms) +
                                    "; the log is damaged");
                   }
                 },
                 [](const auto&) {},  // not about a ticket
             },
             event);
}

void Ledger::abandon_open(Arm arm) {
  for (Entry& entry : entries_) {
    if (entry.arm != arm || entry.state != State::open) continue;
    entry.state = State::abandoned;
    ++abandoned_;
  }
}

void Ledger::apply(const Event& event) {
  const auto narrow = [](Arm arm) { return static_cast<std::uint32_t>(arm); };
  batch_ = is_within_batch(event) ? batch_of(event) : Batch::none;
  std::visit(overloaded{
                 [&](const Asked& e) {
                   entries_.push_back({narrow(e.arm), State::open, 0.0});
                 },
                 [&](const Observed& e) {
                   entries_.push_back({narrow(e.arm), State::told, e.value});
                   ++told_;
                 },
                 [&](const Told& e) {
                   abandoned_ -= entry(e.ticket).state == State::abandoned ? 1 : 0;
                   entry(e.ticket).state = State::told;
                   entry(e.ticket).value = e.value;
                   ++told_;
                 },
                 [&](const Abandoned& e) {
                   entry(e.ticket).state = State::abandoned;
                   ++abandoned_;
                 },
                 [&](const ArmRetired& e) { abandon_open(e.arm); },
                 [](const auto&) {},  // a ticket that is handed out again is open as before
             },
             event);
}

}  // namespace mirador
