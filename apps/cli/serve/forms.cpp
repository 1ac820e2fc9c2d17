#include "serve/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "html/html.hpp"
#include "live/words.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "serve/target.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using page::escaped;

constexpr std::string_view read_only =
    "<p class=\"meta\">You may read here, and not change anything.</p>\n";

constexpr std::string_view final_words =
    "<p class=\"meta scripted\">A stored result cannot be changed.</p>\n";

/// What a field for a value suggests. Phones without a minus sign on their number pads need text.
struct ValueField {
  std::string hint = "a number";
  std::string_view keys = "text";
  bool is_outcome = false;  ///< 0 or 1
};

ValueField limits_hint(const BoundedSpec& bounded) {
  return {fmt::format("{} to {}", exact(bounded.lo), exact(bounded.hi)),
          bounded.lo < 0.0 ? "text" : "decimal"};
}

ValueField value_field(const ExperimentSpec& spec) {
  const auto of_values = overloaded{
      [](const BernoulliSpec&) {
        return ValueField{"0 or 1", "numeric", true};
      },
      [](const PoissonSpec&) {
        return ValueField{"a count", "numeric"};
      },
      [](const ExponentialSpec&) {
        return ValueField{"a positive number", "decimal"};
      },
      [](const BoundedSpec& bounded) { return limits_hint(bounded); },
      [](const auto&) { return ValueField{}; },
  };
  return spec.rounds ? std::visit(of_values, spec.rounds->law) : std::visit(of_values, spec.family);
}

std::string value_input(const ExperimentSpec& spec, std::string_view label) {
  const auto [hint, keys, is_outcome] = value_field(spec);
  return fmt::format(
      "<input name=\"value\" inputmode=\"{}\" placeholder=\"{}\" aria-label=\"{}\" required "
      "autocomplete=\"off\"{}>",
      keys, escaped(hint), escaped(label), is_outcome ? " data-only=\"outcome\"" : "");
}

/// Where a result is 0 or 1, one click enters it. These are no submit buttons: the Enter key would
/// press the first of those.
std::string outcome_buttons(const ExperimentSpec& spec, Ticket ticket) {
  if (!value_field(spec).is_outcome) return {};
  const auto button = [&](int value, std::string_view words) {
    return fmt::format(
        "<button type=\"button\" name=\"outcome\" class=\"outcome\" value=\"{}\" "
        "aria-label=\"{}: {}, ticket {}\">{}: {}</button>",
        value, value, words, ticket, value, words);
  };
  return button(1, "success") + button(0, "failure");
}

/// "ticket 7", with round and item.
std::string ticket_words(LiveExperiment& experiment, Ticket ticket) {
  std::string words = fmt::format("ticket {}", ticket);
  const auto place = experiment.place_of(ticket);
  if (place && place->round > 0) words += fmt::format(", round {}", place->round);
  const std::string item = item_text(experiment.spec(), place);
  return item.empty() ? words : words + ", item " + item;
}

std::string ticket_row(LiveExperiment& experiment, const OpenTicket& open, Access access) {
  const ExperimentSpec& spec = experiment.spec();
  const std::string& arm = spec.arms[open.arm];
  std::string form;
  if (access == Access::write) {
    const std::string label = fmt::format("result of ticket {} for {}", open.ticket, arm);
    form = fmt::format(
        "<form class=\"scripted\" data-act=\"tell\" data-ticket=\"{}\">{}{}<button>Enter</button>"
        "<button type=\"button\" name=\"give-up\" class=\"plain\" aria-label=\"Abandon ticket "
        "{}\">Abandon</button></form>",
        open.ticket, outcome_buttons(spec, open.ticket), value_input(spec, label), open.ticket);
  }
  return fmt::format(
      "<li data-key=\"{}\" data-ticket=\"{}\"><p><b>{}</b> <span "
      "class=\"meta\">{}</span></p>{}</li>\n",
      open.ticket, open.ticket, escaped(arm), escaped(ticket_words(experiment, open.ticket)), form);
}

std::string ticket_list(LiveExperiment& experiment, Access access) {
  constexpr std::size_t most = 50;
  const std::vector<OpenTicket> open = experiment.session().open_tickets();
  if (open.empty()) return "<p data-key=\"none\" class=\"meta\">No ticket is open.</p>\n";
  std::string rows;
  for (const OpenTicket& ticket : std::span(open).first(std::min(open.size(), most))) {
    rows += ticket_row(experiment, ticket, access);
  }
  const std::string more =
      open.size() > most
          ? fmt::format("<p data-key=\"more\" class=\"meta\">and {} more</p>\n", open.size() - most)
          : "";
  return "<ul data-key=\"rows\">\n" + rows + "</ul>\n" + more;
}

std::string ask_form(const Session& session) {
  if (session.phase() != Phase::running) {
    return fmt::format("<p class=\"meta\">There are no more tickets: the experiment is {}.</p>\n",
                       to_string(session.phase()));
  }
  const std::string_view round =
      session.spec().rounds ? "<button name=\"round\" formnovalidate>Take a round</button>" : "";
  return fmt::format(
      "<form id=\"ask\" class=\"scripted\" data-act=\"ask\"><label>how many tickets <input "
      "name=\"count\" "
      "class=\"short\" inputmode=\"numeric\" value=\"1\" required autocomplete=\"off\"></label>"
      "<button>Take this many</button>{}<output></output></form>\n",
      round);
}

std::string observe_form(const ExperimentSpec& spec) {
  std::string arms;
  for (const Arm a : arms_in_question(spec)) {
    arms += fmt::format("<option>{}</option>", escaped(spec.arms[a]));
  }
  return fmt::format(
      "<details class=\"scripted\"><summary>Add a value that was not asked for</summary>"
      "<form id=\"observe\" data-act=\"observe\"><label>arm <select "
      "name=\"arm\">{}</select></label>"
      "<label>value {}</label><label>note <input name=\"note\" maxlength=\"1000\" "
      "autocomplete=\"off\" placeholder=\"optional\"></label><button>Add</button><output></output>"
      "</form></details>\n",
      arms, value_input(spec, "value"));
}

}  // namespace

std::string begin_form(Access access) {
  const std::string title = page::section("begin-title", "Begin an experiment");
  if (access != Access::write) return title + std::string(read_only);
  return title +
         fmt::format(
             R"html(<noscript><p>This form needs JavaScript. On the command line: <code>mirador new</code>.</p></noscript>
<form id="begin" class="scripted" data-act="begin" aria-labelledby="begin-title"><input type="hidden" name="edition" value="{}">
<label>name <input name="name" required maxlength="200" autocomplete="off"></label>
<label>arms: the options to compare <textarea name="arms" required rows="3" placeholder="one per line, or with commas"></textarea></label>
<p id="arms-read" class="meta" role="status"></p>
<label>values <select name="family"><option value="normal" data-rounds>any numbers</option>
<option value="bernoulli" data-rounds>0 or 1: failure or success</option>
<option value="bounded" data-rounds>numbers between two limits</option>
<option value="gaussian">normal, with a known deviation</option>
<option value="poisson">counts: 0, 1, 2, ...</option>
<option value="exponential">waiting times</option></select></label>
<div class="pair" data-for="bounded"><div><label>lowest value <input name="lo" value="0" autocomplete="off"></label></div>
<div><label>highest value <input name="hi" value="1" autocomplete="off"></label></div></div>
<div class="pair" data-for="gaussian"><div><label>standard deviation <input name="sigma" value="1" autocomplete="off"></label></div></div>
<label>the best arm has the <select name="direction"><option value="highest">highest mean</option>
<option value="lowest">lowest mean</option></select></label>
<label>accepted risk of a wrong answer <input name="delta" value="0.05" inputmode="decimal" required autocomplete="off"></label>
<label class="check"><input type="checkbox" name="rounds"> in rounds: every arm is measured once under the same conditions</label>
<details><summary>Budget and margin</summary>
<div class="pair"><div><label>at most so many measurements <input name="max_samples" inputmode="numeric" placeholder="no limit" autocomplete="off"></label></div>
<div><label>a smaller difference does not matter <input name="margin" inputmode="decimal" placeholder="every difference matters" autocomplete="off"></label></div></div></details>
<button class="main">Begin</button></form>
)html",
             static_cast<int>(ExperimentSpec{}.edition));
}

std::string sign_in_form() {
  return R"html(<h1>Sign in</h1>
<noscript><p>This page needs JavaScript to send your token.</p></noscript>
<form id="sign-in" class="scripted" data-act="sign-in"><label>token <input name="token" type="password" required autocomplete="current-password"></label>
<button class="main">Sign in</button></form>
<p class="meta">The token stays in this tab and is forgotten when the tab is closed. The administrator makes one with <code>mirador token new</code>.</p>
)html";
}

std::string measure_section(LiveExperiment& experiment, Access access) {
  std::string text =
      "<section aria-labelledby=\"measure\">" + page::section("measure", "Open tickets") +
      (access == Access::write ? std::string(final_words) : "") + "<div id=\"tickets\" data-live>" +
      ticket_list(experiment, access) + "</div>\n";
  if (access != Access::write) return text + std::string(read_only) + "</section>\n";
  return text +
         "<p id=\"told\" class=\"meta\" role=\"status\"></p>\n"
         "<noscript><p class=\"meta\">Forms need JavaScript. On the command line: <code>mirador "
         "ask</code> "
         "and <code>mirador tell</code>.</p></noscript>\n" +
         "<div id=\"asking\" data-live>" + ask_form(experiment.session()) + "</div>\n" +
         observe_form(experiment.spec()) + "</section>\n";
}

std::string race_section(const std::string& name) {
  return "<section aria-labelledby=\"measure\">" + page::section("measure", "Measuring") +
         fmt::format(
             "<p class=\"meta\">This is a race: only its own commands are measured. To go on: "
             "{}</p>"
             "</section>\n",
             page::code("mirador race --resume " + name));
}

std::string download_section(const std::string& name) {
  const std::string path = "/v1/experiments/" + encoded(name);
  std::string links;
  const auto add = [&](std::string_view query, std::string_view ending, std::string_view words) {
    links += fmt::format("<li><a href=\"{}{}\" download=\"{}.{}\">{}</a></li>\n", path, query,
                         escaped(name), ending, words);
  };
  add("", "json", "status, JSON");
  add("?format=csv", "csv", "arms, CSV");
  add("/export", "jsonl", "all events, JSON lines");
  add("/report", "html", "report, HTML");
  return "<section aria-labelledby=\"downloads\">" + page::section("downloads", "Download") +
         "<ul class=\"links\">\n" + links + "</ul></section>\n";
}

}  // namespace mirador::cli
