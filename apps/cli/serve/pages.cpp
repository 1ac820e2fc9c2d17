#include "serve/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <variant>

#include "html/html.hpp"
#include "html/style.hpp"
#include "live/listing.hpp"
#include "live/words.hpp"
#include "mirador/core/text.hpp"
#include "race/commands.hpp"
#include "serve/script.hpp"
#include "serve/target.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using page::escaped;

constexpr std::string_view more_style = R"css(
header { max-width: 1040px; margin: 0 auto; padding: 1rem 1.25rem 0; display: flex; gap: 1rem;
  justify-content: space-between; font: .9rem system-ui, sans-serif; }
main { padding-top: 1rem; }
form, .tools { font-family: system-ui, "Segoe UI", sans-serif; font-size: .95rem; }
form { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: end; margin: .8rem 0; }
label { display: grid; gap: .2rem; color: var(--quiet); font-size: .85rem; }
label.check { display: flex; align-items: center; }
input, select, button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--quiet);
  border-radius: 4px; padding: .45rem .6rem; min-height: 2.6rem; max-width: 100%; }
button { background: var(--tint); cursor: pointer; }
button:disabled { opacity: .6; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
output { flex-basis: 100%; min-height: 1.2em; color: var(--quiet); }
output.wrong { color: #b3261e; font-weight: 600; }
@media (prefers-color-scheme: dark) { output.wrong { color: #ff9d94; } }
#tickets form { border-bottom: 1px solid var(--rule); padding-bottom: .5rem; margin: .3rem 0; }
#tickets .what { min-width: 9rem; align-self: center; overflow-wrap: anywhere; }
#tickets output { flex-basis: auto; }
)css";

std::string live_document(std::string_view title, std::string_view attributes,
                          std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"/mirador.css\">"
      "<title>{}</title></head>\n<body>\n<header><a href=\"/\">mirador</a>"
      "<span id=\"live\" role=\"status\"></span></header>\n<main{}>\n{}</main>"
      "<script src=\"/mirador.js\"></script></body></html>\n",
      escaped(title), attributes, body);
}

http::Response in_html(std::string text) {
  return {200, "text/html; charset=utf-8", std::move(text)};
}

/// What a self-contained page has between <main> and </main>.
std::string main_of(const std::string& page) {
  constexpr std::string_view begin = "<main>", end = "</main>";
  const std::size_t first = page.find(begin), last = page.rfind(end);
  return page.substr(first + begin.size(), last - first - begin.size());
}

std::string link_to(const std::string& name) {
  return fmt::format("<a href=\"/experiments/{}\">{}</a>", encoded(name), escaped(name));
}

std::string experiment_row(const ListReport::Item& item) {
  const auto& [listing, status, trouble, question] = item;
  std::string cells = fmt::format("<td>{}</td>", link_to(listing.name));
  if (!status) {
    return fmt::format("<tr>{}<td colspan=\"4\">{}</td></tr>\n", cells, escaped(trouble));
  }
  const std::string risk = smallest_risk_text(*status);
  for (const std::string& text :
       {std::string(to_string(status->phase)), short_answer_text(question, *status),
        risk.empty() ? "–" : risk, std::to_string(status->samples), listing.heard}) {
    cells += "<td>" + escaped(text) + "</td>";
  }
  return "<tr>" + cells + "</tr>\n";
}

std::string experiment_table(const ListReport& report) {
  if (report.experiments.empty()) return "<p>There is no experiment yet.</p>\n";
  std::string rows;
  for (const ListReport::Item& item : report.experiments) rows += experiment_row(item);
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Experiments\"><table>"
         "<thead><tr><th scope=\"col\">experiment</th><th scope=\"col\">phase</th>"
         "<th scope=\"col\">answer</th><th scope=\"col\">smallest risk</th>"
         "<th scope=\"col\">samples</th><th scope=\"col\">last heard "
         "of</th></tr></thead>\n<tbody>" +
         rows + "</tbody></table></div>\n";
}

std::string begin_form() {
  return fmt::format(
      R"html(<h2 id="begin-one">Begin an experiment</h2>
<noscript><p>This form needs JavaScript. On the command line: <code>mirador new</code>.</p></noscript>
<form id="begin"><input type="hidden" name="edition" value="{}">
<label>name <input name="name" required maxlength="200" autocomplete="off"></label>
<label>arms, with commas <input name="arms" required autocomplete="off" placeholder="a, b, c"></label>
<label>values <select name="family"><option value="normal">any numbers</option>
<option value="bernoulli">0 or 1</option></select></label>
<label>best is the <select name="direction"><option value="highest">highest</option>
<option value="lowest">lowest</option></select></label>
<label>accepted risk <input name="delta" value="0.05" inputmode="decimal" required></label>
<label>budget <input name="max_samples" inputmode="numeric" placeholder="none"></label>
<label class="check"><input type="checkbox" name="rounds"> in rounds</label>
<button>Begin</button><output></output></form>
)html",
      static_cast<int>(ExperimentSpec{}.edition));
}

std::string tools_of(const ExperimentSpec& spec, const std::string& name) {
  std::string arms;
  for (const std::string& arm : spec.arms) {
    arms += fmt::format("<option>{}</option>", escaped(arm));
  }
  const std::string path = "/v1/experiments/" + encoded(name);
  return fmt::format(
      R"html(<section class="tools" aria-labelledby="measure"><h2 id="measure">Measure</h2>
<noscript><p>These forms need JavaScript. On the command line: <code>mirador ask</code> and <code>tell</code>.</p></noscript>
<form id="ask"><label>tickets <input name="count" type="number" value="1" min="1" max="10000"></label>
<button>Take tickets</button><output></output></form>
<p id="no-tickets">No ticket is open.</p><div id="tickets"></div>
<template id="ticket-row"><form><span class="what">ticket <span class="number"></span> for <b class="arm"></b></span>
<input name="value" inputmode="decimal" required autocomplete="off"><button>Enter</button>
<button type="button" class="abandon">Abandon</button><output></output></form></template>
<form id="observe"><label>a value of <select name="arm">{}</select></label>
<label>value <input name="value" inputmode="decimal" required autocomplete="off"></label>
<button>Add</button><output></output></form>
<p><a href="{}" download="{}.json">status as JSON</a> · <a href="{}?format=csv" download="{}.csv">as CSV</a> ·
<a href="{}/export" download="{}.jsonl">all events</a> · <a href="{}/report" download="{}.html">this page</a></p></section>
)html",
      arms, path, escaped(name), path, escaped(name), path, escaped(name), path, escaped(name));
}

/// The last results, the newest first.
std::string latest_of(OpenExperiments& experiments, LiveExperiment& experiment) {
  constexpr std::size_t most = 10;
  std::deque<std::pair<Ticket, double>> last;
  experiments.store().read(experiment.name(), 0, [&](const Event& event) {
    std::visit(
        [&](const auto& e) {
          if constexpr (requires { e.ticket, e.value; }) last.emplace_front(e.ticket, e.value);
        },
        event);
    if (last.size() > most) last.pop_back();
  });
  if (last.empty()) return {};
  page::Table table{{"ticket", "arm", "value"}, {}};
  for (const auto& [ticket, value] : last) {
    table.rows.push_back({std::to_string(ticket),
                          experiment.spec().arms[experiment.session().arm_of(ticket)],
                          exact(value)});
  }
  return page::section("latest", "Latest measurements") + page::html(table, "The newest first.");
}

}  // namespace

ListReport listed(OpenExperiments& experiments, std::span<const std::string> tags) {
  return listed(experiments.store(), tags,
                [&](const std::string& name) { return state_of(experiments.current(name)); });
}

http::Response list_page(OpenExperiments& experiments) {
  return in_html(live_document("mirador: experiments", "",
                               "<h1>Experiments</h1>\n<div id=\"report\">" +
                                   experiment_table(listed(experiments, {})) + "</div>\n" +
                                   begin_form()));
}

http::Response experiment_page(OpenExperiments& experiments, const std::string& name,
                               const std::string& place) {
  LiveExperiment& experiment = experiments.current(name);
  const std::string report = main_of(experiment_page(experiments.store(), name, place));
  return in_html(live_document(
      name, fmt::format(" data-experiment=\"{}\"", escaped(name)),
      fmt::format("<div id=\"report\">{}{}</div>\n{}", report, latest_of(experiments, experiment),
                  tools_of(experiment.spec(), name))));
}

http::Response sign_in_page() {
  return in_html(live_document("mirador: sign in", "", R"html(<h1>Sign in</h1>
<noscript><p>This page needs JavaScript to send your token.</p></noscript>
<form id="sign-in"><label>token <input name="token" type="password" required autocomplete="current-password"></label>
<button>Sign in</button><output></output></form>
<p class="meta">The token stays in this tab and is forgotten when the tab is closed. The administrator makes one with <code>mirador token new</code>.</p>
)html"));
}

http::Response asset(OperationKind which) {
  if (which == OperationKind::script)
    return {200, "text/javascript; charset=utf-8", std::string(script())};
  return {200, "text/css; charset=utf-8", std::string(page::style()) + std::string(more_style)};
}

}  // namespace mirador::cli
