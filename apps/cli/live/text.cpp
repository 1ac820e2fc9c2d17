#include "mirador/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "live/render.hpp"
#include "live/words.hpp"
#include "mirador/core/printable.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"
#include "text/problem_words.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

constexpr std::size_t narrowest = 20, widest = 100, most_arms = 12, most_tickets = 5;

/// On narrower screens the columns of an arm are printed below each other.
constexpr std::size_t side_by_side = 60;

std::string margin_line(const StatusReport& report, std::size_t width) {
  const std::string note = margin_note(report.spec, report.status);
  return note.empty() ? "" : labelled("margin", note, width);
}

std::string answer_line(const ExperimentStatus& status, std::size_t width) {
  if (status.verdict) {
    const std::string doubt = change_of_mind(status);
    return labelled("verdict",
                    fmt::format("{}; {}{}{}", abbreviated(status.verdict->answer.text),
                                risk_text(status), doubt.empty() ? "" : "; ", doubt),
                    width);
  }
  if (!status.findings) {
    const std::string price = arms_risk_text(status);
    return labelled("answer",
                    (status.rounds ? "none yet: no round is complete"
                                   : "none yet: some arms have too few measurements") +
                        (price.empty() ? "" : "; " + price),
                    width);
  }
  return labelled(
      "answer",
      fmt::format("{} so far; {}", abbreviated(status.findings->answer.text), risk_text(status)),
      width);
}

std::string evidence_line(const ExperimentStatus& status, std::size_t width) {
  if (!status.findings) return {};
  const double evidence = status.findings->evidence, required = status.findings->required;
  const std::string bar = meter(evidence / required, std::clamp<std::size_t>(width / 4, 10, 20));
  const std::string text =
      fmt::format("{} {} of {} nats", bar, signed_number(evidence), signed_number(required));
  const std::string forecast = forecast_text(status);
  return labelled("evidence", text, width) +
         (forecast.empty() ? "" : labelled("forecast", forecast, width));
}

std::string open_text(const StatusReport& report) {
  const std::vector<OpenTicket>& open = report.status.open;
  if (open.empty()) return {};
  std::string text = fmt::format("; {} open:", counted(open.size(), "ticket"));
  for (std::size_t i = 0; i < std::min(open.size(), most_tickets); ++i) {
    text += fmt::format("{} {} {}", i == 0 ? "" : ",", open[i].ticket,
                        shortened(report.spec.arms[open[i].arm], 20));
  }
  return text + (open.size() > most_tickets ? ", ..." : "");
}

std::string samples_line(const StatusReport& report, std::size_t width) {
  const ExperimentStatus& status = report.status;
  std::string text = std::to_string(status.samples);
  if (status.max_samples) text += fmt::format(" of at most {}", *status.max_samples);
  text += open_text(report);
  if (status.abandoned > 0) text += fmt::format("; {} abandoned", status.abandoned);
  return labelled("samples", text + excess_clause(status), width);
}

/// The changes of the plan, and the last notes.
std::string plan_lines(const ExperimentStatus& status, std::size_t width) {
  constexpr std::size_t most_notes = 5;
  std::string text;
  for (const PlanChange& change : status.changes) {
    text += labelled("changed", change_text(change), width);
  }
  for (const ArmChange& change : status.arm_changes) {
    text += labelled("changed", abbreviated(change_text(change)), width);
  }
  if (!status.tags.empty()) {
    std::string tags;
    for (const std::string& tag : status.tags) tags += (tags.empty() ? "" : ", ") + printable(tag);
    text += labelled("tags", abbreviated(tags), width);
  }
  const std::size_t notes = status.notes.size(), shown = std::min(notes, most_notes);
  for (const PlanNote& note : std::span(status.notes).last(shown)) {
    text += labelled("note", abbreviated(note_text(note)), width);
  }
  return text;
}

/// Results that were told and do not count yet.
std::string waiting_line(const ExperimentStatus& status, std::size_t width) {
  if (status.waiting.empty()) return {};
  return labelled("waiting", waiting_text(status) + ": " + waiting_remedy(status), width);
}

/// What a comparison in rounds shows beside the evidence.
std::string rounds_lines(const ExperimentStatus& status, std::size_t width) {
  if (!status.rounds) return {};
  const RoundsStatus& rounds = *status.rounds;
  std::string text = labelled(
      "rounds", fmt::format("{}; {}", rounds.rounds, abbreviated(in_play_text(rounds))), width);
  if (rounds.items) {
    text +=
        labelled("items", fmt::format("{} of {}", rounds.items->used, rounds.items->total), width);
  }
  if (!rounds.differences.empty()) {
    text += labelled(
        "wins", fmt::format("{}, against {}", wins_text(rounds), rounds.differences[0].to), width);
  }
  for (const RoundsWarning& warning : rounds.warnings) {
    text += labelled("warning", text_of(warning), width);
  }
  return text;
}

std::string state_text(const StatusReport& report) {
  const bool lacks_rows = report.table && !report.status.verdict;
  return lacks_rows ? "undecided, the rows are not enough" : phase_text(report.status);
}

/// How much of the table of `compare` was needed.
std::string table_line(const StatusReport& report, std::size_t width) {
  if (!report.table) return {};
  const auto& [rows, values, warnings] = *report.table;
  const std::string all = fmt::format("{} with {}", counted(rows, "row"), counted(values, "value"));
  if (!report.status.verdict) {
    return labelled("table", all, width);
  }
  const double share =
      static_cast<double>(report.status.verdict->samples) / static_cast<double>(values);
  return labelled("table",
                  fmt::format("{}; {} ({}, {} %) would have sufficed", all,
                              counted(report.status.rounds->rounds, "row"),
                              counted(report.status.verdict->samples, "value"), percent(share)),
                  width);
}

std::string table_warnings(const StatusReport& report, std::size_t width) {
  std::string text;
  if (!report.table) return text;
  for (const std::string& doubt : report.table->warnings) text += labelled("warning", doubt, width);
  return text;
}

/// The arms as they are drawn in rounds: their differences to the answer.
std::vector<ArmStatus> as_differences(const StatusReport& report) {
  const ExperimentStatus& status = report.status;
  const double none = report.spec.scale == Scale::log ? 1.0 : 0.0;
  std::vector<ArmStatus> arms = leading_arms(status, most_arms);
  for (ArmStatus& arm : arms) {
    const auto found =
        std::ranges::find(status.rounds->differences, arm.name, &DifferenceStatus::arm);
    if (found == status.rounds->differences.end()) {
      if (!in_answer(status, arm.name)) arm.mean.reset();
      if (arm.mean) arm.mean = arm.low = arm.high = none;
    } else {
      arm.mean = found->estimate;
      arm.low = found->low;
      arm.high = found->high;
    }
  }
  return arms;
}

/// The arms of a status, as they are drawn.
struct ArmChart {
  const ExperimentStatus& status;
  std::string_view number;  // the heading of the column of numbers
  std::vector<ArmStatus> arms;
  std::optional<double> level;
  std::size_t width;
  bool colour;

  std::string name_of(const ArmStatus& arm, std::size_t room) const {
    return fmt::format("{} {}", in_answer(status, arm.name) ? "*" : " ",
                       shortened(cli::name_of(arm), room - 2));
  }
  std::string mean_of(const ArmStatus& arm) const {
    if (!arm.mean) return "-";
    const Interval range = WhiskerScale::range_of(arms);
    return number_on_scale(*arm.mean, range.high - range.low);
  }
  double share_of(const ArmStatus& arm) const {
    const auto most = std::ranges::max(arms, {}, &ArmStatus::pulls).pulls;
    return most == 0 ? 0.0 : static_cast<double>(arm.pulls) / static_cast<double>(most);
  }
  template <class Text>
  std::size_t widest_of(Text&& text, std::size_t least) const {
    for (const ArmStatus& arm : arms) least = std::max(least, width_of(text(arm)));
    return least;
  }

  std::string in_columns() const;
  std::string in_blocks() const;
};

std::string ArmChart::in_columns() const {
  constexpr std::size_t bar = 8, longest_name = 22;
  const auto pulls_of = [](const ArmStatus& arm) { return std::to_string(arm.pulls); };
  const std::size_t name =
      std::min(widest_of([](const ArmStatus& arm) { return cli::name_of(arm); }, 3), longest_name) +
      2;
  const std::size_t pulls = widest_of(pulls_of, 5);
  const std::size_t mean =
      widest_of([&](const ArmStatus& arm) { return mean_of(arm); }, width_of(number));
  const std::size_t before = name + 2 + pulls + 1 + bar + 2 + mean + 2;
  const auto scale = WhiskerScale::around(arms, level, width - before);
  const auto row = [&](std::string_view first, std::string_view count, std::string_view picture,
                       std::string_view value, std::string_view whisker) {
    std::string line = fmt::format(
        "{}  {}{} {}  {}{}  {}", padded(first, name), std::string(pulls - count.size(), ' '), count,
        padded(picture, bar), std::string(mean - value.size(), ' '), value, whisker);
    return line.erase(line.find_last_not_of(' ') + 1);
  };
  const std::string covered = "all inside with probability " + confidence_text(risk_of(status));
  std::string text =
      bold(row("  arm", "pulls", "", number, shortened(covered, width - before)), colour) + "\n";
  for (const ArmStatus& arm : arms) {
    text += row(name_of(arm, name), pulls_of(arm), chart_bar(share_of(arm), bar), mean_of(arm),
                scale && !arm.retired ? scale->draw(arm) : "") +
            "\n";
  }
  return scale ? text + row("", "", "", "", scale->axis()) + "\n" : text;
}

std::string ArmChart::in_blocks() const {
  const auto scale = WhiskerScale::around(arms, level, width - 2);
  std::string text;
  for (const ArmStatus& arm : arms) {
    const std::string pulls = std::to_string(arm.pulls);
    text += name_of(arm, width) + "\n";
    text += fmt::format("  {} {}\n", pulls, chart_bar(share_of(arm), width - 3 - pulls.size()));
    if (arm.mean) text += fmt::format("  {} {}\n", number, mean_of(arm));
    if (scale && arm.mean && !arm.retired) text += fmt::format("  {}\n", scale->draw(arm));
  }
  return scale ? text + fmt::format("  {}\n", scale->axis()) : text;
}

std::string drawn(const StatusReport& report, std::size_t width, bool colour) {
  const ExperimentStatus& status = report.status;
  const bool rounds = status.rounds.has_value();
  const std::string_view ratio = report.spec.scale == Scale::log ? "ratio" : "difference";
  const ArmChart chart{status,
                       rounds ? ratio : "mean",
                       rounds ? as_differences(report) : leading_arms(status, most_arms),
                       level_of(report.spec.question),
                       width,
                       colour};
  std::string text =
      labelled("experiment", printable(report.name) + ": " + state_text(report), width);
  text += labelled("question", question_line(report.spec), width);
  text += table_line(report, width) + answer_line(status, width) + margin_line(report, width);
  text += table_warnings(report, width);
  if (status.contradiction) text += labelled("assumption", contradiction_text(status), width);
  const std::string recommendation = recommendation_text(report.spec, status);
  if (!recommendation.empty()) {
    text += labelled(budget_is_spent(status) ? "budget" : "so far", recommendation, width);
  }
  text += evidence_line(status, width) + samples_line(report, width);
  text += plan_lines(status, width);
  text += waiting_line(status, width) + rounds_lines(status, width);
  text += labelled("stopping",
                   fmt::format("{} [{}]: {}", stopping_name(report.spec), guarantee_text(status),
                               status.guarantee_reason),
                   width);
  text.append("\n").append(width < side_by_side ? chart.in_blocks() : chart.in_columns());
  if (chart.arms.size() < status.arms.size()) {
    text += wrapped(fmt::format("{} more arms, measured less; --format json has all",
                                status.arms.size() - chart.arms.size()),
                    width);
  }
  return text + "\n" + wrapped(separate_text(status), width);
}

}  // namespace

std::string to_text(const StatusReport& report, const Screen& screen) {
  const std::string text =
      drawn(report, std::clamp(screen.columns, narrowest, widest), screen.colour);
  return screen.utf8 ? text : in_ascii(text);
}

std::string to_text(const TicketReport& report, const Screen&) {
  std::string text;
  for (const HandedOut& given : report.tickets) {
    const std::string item = item_text(report.spec, given.place);
    text += fmt::format("{} {}{}{}\n", given.ticket, report.spec.arms[given.arm],
                        item.empty() ? "" : " ", item);
  }
  return text;
}

std::string to_text(const ListReport& report, const Screen& screen) {
  Table table({"experiment", "state", "answer", "risk", "samples", "last heard of"});
  constexpr std::size_t longest_answer = 24;
  for (const auto& [listing, status, problem] : report.experiments) {
    if (!status) {
      table.add({printable(listing.name), "unreadable", "", "", "", listing.heard});
      continue;
    }
    const std::string risk = smallest_risk_text(*status);
    table.add({printable(listing.name), std::string(to_string(status->phase)),
               shortened(answer_text(*status), longest_answer), risk.empty() ? "-" : risk,
               std::to_string(status->samples), listing.heard});
  }
  return report.experiments.empty() ? "no experiments; begin one with mirador new\n"
                                    : table.str(screen.colour);
}

std::string to_text(const VerifyReport& report, const Screen&) {
  std::string text;
  for (const auto& [name, intact] : report.experiments) {
    const std::string found = intact.damage.empty() ? "intact" : intact.damage;
    text += fmt::format("{}: {}, {}\n", printable(name), counted(intact.events, "event"), found);
  }
  return text.empty() ? "no experiments\n" : text;
}

std::string to_text(const Deed& deed, const Screen&) { return printable(deed.line) + "\n"; }

}  // namespace mirador::cli
