#include "live/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/core/text.hpp"
#include "text/numbers.hpp"
#include "text/problem_words.hpp"

namespace mirador::cli {

namespace {

/// "a, b, c", or the first of many.
std::string short_list(std::span<const std::string> names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), most))) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

/// A sum of risks, without the digits of rounding.
std::string risk_number(double risk) {
  const std::string short_one = fmt::format("{:.10g}", risk);
  return std::abs(std::stod(short_one) - risk) < 1e-12 * risk ? short_one : exact(risk);
}

/// "within 0.08 of the best"; empty if nothing can be said.
std::string distance_text(const ExperimentSpec& spec, const Recommendation& recommendation) {
  const double within = recommendation.within;
  if (!std::isfinite(within)) return {};
  const bool is_share = spec.scale == Scale::log;
  return fmt::format("within {} of the best",
                     is_share ? rounded_up(100.0 * within, 3) + " %" : rounded_up(within, 3));
}

/// "risk 0.05 [proved]"
std::string recommendation_risk(const ExperimentStatus& status) {
  return fmt::format("risk {} [{}]", risk_number(status.recommendation->risk),
                     status.contradiction ? "assumption contradicted" : "proved");
}

}  // namespace

bool budget_is_spent(const ExperimentStatus& status) {
  return status.phase == Phase::undecided && status.max_samples && !status.out_of_items;
}

std::string recommendation_text(const ExperimentSpec& spec, const ExperimentStatus& status) {
  if (status.verdict || !status.recommendation) return {};
  const auto& [arm, within, risk, possible, ruled_out] = *status.recommendation;
  const std::string distance = distance_text(spec, *status.recommendation);
  std::string text = distance.empty() ? "how far " + arm + " is from the best cannot be said yet"
                                      : fmt::format("{} is {}", arm, distance);
  if (budget_is_spent(status)) {
    text =
        fmt::format("{}: {} recommended, {}", *status.max_samples, arm,
                    distance.empty() ? "and how far it is from the best cannot be said" : distance);
  }
  text += "; still possible: " + short_list(possible);
  if (!ruled_out.empty()) text += "; ruled out: " + short_list(ruled_out);
  return text + "; " + recommendation_risk(status);
}

std::string recommendation_after_budget(const ExperimentSpec& spec,
                                        const ExperimentStatus& status) {
  if (!budget_is_spent(status) || !status.recommendation) return {};
  const std::string distance = distance_text(spec, *status.recommendation);
  return fmt::format(
      "{} recommended{}", status.recommendation->arm,
      distance.empty() ? "" : fmt::format(", {} ({})", distance, recommendation_risk(status)));
}

namespace {

/// More than a thousand measurements with two digits.
std::string rough_samples(double samples) {
  if (!(samples >= 1000.0)) return short_samples(samples);
  const double unit = std::pow(10.0, std::floor(std::log10(samples)) - 1.0);
  return short_samples(unit * std::round(samples / unit));
}

}  // namespace

std::string forecast_range_text(const Forecast& forecast, std::string_view one,
                                std::string_view many) {
  const double low = std::floor(forecast.low), high = std::max(std::ceil(forecast.high), 1.0);
  if (std::isinf(high)) {
    if (std::isfinite(low) && low > 0.0) {
      return fmt::format("at least {} more {}, no end in sight", rough_samples(low),
                         low > 1.0 ? many : one);
    }
    return std::isinf(forecast.middle) ? "too early to say" : "no end in sight";
  }
  const std::string_view name = high > 1.0 ? many : one;
  const std::string from = rough_samples(low), to = rough_samples(high);
  if (from == to) return fmt::format("{} more {}", to, name);
  return low > 0.0 ? fmt::format("{} to {} more {}", from, to, name)
                   : fmt::format("up to {} more {}", to, name);
}

std::string forecast_text(const ExperimentStatus& status) {
  if (status.phase != Phase::running || !status.findings) return {};
  const Forecast& forecast = status.findings->to_go;
  const bool capped = status.max_samples &&
                      forecast.middle >= static_cast<double>(*status.max_samples - status.samples);
  std::string text = forecast_range_text(forecast, "sample", "samples");
  if (capped) return text + "; the budget probably ends first";
  return text + (std::isfinite(forecast.high) ? " (8 in 10 such forecasts hold)" : "");
}

std::string_view what_ran_out(const Progress& progress) {
  return progress.out_of_items ? "all items are used" : "the budget is spent";
}

std::string phase_text(const Progress& progress) {
  switch (progress.phase) {
    case Phase::decided:
      return fmt::format("decided after {}", counted(progress.verdict->samples, "sample"));
    case Phase::undecided:
      return "undecided, " + std::string(what_ran_out(progress));
    case Phase::running:
      break;
  }
  return "running";
}

namespace {

/// "symmetric, compare mean", "bounded from 0 to 1, 795 items", with a round size.
std::string rounds_line(const RoundsSpec& rounds) {
  std::string text(name_of(rounds.law));
  if (const auto* symmetric = std::get_if<SymmetricSpec>(&rounds.law)) {
    text += fmt::format(", compare {}", word_of(symmetric->compare));
  } else if (const auto* bounded = std::get_if<BoundedSpec>(&rounds.law)) {
    text += fmt::format(" from {} to {}", exact(bounded->lo), exact(bounded->hi));
  }
  if (rounds.items) text += fmt::format(", {} items", *rounds.items);
  if (rounds.round_size) text += fmt::format(", {} arms per round", *rounds.round_size);
  return text;
}

std::string family_line(const ExperimentSpec& spec) {
  // The parameters of normal arms are not known.
  return std::holds_alternative<NormalSpec>(spec.family) ? std::string(name_of(spec.family))
                                                         : family_text(spec.family);
}

}  // namespace

std::string question_line(const ExperimentSpec& spec) {
  const MarginKind kind = margin_kind(spec.scale);
  const std::string scale = spec.scale == Scale::log ? ", log scale" : "";
  const std::string question = question_text(spec.question, kind);
  if (!spec.rounds) {
    return fmt::format("{}; {} arms, {}{}; delta {}; rule {}", question,
                       arms_in_question(spec).size(), family_line(spec), scale, exact(spec.delta),
                       spec.rule.label);
  }
  return fmt::format("{}; {} arms in rounds, {}{}; delta {}", question, spec.arms.size(),
                     rounds_line(*spec.rounds), scale, exact(spec.delta));
}

std::string rule_name(const ExperimentSpec& spec) {
  return spec.rounds ? "rounds" : spec.rule.label;
}

std::string stopping_name(const ExperimentSpec& spec) {
  return spec.rounds ? "rounds" : text_of(spec.stopping);
}

std::string item_text(const ExperimentSpec& spec, const std::optional<RoundPlace>& place) {
  if (!place || place->item == 0) return {};
  const std::string* name = name_of_item(*spec.rounds, place->item);
  return name != nullptr ? *name : std::to_string(place->item);
}

std::string wins_text(const RoundsStatus& rounds) {
  constexpr std::size_t most = 8;
  std::string text;
  for (const DifferenceStatus& one :
       std::span(rounds.differences).first(std::min(rounds.differences.size(), most))) {
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", one.arm, one.better,
                        one.better + one.worse + one.tied);
  }
  return rounds.differences.size() > most ? text + ", ..." : text;
}

std::string in_play_text(const RoundsStatus& rounds) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(rounds.in_play.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + rounds.in_play[i];
  }
  if (rounds.in_play.size() > most)
    text += fmt::format(" and {} more", rounds.in_play.size() - most);
  text += " in play";
  if (rounds.ruled_out.empty()) return text;
  text += "; ruled out: ";
  // The last to leave are news.
  const std::size_t out = rounds.ruled_out.size(), first = out > most ? out - most : 0;
  for (std::size_t i = first; i < out; ++i) {
    text += fmt::format("{}{} (round {})", i == first ? "" : ", ", rounds.ruled_out[i].arm,
                        rounds.ruled_out[i].round);
  }
  return first > 0 ? text + fmt::format(" and {} before", first) : text;
}

std::string smallest_risk_text(const ExperimentStatus& status) {
  constexpr int digits = 3;
  const std::string risk = rounded_up(status.smallest_risk, digits);
  return risk == "1" ? "" : risk;
}

double risk_of(const Progress& progress) { return progress.risk_in_all.value_or(progress.delta); }

namespace {

/// The same if a smaller δ was chosen from the data.
double first_risk_of(const Progress& progress) {
  return *progress.first_delta * (risk_of(progress) / progress.delta);
}

}  // namespace

std::string verdict_risk_text(const Progress& progress) {
  std::string text = "wrong with probability at most " + risk_number(risk_of(progress));
  if (progress.first_delta) {
    text +=
        fmt::format(" ({} if {} was chosen from the data)", risk_number(first_risk_of(progress)),
                    progress.risk_in_all ? "delta" : "that");
  }
  if (progress.risk_in_all) {
    text += fmt::format(" in all, as arms were changed at delta {}", exact(progress.delta));
  }
  return text + fmt::format(" [{}]", guarantee_text(progress));
}

std::string arms_risk_text(const Progress& progress) {
  if (!progress.risk_in_all) return {};
  return "arms were changed: risk in all at most " + risk_number(*progress.risk_in_all);
}

std::string name_of(const ArmStatus& arm) { return arm.name + (arm.retired ? " (retired)" : ""); }

namespace {

std::string setting_text(Setting setting, double value) {
  const bool is_none = setting == Setting::max_samples && value == 0.0;
  return is_none ? "none" : exact(value);
}

}  // namespace

std::string change_text(const PlanChange& change) {
  std::string option(to_string(change.setting));
  std::ranges::replace(option, '_', '-');
  return fmt::format("{} from {} to {}, after {}", option,
                     setting_text(change.setting, change.from),
                     setting_text(change.setting, change.to), counted(change.samples, "sample"));
}

std::string change_text(const ArmChange& change) {
  return fmt::format("{} {}, after {}", change.arm, change.is_added ? "added" : "retired",
                     counted(change.samples, "sample"));
}

std::string note_text(const PlanNote& note) {
  return fmt::format("{} (after {})", printable(note.text), counted(note.samples, "sample"));
}

std::uint64_t over_budget(const Progress& progress) {
  const std::uint64_t budget = progress.max_samples.value_or(progress.samples);
  return progress.samples > budget ? progress.samples - budget : 0;
}

std::string excess_clause(const Progress& progress) {
  const std::uint64_t excess = over_budget(progress);
  if (excess == 0) return {};
  return fmt::format("; {} more than the budget of {}", excess, *progress.max_samples);
}

std::string answer_text(const ExperimentStatus& status) {
  if (status.verdict) return status.verdict->answer.text;
  return status.findings ? status.findings->answer.text : "";
}

std::string risk_text(const ExperimentStatus& status) {
  const std::string smallest = smallest_risk_text(status);
  if (!status.verdict) {
    const std::string arms = arms_risk_text(status);
    return (smallest.empty()
                ? "not yet decidable at any risk"
                : fmt::format("could be decided now at any {} down to {} [{}]",
                              arms.empty() ? "risk" : "delta", smallest, guarantee_text(status))) +
           (arms.empty() ? "" : "; " + arms);
  }
  const bool lower = status.smallest_risk < status.delta;
  return verdict_risk_text(status) +
         (lower ? fmt::format("; the data would now decide at any {} down to {}",
                              status.risk_in_all ? "delta" : "risk", smallest)
                : "");
}

std::string separate_text(const ExperimentStatus& status) {
  const std::string confidence = confidence_text(risk_of(status));
  if (status.guarantee != Status::proved) {
    return fmt::format(
        "The intervals hold with probability at least {}; no such probability is proved for "
        "a verdict.",
        confidence);
  }
  const std::string otherwise =
      status.first_delta ? fmt::format(" ({} if the smaller delta was chosen from the data)",
                                       confidence_text(first_risk_of(status)))
                         : "";
  return fmt::format(
      "{} verdict and the intervals each hold with probability at least {}{}, separately, not "
      "jointly.",
      status.verdict ? "The" : "A", confidence, otherwise);
}

std::string equal_note(std::string_view answer, std::size_t others, double margin,
                       MarginKind kind) {
  const std::string each = fmt::format("each differs from {} by at most the margin", answer);
  if (others < 2) return each;
  const std::string twice = kind == MarginKind::relative
                                ? fmt::format(" ({})", percent_text(margin * (2.0 + margin)))
                                : "";
  return fmt::format("{}; two of them may differ by up to twice the margin{}", each, twice);
}

std::string_view equal_in_rounds(double margin) {
  return margin > 0.0 ? "each is within the margin of the best of them" : "";
}

std::string margin_note(const ExperimentSpec& spec, const ExperimentStatus& status) {
  if (!status.verdict || !status.verdict->equal_within_margin) return {};
  if (status.rounds) return std::string(equal_in_rounds(margin_of(spec.question)));
  const VerdictStatus& verdict = *status.verdict;
  return std::visit(overloaded{
                        [](const ThresholdingSpec&) -> std::string {
                          return "each lies within the margin of the level";
                        },
                        [](const TopMSpec&) -> std::string {
                          return "of these, one outside the answer is better than one inside by at "
                                 "most the margin";
                        },
                        [&](const auto&) {
                          const auto others = std::ranges::count(verdict.roles, Role::shares);
                          return equal_note(verdict.answer.arms.front(),
                                            static_cast<std::size_t>(others),
                                            margin_of(spec.question), margin_kind(spec.scale));
                        },
                    },
                    spec.question);
}

namespace {

/// "2 results wait for ticket 3", or "for the rest of the round"; with " of b" if an arm is given.
std::string waiting_sentence(std::uint64_t results, std::string_view arm,
                             std::span<const Ticket> tickets) {
  const std::string awaited = tickets.empty() ? "the rest of the round" : tickets_text(tickets);
  return fmt::format("{}{}{} {} for {}", counted(results, "result"), arm.empty() ? "" : " of ", arm,
                     results == 1 ? "waits" : "wait", awaited);
}

/// The tickets that the waiting results need, each once.
std::vector<Ticket> awaited_tickets(const Progress& progress) {
  std::vector<Ticket> tickets;
  for (const WaitingResults& here : progress.waiting) {
    tickets.insert(tickets.end(), here.tickets.begin(), here.tickets.end());
  }
  std::ranges::sort(tickets);
  tickets.erase(std::unique(tickets.begin(), tickets.end()), tickets.end());
  return tickets;
}

}  // namespace

std::string tickets_text(std::span<const Ticket> tickets) {
  constexpr std::size_t most = 5;
  std::string list;
  for (const Ticket ticket : tickets.first(std::min(tickets.size(), most))) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", ticket);
  }
  return fmt::format("{} {}{}", tickets.size() == 1 ? "ticket" : "tickets", list,
                     tickets.size() > most ? ", ..." : "");
}

std::uint64_t waiting_results(const Progress& progress) {
  std::uint64_t results = 0;
  for (const WaitingResults& here : progress.waiting) results += here.results;
  return results;
}

std::string waiting_clause(const Progress& progress) {
  if (progress.waiting.empty()) return {};
  return "; " + waiting_sentence(waiting_results(progress), {}, awaited_tickets(progress));
}

std::string stalled_text(const Progress& progress, std::span<const HandedOut> just_now) {
  constexpr std::uint64_t many = 20;
  const std::uint64_t results = waiting_results(progress);
  if (results < many) return {};
  std::vector<Ticket> tickets = awaited_tickets(progress);
  std::erase_if(tickets, [&](Ticket ticket) {
    return std::ranges::find(just_now, ticket, &HandedOut::ticket) != just_now.end();
  });
  if (tickets.empty()) return {};
  return fmt::format("{}; tell or abandon {}, or ask with --reissue-after",
                     waiting_sentence(results, {}, tickets), tickets.size() == 1 ? "it" : "them");
}

std::string waiting_text(const ExperimentStatus& status) {
  constexpr std::size_t most_arms = 5;
  std::string text;
  for (const WaitingResults& here :
       std::span(status.waiting).first(std::min(status.waiting.size(), most_arms))) {
    text += (text.empty() ? "" : "; ") +
            waiting_sentence(here.results, status.arms[here.arm].name, here.tickets);
  }
  return status.waiting.size() > most_arms ? text + "; and so on" : text;
}

std::string waiting_remedy(const Progress& progress) {
  const std::size_t tickets = awaited_tickets(progress).size();
  if (tickets == 0) return "ask for it first";
  return tickets == 1 ? "tell or abandon it first" : "tell or abandon those first";
}

std::string contradiction_text(const ExperimentStatus& status) {
  if (!status.contradiction) return {};
  return fmt::format("contradicted: {}{}", status.contradiction->reason,
                     status.guarantee == Status::proved ? "; the guarantee does not hold" : "");
}

std::string change_of_mind(const ExperimentStatus& status) {
  if (!status.verdict || !status.findings) return {};
  const NamedAnswer &then = status.verdict->answer, &now = status.findings->answer;
  const bool same = then.arms.empty() ? then.text == now.text : then.arms == now.arms;
  return same ? "" : fmt::format("the data now speak for {}; the verdict stays", now.text);
}

bool in_answer(const ExperimentStatus& status, const std::string& arm) {
  if (!status.findings && !status.verdict) return false;
  const NamedAnswer& answer = status.verdict ? status.verdict->answer : status.findings->answer;
  return std::ranges::find(answer.arms, arm) != answer.arms.end();
}

std::vector<std::size_t> leading_places(const ExperimentStatus& status, std::size_t most) {
  std::vector<std::size_t> places(status.arms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (places.size() > most) {
    const auto rank = [&](std::size_t a) {
      return std::pair(in_answer(status, status.arms[a].name), status.arms[a].pulls);
    };
    std::ranges::stable_sort(places, [&](auto a, auto b) { return rank(a) > rank(b); });
    places.resize(most);
    std::ranges::sort(places);
  }
  return places;
}

std::vector<ArmStatus> leading_arms(const ExperimentStatus& status, std::size_t most) {
  std::vector<ArmStatus> arms;
  for (const std::size_t place : leading_places(status, most)) arms.push_back(status.arms[place]);
  return arms;
}

std::optional<double> level_of(const QuestionSpec& question) {
  return std::visit(
      [](const auto& q) -> std::optional<double> {
        if constexpr (requires { q.level; }) return q.level;
        return std::nullopt;
      },
      question);
}

}  // namespace mirador::cli
