#include "live/deeds.hpp"

#include <fmt/format.h>

#include <map>

#include "live/words.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {

std::string phase_sentence(const Progress& progress) {
  // A verdict names its number of samples; there may be more by now.
  const bool is_said = progress.verdict && progress.verdict->samples == progress.samples;
  const std::string phase =
      (is_said ? "" : counted(progress.samples, "sample") + ", ") + phase_text(progress);
  if (!progress.verdict) return phase + excess_clause(progress) + waiting_clause(progress);
  return fmt::format("{}: {}; {}", phase, progress.verdict->answer.text,
                     verdict_risk_text(progress));
}

namespace {

std::string_view reason_of(NotCounted why) {
  switch (why) {
    case NotCounted::retired:
      return "the arm was retired";
    case NotCounted::decided:
      return "there is a verdict already";
    case NotCounted::left:
      return "the arm is ruled out already";
    case NotCounted::late:
      break;
  }
  return "the round went on without it";
}

/// Told tickets whose values do not count.
struct Idle {
  std::uint64_t values = 0;
  std::string text = {};  ///< "; ticket 3 does not count: the arm was retired"
};

Idle idle_among(const Session& session, std::span<const Ticket> told) {
  std::map<NotCounted, std::vector<Ticket>> tickets;
  for (const Ticket ticket : told) {
    if (const auto why = session.not_counted(ticket)) tickets[*why].push_back(ticket);
  }
  Idle idle;
  for (const auto& [why, those] : tickets) {
    idle.values += those.size();
    idle.text += fmt::format("; {} {} not count: {}", tickets_text(those),
                             those.size() == 1 ? "does" : "do", reason_of(why));
  }
  return idle;
}

}  // namespace

Deed deed_of(const std::string& done, std::vector<std::pair<std::string, Deed::Value>> fields,
             const Session& session, std::span<const Ticket> told) {
  const Progress progress = session.progress();
  const Idle idle = idle_among(session, told);
  fields.emplace_back("samples", progress.samples);
  fields.emplace_back("waiting", waiting_results(progress));
  fields.emplace_back("phase", std::string(to_string(progress.phase)));
  if (const std::uint64_t excess = over_budget(progress)) {
    fields.emplace_back("over_budget", excess);
  }
  if (idle.values > 0) fields.emplace_back("not_counted", idle.values);
  return {done + idle.text + "; " + phase_sentence(progress), std::move(fields)};
}

Deed told_deed(std::uint64_t told, std::uint64_t news, const Session& session,
               std::span<const Ticket> tickets) {
  const std::string results = counted(told, "result") + " told";
  return deed_of(news == told ? results : fmt::format("{}, {} of them new", results, news),
                 {{"told", told}, {"new", news}}, session, tickets);
}

Deed observed_deed(Ticket ticket, const std::string& arm, const Session& session) {
  return deed_of(fmt::format("observed {}, ticket {}", arm, ticket),
                 {{"ticket", ticket}, {"arm", arm}}, session, {&ticket, 1});
}

Deed observed_deed(std::uint64_t values, const Session& session) {
  return deed_of(counted(values, "value") + " observed", {{"observed", values}}, session);
}

Deed abandoned_deed(std::span<const Ticket> tickets, std::uint64_t news, const Session& session) {
  if (tickets.size() == 1) {
    return deed_of(fmt::format("ticket {} {}", tickets.front(),
                               news > 0 ? "abandoned" : "was abandoned before"),
                   {{"ticket", tickets.front()}, {"new", news > 0}}, session);
  }
  const std::uint64_t given = tickets.size();
  const std::string done = counted(given, "ticket") + " abandoned";
  return deed_of(news == given ? done : fmt::format("{}, {} of them new", done, news),
                 {{"abandoned", given}, {"new", news}}, session);
}

}  // namespace mirador::cli
