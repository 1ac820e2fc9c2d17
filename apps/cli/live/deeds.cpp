#include "live/deeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "live/words.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
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

/// "2 results told", or "2 results told, 1 of them new".
std::string news_text(const std::string& done, std::uint64_t given, std::uint64_t news) {
  return news == given ? done : fmt::format("{}, {} of them new", done, news);
}

std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : std::string(separator)) + name;
  return list;
}

/// What was done, and its fields.
struct Done {
  std::string text;
  std::vector<std::pair<std::string, Deed::Value>> fields = {};
  std::vector<Ticket> told = {};  ///< each once
};

Done done(const TellResults& given, const Change& change, const Session&) {
  std::set<Ticket> tickets;
  for (const Reading& one : given.readings) tickets.insert(one.ticket);
  const std::uint64_t told = given.readings.size(), news = change.events.size();
  return {news_text(counted(told, "result") + " told", told, news),
          {{"told", told}, {"new", news}},
          {tickets.begin(), tickets.end()}};
}

Done done(const ObserveValue& given, const Change& change, const Session&) {
  const Ticket ticket = ticket_of(change.events.front());
  return {fmt::format("observed {}, ticket {}", given.arm, ticket),
          {{"ticket", ticket}, {"arm", given.arm}},
          {ticket}};
}

Done done(const ObserveValues&, const Change& change, const Session&) {
  const std::uint64_t values = change.events.size();
  return {counted(values, "value") + " observed", {{"observed", values}}};
}

std::string missing_text(std::uint64_t values) {
  if (values == 0) return {};
  return fmt::format(", {} {} missing and {} as abandoned", counted(values, "value"),
                     values == 1 ? "is" : "are", values == 1 ? "counts" : "count");
}

Done done(const ObserveRounds& rows, const Change& change, const Session& session) {
  const std::uint64_t given = rows.rows.size(), rounds = rounds_in(session, change.events);
  const auto missing = static_cast<std::uint64_t>(std::ranges::count_if(
      change.events, [](const Event& event) { return std::holds_alternative<Abandoned>(event); }));
  const std::string seen = rounds == given
                               ? counted(given, "round") + " observed"
                               : fmt::format("{} of {} observed: the others were not needed",
                                             rounds, counted(given, "round"));
  return {seen + missing_text(missing),
          {{"rounds", rounds}, {"given", given}, {"missing", missing}}};
}

Done done(const AbandonTickets& asked, const Change& change, const Session&) {
  const std::uint64_t given = asked.tickets.size(), news = change.events.size();
  if (given == 1) {
    return {fmt::format("ticket {} {}", asked.tickets.front(),
                        news > 0 ? "abandoned" : "was abandoned before"),
            {{"ticket", asked.tickets.front()}, {"new", news > 0}}};
  }
  return {news_text(counted(given, "ticket") + " abandoned", given, news),
          {{"abandoned", given}, {"new", news}}};
}

Done done(const AddNote& given, const Change&, const Session&) {
  return {"noted", {{"note", given.text}}};
}

/// "delta 0.05, margin 3 %, max-samples 100"
std::string terms_text(const ExperimentSpec& spec) {
  const double margin = margin_of(spec.question);
  const std::string size = spec.scale == Scale::log ? percent_text(margin) : exact(margin);
  return fmt::format("delta {}{}, max-samples {}", exact(spec.delta),
                     margin > 0.0 ? ", margin " + size : "",
                     spec.max_samples ? std::to_string(*spec.max_samples) : "none");
}

Done done(const ChangeSettings&, const Change& change, const Session& session) {
  const std::uint64_t changed = change.events.size();
  return {changed == 0 ? "nothing changed" : "now " + terms_text(session.spec()),
          {{"changed", changed}, {"delta", session.spec().delta}}};
}

/// "added d; now 4 arms; arms were changed: risk in all at most 0.075"
Done arms_done(const std::string& word, const std::vector<std::string>& names,
               const std::string& note, const Session& session) {
  const Progress progress = session.progress();
  const std::uint64_t arms = arms_in_question(session.spec()).size();
  const std::string price = arms_risk_text(progress), list = joined(names, ", ");
  return {fmt::format("{} {}{}; now {}{}", word, list, note, counted(arms, "arm"),
                      price.empty() ? "" : "; " + price),
          {{word, list},
           {"arms", arms},
           {"risk_in_all", progress.risk_in_all.value_or(progress.delta)}}};
}

Done done(const AddArms& given, const Change&, const Session& session) {
  return arms_done("added", given.names, {}, session);
}

Done done(const RetireArms& given, const Change& change, const Session& session) {
  const std::uint64_t open = change.abandoned;
  Done retired = arms_done(
      "retired", given.names,
      open == 0 ? "" : fmt::format(", {} abandoned", counted(open, "open ticket")), session);
  retired.fields.emplace_back("abandoned", open);
  return retired;
}

Done tags_done(std::string_view word, const Change& change, const Session& session) {
  const std::uint64_t news = change.events.size();
  const std::string list = joined(session.plan().tags(), ",");
  return {
      fmt::format("{}; tags: {}",
                  news == 0 ? "nothing changed" : fmt::format("{} {}", counted(news, "tag"), word),
                  list.empty() ? "none" : list),
      {{"changed", news}, {"tags", list}}};
}

Done done(const AddTags&, const Change& change, const Session& session) {
  return tags_done("added", change, session);
}

Done done(const RemoveTags&, const Change& change, const Session& session) {
  return tags_done("removed", change, session);
}

Done done(const Change& change, const Session& session) {
  return std::visit(
      overloaded{[](const AskTickets&) { return Done{}; }, [](const AskRound&) { return Done{}; },
                 [&](const auto& given) { return done(given, change, session); }},
      change.action);
}

/// Tags say nothing about measurements.
bool is_about_tags(const Change& change) {
  return std::holds_alternative<AddTags>(change.action) ||
         std::holds_alternative<RemoveTags>(change.action);
}

}  // namespace

std::string done_text(const Change& change, const Session& session) {
  return done(change, session).text;
}

Deed deed_of(const Change& change, const Session& session) {
  auto [text, fields, told] = done(change, session);
  if (is_about_tags(change)) return {std::move(text), std::move(fields)};
  const Progress progress = session.progress();
  const Idle idle = idle_among(session, told);
  fields.emplace_back("samples", progress.samples);
  fields.emplace_back("waiting", waiting_results(progress));
  fields.emplace_back("phase", std::string(to_string(progress.phase)));
  if (const std::uint64_t excess = over_budget(progress)) {
    fields.emplace_back("over_budget", excess);
  }
  if (idle.values > 0) fields.emplace_back("not_counted", idle.values);
  return {text + idle.text + "; " + phase_sentence(progress), std::move(fields)};
}

Deed begun_deed(const std::string& name, const ExperimentSpec& spec, const Progress& progress) {
  const std::string budget = spec.max_samples
                                 ? fmt::format("budget {}, {}{}, ", *spec.max_samples,
                                               spec.rounds ? "in " : "rule ", rule_name(spec))
                                 : "";
  return {fmt::format("{}: {} arms, {}delta {} [{}]; next: mirador ask", name, spec.arms.size(),
                      budget, exact(spec.delta), to_string(progress.guarantee)),
          {{"name", name},
           {"arms", std::uint64_t{spec.arms.size()}},
           {"rule", rule_name(spec)},
           {"delta", spec.delta},
           {"status", std::string(to_string(progress.guarantee))}}};
}

}  // namespace mirador::cli
