#include "serve/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "html/html.hpp"
#include "html/style.hpp"
#include "live/listing.hpp"
#include "live/words.hpp"
#include "mirador/core/text.hpp"
#include "race/commands.hpp"
#include "serve/assets.hpp"
#include "serve/forms.hpp"
#include "serve/shown_report.hpp"
#include "serve/target.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using page::escaped;

/// What a page has beside its content.
struct Frame {
  std::string main = {};  ///< the attributes of <main>
  std::string link = {};  ///< markup; to a part of the page that is far down on a phone
};

std::string live_document(const page::Content& content, const Frame& frame) {
  return fmt::format(
      R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/mirador.css"><title>{}</title></head>
<body><header><a class="brand" href="/">mirador</a>{}<span id="live" role="status"></span>
<button id="sign-out" class="plain" hidden>Sign out</button></header>
<main{}>
{}</main><p id="news" class="unseen" role="status"></p><script src="/mirador.js"></script></body></html>
)html",
      escaped(content.title), frame.link, frame.main, content.body);
}

std::string link_down(std::string_view id, std::string_view words) {
  return fmt::format("<a class=\"down\" href=\"#{}\">{}</a>", id, words);
}

/// Nothing in the page but its own script, style and service.
http::Response in_html(std::string text, unsigned status = 200) {
  http::Response response{status, "text/html; charset=utf-8", std::move(text)};
  response.headers.push_back(
      {"content-security-policy",
       "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src "
       "data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"});
  return response;
}

std::string time_of(const std::string& iso) {
  std::string words = iso.substr(0, iso.find('.'));
  std::ranges::replace(words, 'T', ' ');
  if (words.ends_with('Z')) words.replace(words.size() - 1, 1, " UTC");
  return fmt::format("<time datetime=\"{}\">{}</time>", escaped(iso), escaped(words));
}

/// How much of the required evidence there is.
std::string evidence_bar(const ExperimentStatus& status) {
  if (!status.findings && !status.verdict) return {};
  const double share =
      status.verdict
          ? 1.0
          : std::clamp(status.findings->evidence / std::max(status.findings->required, 1e-9), 0.0,
                       1.0);
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect class=\"all\" width=\"100\" height=\"4\"/><rect width=\"{:.1f}\" height=\"4\"/></svg>",
      100.0 * share);
}

std::string tags_of(const ExperimentStatus& status) {
  std::string text;
  for (const std::string& tag : status.tags) {
    text += fmt::format("<span class=\"tag\">{}</span> ", escaped(tag));
  }
  return text.empty() ? "" : "<div class=\"tags\">" + text + "</div>";
}

/// What the filter looks at.
std::string filter_words(const ListReport::Item& item) {
  std::string words = item.listing.name;
  if (item.status) {
    words +=
        fmt::format(" {} {}", to_string(item.status->phase), fmt::join(item.status->tags, " "));
  }
  for (char& c : words) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return escaped(words);
}

std::string list_cell(std::string_view head, const std::string& markup) {
  return fmt::format("<td role=\"cell\" data-head=\"{}\">{}</td>", head, markup);
}

std::string state_cells(const ListReport::Item& item) {
  const ExperimentStatus& status = *item.status;
  const std::string risk = smallest_risk_text(status);
  const std::string answer = short_answer_text(item.question, status);
  const std::string_view phase = to_string(status.phase);
  return list_cell("phase", fmt::format("<span class=\"phase {}\">{}</span>", phase, phase)) +
         list_cell("answer", answer.empty() ? "–" : fmt::format("<b>{}</b>", escaped(answer))) +
         list_cell("smallest risk",
                   (risk.empty() ? "not yet" : escaped(risk)) + evidence_bar(status)) +
         list_cell("measurements", status.max_samples
                                       ? fmt::format("{} <span class=\"meta\">of {}</span>",
                                                     status.samples, *status.max_samples)
                                       : std::to_string(status.samples));
}

std::string experiment_row(const ListReport::Item& item) {
  const std::string& name = item.listing.name;
  return fmt::format("<tr role=\"row\" data-key=\"{}\" data-words=\"{}\">", escaped(name),
                     filter_words(item)) +
         fmt::format(
             "<th role=\"rowheader\" scope=\"row\"><a href=\"/experiments/{}\">{}</a>{}</th>",
             encoded(name), escaped(name), item.status ? tags_of(*item.status) : "") +
         (item.status
              ? state_cells(item)
              : fmt::format("<td role=\"cell\" colspan=\"4\">{}</td>", escaped(item.problem))) +
         list_cell("last heard of", time_of(item.listing.heard)) + "</tr>\n";
}

/// Those that run first, then the newest first: an order that measurements do not change.
std::string experiment_table(ListReport report) {
  if (report.experiments.empty()) return "<p>There is no experiment yet.</p>\n";
  const auto key = [](const ListReport::Item& item) {
    return item.status && item.status->phase == Phase::running;
  };
  std::ranges::stable_sort(report.experiments,
                           [&](const ListReport::Item& a, const ListReport::Item& b) {
                             return std::tuple(key(b), std::cref(b.listing.created).get()) <
                                    std::tuple(key(a), std::cref(a.listing.created).get());
                           });
  std::string head, rows;
  for (const std::string_view word :
       {"experiment", "phase", "answer", "smallest risk", "measurements", "last heard of"}) {
    head += fmt::format("<th role=\"columnheader\" scope=\"col\">{}</th>", word);
  }
  for (const ListReport::Item& item : report.experiments) rows += experiment_row(item);
  return fmt::format(
      "<table role=\"table\" class=\"list\"><thead role=\"rowgroup\"><tr "
      "role=\"row\">{}</tr></thead>\n"
      "<tbody role=\"rowgroup\">{}</tbody></table>\n"
      "<p class=\"meta\">Smallest risk: the risk of a wrong answer at which the experiment could "
      "be "
      "decided now. The bar: the evidence, as a share of what a verdict requires.</p>\n",
      head, rows);
}

std::string title_of(const std::string& name, Phase phase) {
  return fmt::format("{}: {}", name, to_string(phase));
}

http::Response page_of(OpenExperiments& experiments, const std::string& name,
                       const std::string& place, Access access) {
  const ShownReport report = shown_report(experiments, name, place);
  LiveExperiment& experiment = experiments.kept(name);
  const std::string body =
      "<div id=\"report\" data-live>" + report.report + "</div>\n<div id=\"side\">" +
      (report.is_race ? race_section(name) : measure_section(experiment, access)) +
      "<section id=\"latest\" data-live>" + page::section("latest-title", "Latest measurements") +
      report.latest + "</section>\n<div id=\"log\" data-live>" + report.rest + "</div>\n" +
      download_section(name) + "</div>\n";
  // The title of a race does not name it.
  const std::string above =
      report.is_race ? fmt::format("<span class=\"here\">{}</span>", escaped(name)) : "";
  return in_html(
      live_document({title_of(name, experiment.session().phase()), body},
                    {fmt::format(" data-experiment=\"{}\"{}", escaped(name),
                                 report.is_stale ? " data-stale" : ""),
                     above + (report.is_race ? "" : link_down("measure", "Open tickets"))}));
}

}  // namespace

ListReport listed(OpenExperiments& experiments, std::span<const std::string> tags) {
  return listed(experiments.store(), tags,
                [&](const std::string& name) { return state_of(experiments.current(name)); });
}

http::Response list_page(OpenExperiments& experiments, Access access) {
  const std::string body =
      "<h1>Experiments</h1>\n"
      "<form class=\"scripted filter\" role=\"search\" data-act=\"filter\"><label>show only <input "
      "id=\"filter\" type=\"search\" placeholder=\"a name, tag or phase\" "
      "autocomplete=\"off\"></label>"
      "</form>\n<p id=\"no-match\" role=\"status\" hidden>No experiment matches.</p>\n"
      "<div id=\"experiments\" data-live>" +
      experiment_table(listed(experiments, {})) +
      "</div>\n"
      "<section aria-labelledby=\"begin-title\">" +
      begin_form(access) + "</section>\n";
  return in_html(live_document({"mirador: experiments", body},
                               {.link = link_down("begin-title", "Begin one")}));
}

http::Response experiment_page(OpenExperiments& experiments, const std::string& name,
                               const std::string& place, Access access) {
  try {
    return page_of(experiments, name, place, access);
  } catch (const NotFound&) {
    return in_html(
        live_document(
            {"mirador: not found",
             fmt::format("<h1>Not found</h1>\n<p>There is no experiment {}. It may have been "
                         "deleted or renamed. <a href=\"/\">All experiments</a></p>\n",
                         page::code(name))},
            {}),
        404);
  }
}

http::Response report_page(OpenExperiments& experiments, const std::string& name,
                           const std::string& place) {
  http::Response response{200, "text/html; charset=utf-8",
                          experiment_page(experiments.store(), name, place)};
  response.headers.push_back(
      {"content-security-policy",
       "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
       "frame-ancestors 'none'; base-uri 'none'"});
  return response;
}

http::Response sign_in_page() {
  return in_html(live_document({"mirador: sign in", sign_in_form()}, {}));
}

http::Response asset(OperationKind which) {
  if (which == OperationKind::script) {
    return {200, "text/javascript; charset=utf-8", std::string(script())};
  }
  return {200, "text/css; charset=utf-8", page::style_with_charts() + std::string(page_style())};
}

}  // namespace mirador::cli
