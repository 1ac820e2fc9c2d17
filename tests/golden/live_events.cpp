#include <cstdio>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/session.hpp"
#include "scene.hpp"

namespace mirador::testing_support {
namespace {

/// A live experiment that writes a line for every call: the state after it, the call, and the
/// events that it led to.
class Diary {
 public:
  explicit Diary(const ExperimentSpec& spec)
      : session_(make_session(spec)), progress_(session_->progress()) {}

  void comment(const std::string& words) { text_ += "# " + words + "\n"; }
  void ask(std::uint64_t count) {
    enter("ask " + std::to_string(count), [&] { return session_->ask(count); });
  }
  void ask_again(Ticket ticket) {
    enter("ask again for " + std::to_string(ticket),
          [&] { return session_->ask(1, std::span(&ticket, 1)); });
  }
  void tell(const std::vector<Reading>& readings) {
    std::string call = "tell";
    for (const auto& [ticket, value, note] : readings) {
      call.append(" ").append(std::to_string(ticket)).append("=").append(number(value));
    }
    enter(call, [&] { return session_->tell(readings); });
  }
  void abandon(Ticket ticket) {
    enter("abandon " + std::to_string(ticket), [&] {
      const std::optional<Event> event = session_->abandon(ticket);
      return event ? std::vector<Event>{*event} : std::vector<Event>{};
    });
  }
  void observe(const std::string& arm, double value) {
    enter("observe " + arm + " = " + number(value),
          [&] { return std::vector<Event>{session_->observe(arm, value)}; });
  }
  void change(const std::string& words, const NewSettings& wanted) {
    enter("change " + words, [&] { return session_->change(wanted); });
  }
  void add(const std::string& arm) {
    enter("add " + arm, [&] { return session_->add_arms(std::span(&arm, 1)); });
  }
  void retire(const std::string& arm) {
    enter("retire " + arm, [&] { return session_->retire_arms(std::span(&arm, 1)); });
  }
  void tag(const std::string& tag) {
    enter("tag " + tag, [&] { return session_->tag(std::span(&tag, 1)); });
  }
  void note(const std::string& words) {
    enter("note", [&] { return std::vector<Event>{note_event(words)}; });
  }
  const std::string& text() const { return text_; }

 private:
  template <class Call>
  void enter(const std::string& call, Call&& events_of) {
    std::string outcome;
    try {
      for (const Event& event : events_of()) {
        session_->apply(event);
        outcome += (outcome.empty() ? "" : ", ") + words(event);
      }
      if (outcome.empty()) outcome = "no event";
    } catch (const InputError&) {
      outcome = "refused";
    }
    text_ += state() + call + ": " + outcome + waiting() + news() + "\n";
  }

  std::string words(const Event& event) const {
    const auto name = [&](Arm arm) { return session_->spec().arms[arm]; };
    return std::visit(
        overloaded{
            [&](const Asked& e) {
              return "asked " + std::to_string(e.ticket) + " of " + name(e.arm);
            },
            [&](const Told& e) {
              return "told " + std::to_string(e.ticket) + (e.more ? " (more follow)" : "");
            },
            [&](const Observed& e) {
              return "observed " + std::to_string(e.ticket) + " of " + name(e.arm);
            },
            [&](const Abandoned& e) { return "abandoned " + std::to_string(e.ticket); },
            [&](const Reissued& e) { return "reissued " + std::to_string(e.ticket); },
            [&](const Noted& e) { return "noted " + e.note; },
            [&](const Changed& e) {
              return "changed " + std::string(to_string(e.setting)) + " to " + number(e.value);
            },
            [&](const ArmAdded& e) { return "added " + e.name; },
            [&](const ArmRetired& e) { return "retired " + name(e.arm); },
            [&](const Tagged& e) { return "tagged " + e.tag; },
            [&](const Untagged& e) { return "untagged " + e.tag; },
        },
        event);
  }

  std::string state() const {
    const ExperimentStatus status = session_->status();
    std::string pulls, open;
    for (const ArmStatus& arm : status.arms) pulls += std::to_string(arm.pulls) + " ";
    for (const OpenTicket& ticket : status.open) open += std::to_string(ticket.ticket) + " ";
    char text[128];
    std::snprintf(text, sizeof text, "%-6s  %-15s %9s %9s  ", pulls.c_str(), open.c_str(),
                  status.findings ? number(status.findings->evidence).c_str() : "-",
                  status.findings ? number(status.findings->required).c_str() : "-");
    return text;
  }
  std::string waiting() const {
    std::string text;
    for (const WaitingResults& here : session_->progress().waiting) {
      text += "; results of " + session_->spec().arms[here.arm] +
              " that wait: " + std::to_string(here.results);
    }
    return text;
  }
  /// The verdict, and a contradiction of the assumption, when they come.
  std::string news() {
    const Progress before = std::exchange(progress_, session_->progress());
    std::string text;
    if (progress_.verdict && !before.verdict) {
      text += "; verdict: " + progress_.verdict->answer.text;
    }
    if (progress_.contradiction && !before.contradiction) {
      text += "; guarantee: " + std::string(guarantee_text(progress_));
    }
    return text;
  }

  std::unique_ptr<Session> session_;
  Progress progress_;  // after the last call
  std::string text_;
};

std::string play_arms_that_come_and_go() {
  Diary diary({.arms = {"left", "right"}, .family = GaussianSpec{1.0}, .delta = 0.1});
  diary.comment("Another one, whose arms come and go. Before the first value that is free.");
  diary.add("mid");
  diary.retire("left");
  diary.tag("spring");
  diary.ask(3);
  diary.tell({{1, 2.0}});
  diary.tell({{2, -1.5}});
  diary.tell({{3, 2.2}});
  diary.comment("After it the evidence that is required rises. The new arm is measured first.");
  diary.add("new");
  diary.ask(2);
  diary.tell({{4, 0.1}, {5, 0.3}});
  diary.ask(4);
  diary.comment(
      "A retired arm: its values do not count, its tickets are abandoned, and a late result is "
      "accepted.");
  diary.retire("new");
  diary.tell({{6, 0.4}, {7, 0.2}});
  diary.observe("new", 0.4);
  diary.retire("mid");
  diary.ask(2);
  return diary.text();
}

}  // namespace

std::string play_live_events() {
  Diary diary({.arms = {"left", "mid", "right"}, .family = GaussianSpec{1.0}, .delta = 0.1});
  diary.comment("A live experiment, call by call; the values come from a person.");
  diary.comment(
      "question best-arm; family gaussian (sigma 1); rule lma; stopping mixture; delta 0.1");
  diary.comment("pulls, open tickets, evidence, required, call: events");
  diary.comment("Four tickets are open; a result waits for an earlier ticket of its arm.");
  diary.ask(4);
  diary.tell({{4, 2.9}});
  diary.tell({{2, 0.4}});
  diary.tell({{1, 3.2}});
  diary.comment("The same value told again needs no event; another value is refused.");
  diary.tell({{1, 3.2}});
  diary.tell({{1, 3.3}});
  diary.comment("A ticket is abandoned and replaced; one that is open is handed out again.");
  diary.abandon(3);
  diary.abandon(3);
  diary.ask(1);
  diary.ask_again(5);
  diary.tell({{5, 0.1}});
  diary.comment(
      "A result of an abandoned ticket, and a measurement without a ticket, count at once.");
  diary.tell({{3, -0.6}});
  diary.observe("mid", 0.8);
  diary.comment("A result waits for two tickets: one is abandoned, the other told.");
  diary.ask(6);
  diary.tell({{11, -0.2}});
  diary.abandon(7);
  diary.tell({{10, 0.3}});
  diary.comment(
      "A note changes nothing; a smaller risk needs more evidence; a larger one, and a margin "
      "where "
      "there is none, are refused.");
  diary.note("the scales were cleaned");
  diary.change("delta to 0.05", {.delta = 0.05});
  diary.change("delta to 0.2", {.delta = 0.2});
  diary.change("margin to 0.5", {.margin = 0.5});
  diary.comment("A budget that is spent by open tickets, and one that is not.");
  diary.change("max_samples to 12", {.max_samples = 12});
  diary.ask(1);
  diary.change("max_samples to none", {.max_samples = 0});
  diary.comment("A batch is looked at once, after its last result: there the verdict falls.");
  diary.tell({{8, 3.0}, {9, 0.2}});
  diary.ask(3);
  diary.tell({{12, 3.4}, {13, -0.4}, {14, -0.7}});
  diary.comment(
      "After the verdict nothing is asked; what is told counts, and the verdict stays, even if "
      "the assumption does not.");
  diary.ask(1);
  diary.tell({{15, 0.7}});
  diary.observe("right", 9.0);
  return diary.text() + play_arms_that_come_and_go();
}

}  // namespace mirador::testing_support
