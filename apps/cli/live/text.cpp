#include "mirador/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
    return labelled("answer", "none yet: some arms have too few measurements", width);
  }
  return labelled(
      "answer",
      fmt::format("{} so far; {}", abbreviated(status.findings->answer.text), risk_text(status)),
      width);
}

std::string evidence_line(const ExperimentStatus& status, std::size_t width) {
  if (!status.findings) return {};
  const auto [answer, evidence, required, to_go] = *status.findings;
  const std::string bar = meter(evidence / required, std::clamp<std::size_t>(width / 4, 10, 20));
  std::string text =
      fmt::format("{} {} of {} nats", bar, signed_number(evidence), signed_number(required));
  if (status.phase == Phase::running) {
    text += std::isfinite(to_go) ? fmt::format(", ≈ {} more {}", short_samples(std::ceil(to_go)),
                                               to_go > 1.0 ? "samples" : "sample")
                                 : ", no end in sight: a tie so far";
  }
  return labelled("evidence", text, width);
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
  return labelled("samples", text, width);
}

/// Results that were told and do not count yet.
std::string waiting_line(const ExperimentStatus& status, std::size_t width) {
  if (status.waiting.empty()) return {};
  const bool one = status.waiting.size() == 1 && status.waiting[0].tickets.size() == 1;
  const std::string which = one ? "it" : "those";
  return labelled("waiting", waiting_text(status) + ": tell or abandon " + which + " first", width);
}

/// The arms of a status, as they are drawn.
struct ArmChart {
  const ExperimentStatus& status;
  std::vector<ArmStatus> arms;
  std::optional<double> level;
  std::size_t width;
  bool colour;

  std::string name_of(const ArmStatus& arm, std::size_t room) const {
    return fmt::format("{} {}", in_answer(status, arm.name) ? "*" : " ",
                       shortened(arm.name, room - 2));
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
      std::min(widest_of([](const ArmStatus& arm) { return arm.name; }, 3), longest_name) + 2;
  const std::size_t pulls = widest_of(pulls_of, 5);
  const std::size_t mean = widest_of([&](const ArmStatus& arm) { return mean_of(arm); }, 4);
  const std::size_t before = name + 2 + pulls + 1 + bar + 2 + mean + 2;
  const auto scale = WhiskerScale::around(arms, level, width - before);
  const auto row = [&](std::string_view first, std::string_view count, std::string_view picture,
                       std::string_view number, std::string_view whisker) {
    std::string line = fmt::format(
        "{}  {}{} {}  {}{}  {}", padded(first, name), std::string(pulls - count.size(), ' '), count,
        padded(picture, bar), std::string(mean - number.size(), ' '), number, whisker);
    return line.erase(line.find_last_not_of(' ') + 1);
  };
  const std::string covered = "all inside with probability " + confidence_text(status.delta);
  std::string text =
      bold(row("  arm", "pulls", "", "mean", shortened(covered, width - before)), colour) + "\n";
  for (const ArmStatus& arm : arms) {
    text += row(name_of(arm, name), pulls_of(arm), chart_bar(share_of(arm), bar), mean_of(arm),
                scale ? scale->draw(arm) : "") +
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
    if (arm.mean) text += fmt::format("  mean {}\n", mean_of(arm));
    if (scale && arm.mean) text += fmt::format("  {}\n", scale->draw(arm));
  }
  return scale ? text + fmt::format("  {}\n", scale->axis()) : text;
}

std::string drawn(const StatusReport& report, std::size_t width, bool colour) {
  const ExperimentStatus& status = report.status;
  const ArmChart chart{status, leading_arms(status, most_arms), level_of(report.spec.question),
                       width, colour};
  std::string text =
      labelled("experiment", printable(report.name) + ": " + phase_text(status), width);
  text += labelled("question", question_line(report.spec), width);
  text += answer_line(status, width) + margin_line(report, width);
  if (status.contradiction) text += labelled("assumption", contradiction_text(status), width);
  text += evidence_line(status, width) + samples_line(report, width);
  text += waiting_line(status, width);
  text += labelled("stopping",
                   fmt::format("{} [{}]: {}", text_of(report.spec.stopping), guarantee_text(status),
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
    text += fmt::format("{} {}\n", given.ticket, report.spec.arms[given.arm]);
  }
  return text;
}

std::string to_text(const ListReport& report, const Screen& screen) {
  Table table({"experiment", "created", "events"});
  for (const Listing& item : report.experiments) {
    table.add({printable(item.name), item.created, std::to_string(item.events)});
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
