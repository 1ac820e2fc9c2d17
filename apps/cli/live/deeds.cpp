#include "live/deeds.hpp"

#include <fmt/format.h>

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

Deed deed_of(const std::string& done, std::vector<std::pair<std::string, Deed::Value>> fields,
             const Progress& progress) {
  fields.emplace_back("samples", progress.samples);
  fields.emplace_back("waiting", waiting_results(progress));
  fields.emplace_back("phase", std::string(to_string(progress.phase)));
  if (const std::uint64_t excess = over_budget(progress)) {
    fields.emplace_back("over_budget", excess);
  }
  return {done + "; " + phase_sentence(progress), std::move(fields)};
}

Deed told_deed(std::uint64_t told, std::uint64_t news, const Progress& progress) {
  const std::string results = counted(told, "result") + " told";
  return deed_of(news == told ? results : fmt::format("{}, {} of them new", results, news),
                 {{"told", told}, {"new", news}}, progress);
}

Deed observed_deed(Ticket ticket, const std::string& arm, const Progress& progress) {
  return deed_of(fmt::format("observed {}, ticket {}", arm, ticket),
                 {{"ticket", ticket}, {"arm", arm}}, progress);
}

Deed observed_deed(std::uint64_t values, const Progress& progress) {
  return deed_of(counted(values, "value") + " observed", {{"observed", values}}, progress);
}

Deed abandoned_deed(std::span<const Ticket> tickets, std::uint64_t news, const Progress& progress) {
  if (tickets.size() == 1) {
    return deed_of(fmt::format("ticket {} {}", tickets.front(),
                               news > 0 ? "abandoned" : "was abandoned before"),
                   {{"ticket", tickets.front()}, {"new", news > 0}}, progress);
  }
  const std::uint64_t given = tickets.size();
  const std::string done = counted(given, "ticket") + " abandoned";
  return deed_of(news == given ? done : fmt::format("{}, {} of them new", done, news),
                 {{"abandoned", given}, {"new", news}}, progress);
}

}  // namespace mirador::cli
