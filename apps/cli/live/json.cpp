#include <algorithm>
#include <cmath>

#include "live/render.hpp"
#include "live/words.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {
namespace {

template <class T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json ticket_of(const OpenTicket& open, const ExperimentSpec& spec) {
  return {{"ticket", open.ticket}, {"arm", spec.arms[open.arm]}};
}

void add_place(Json& ticket, const ExperimentSpec& spec, const std::optional<RoundPlace>& place) {
  if (!place) return;
  ticket["round"] = place->round;
  if (place->item == 0) return;
  const std::string* name = name_of_item(*spec.rounds, place->item);
  ticket["item"] = name != nullptr ? Json(*name) : Json(place->item);
}

Json tickets_of(const std::vector<OpenTicket>& tickets, const ExperimentSpec& spec) {
  Json list = Json::array();
  for (const OpenTicket& open : tickets) list.push_back(ticket_of(open, spec));
  return list;
}

Json waiting_of(const StatusReport& report) {
  Json list = Json::array();
  for (const WaitingResults& here : report.status.waiting) {
    list.push_back({{"arm", report.spec.arms[here.arm]},
                    {"results", here.results},
                    {"tickets", here.tickets}});
  }
  return list;
}

Json verdict_of(const StatusReport& report) {
  if (!report.status.verdict) return {};
  const VerdictStatus& verdict = *report.status.verdict;
  Json equal = Json::array(), ruled_out = Json::array();
  for (std::size_t a = 0; a < verdict.roles.size(); ++a) {
    if (verdict.roles[a] == Role::shares) equal.push_back(report.spec.arms[a]);
    if (verdict.roles[a] == Role::ruled_out) ruled_out.push_back(report.spec.arms[a]);
  }
  if (verdict.good_enough && report.status.rounds) {
    for (const RuledOut& one : report.status.rounds->ruled_out) ruled_out.push_back(one.arm);
  }
  // Without a margin no arm shares a place: arms that are not in the answer are ruled out.
  for (const Arm a : arms_in_question(report.spec)) {
    const std::string& arm = report.spec.arms[a];
    if (verdict.roles.empty() && !verdict.good_enough && !verdict.answer.arms.empty() &&
        std::ranges::find(verdict.answer.arms, arm) == verdict.answer.arms.end()) {
      ruled_out.push_back(arm);
    }
  }
  const std::string note = margin_note(report.spec, report.status);
  Json document{{"answer", verdict.answer.text}};
  if (report.spec.rounds || std::holds_alternative<BestArmSpec>(report.spec.question)) {
    document["verdict"] = verdict.good_enough           ? "good-enough"
                          : verdict.equal_within_margin ? "equal"
                                                        : "best";
  }
  document.update({{"arms", verdict.answer.arms},
                   {"samples", verdict.samples},
                   {"equal_within_margin", verdict.equal_within_margin},
                   {"equal_arms", equal},
                   {"ruled_out_arms", ruled_out},
                   {"note", note.empty() ? Json() : Json(note)}});
  return document;
}

Json arm_of(const ArmStatus& arm) {
  return {{"name", arm.name},
          {"pulls", arm.pulls},
          {"pending", arm.pending},
          {"mean", known(arm.mean)},
          {"low", finite(arm.low)},
          {"high", finite(arm.high)},
          {"target", known(arm.target)},
          {"retired", arm.retired}};
}

Json warnings_of(const RoundsStatus& rounds) {
  Json texts = Json::array();
  for (const RoundsWarning& warning : rounds.warnings) texts.push_back(text_of(warning));
  return texts;
}

void add_spec(Json& document, const ExperimentSpec& spec) {
  document["problem"] = name_of(spec.question);
  if (spec.rounds) {
    add_law(document, spec.rounds->law);
    add_design(document, *spec.rounds);
  } else {
    add_family(document, spec.family);
  }
  if (spec.scale != Scale::linear) document["scale"] = to_string(spec.scale);
  add_question(document, spec.question);
  document["delta"] = spec.delta;
  document["rule"] = rule_name(spec);
}

/// The value of a setting; a budget is a whole number, or null for none.
Json setting_of(Setting setting, double value) {
  if (setting != Setting::max_samples) return value;
  return value > 0.0 ? Json(static_cast<std::uint64_t>(value)) : Json();
}

/// The changes of the plan, and the notes.
void add_plan(Json& document, const ExperimentStatus& status) {
  document["first_delta"] = known(status.first_delta);
  document["changes"] = Json::array();
  for (const auto& [samples, setting, from, to] : status.changes) {
    document["changes"].push_back({{"samples", samples},
                                   {"setting", to_string(setting)},
                                   {"from", setting_of(setting, from)},
                                   {"to", setting_of(setting, to)}});
  }
  if (status.risk_in_all) document["risk_in_all"] = *status.risk_in_all;
  document["arm_changes"] = Json::array();
  for (const auto& [samples, arm, is_added] : status.arm_changes) {
    document["arm_changes"].push_back(
        {{"samples", samples}, {is_added ? "added" : "retired", arm}});
  }
  document["tags"] = status.tags;
  document["notes"] = Json::array();
  for (const auto& [samples, text] : status.notes) {
    document["notes"].push_back({{"samples", samples}, {"text", text}});
  }
}

Json assumption_of(const std::optional<Contradiction>& contradiction) {
  Json document{{"status", contradiction ? "contradicted" : "not contradicted"}};
  if (contradiction) document.update(json_of(*contradiction));
  return document;
}

void add_findings(Json& document, const ExperimentStatus& status) {
  const std::optional<Findings>& findings = status.findings;
  const bool goes_on = findings && status.phase != Phase::undecided;
  document["answer"] = findings ? Json(findings->answer.text) : Json();
  document["answer_arms"] = findings ? Json(findings->answer.arms) : Json::array();
  document["evidence"] = findings ? finite(findings->evidence) : Json();
  document["required"] = findings ? finite(findings->required) : Json();
  const auto to_go = [&](double Forecast::*part) {
    return goes_on ? finite(findings->to_go.*part) : Json();
  };
  document["samples_to_go"] = to_go(&Forecast::middle);
  document["samples_to_go_low"] = to_go(&Forecast::low);
  document["samples_to_go_high"] = to_go(&Forecast::high);
}

/// The state of an experiment in a list.
void add_state(Json& item, const std::optional<ExperimentStatus>& status,
               const std::string& problem) {
  const std::string answer = status ? answer_text(*status) : "";
  item["phase"] = status ? Json(to_string(status->phase)) : Json();
  item["answer"] = answer.empty() ? Json() : Json(answer);
  item["smallest_risk"] = status ? Json(status->smallest_risk) : Json();
  item["samples"] = status ? Json(status->samples) : Json();
  item["tags"] = status ? Json(status->tags) : Json::array();
  item["problem"] = problem.empty() ? Json() : Json(problem);
}

}  // namespace

/// The names that are ruled out have their rounds in a comparison in rounds.
void add_recommendation(Json& document, const ExperimentStatus& status) {
  if (!status.recommendation) return;
  const Recommendation& found = *status.recommendation;
  document["within"] = finite(found.within);
  document["within_risk"] = found.risk;
  document["possible"] = found.possible;
  if (!status.rounds) document["ruled_out"] = found.ruled_out;
}

std::string to_json(const StatusReport& report) {
  const ExperimentStatus& status = report.status;
  Json document = Json::object();
  document["name"] = report.name;
  document["phase"] = to_string(status.phase);
  add_spec(document, report.spec);
  document["stopping"] = {{"name", stopping_name(report.spec)},
                          {"status", guarantee_text(status)},
                          {"reason", status.guarantee_reason}};
  document["assumption"] = assumption_of(status.contradiction);
  document["seed"] = report.spec.seed;
  add_findings(document, status);
  document["smallest_risk"] = status.smallest_risk;
  document["error_bound"] = status.smallest_risk;  // its name up to 0.7.0
  document["verdict"] = verdict_of(report);
  add_recommendation(document, status);
  document["samples"] = status.samples;
  document["max_samples"] = known(status.max_samples);
  document["tickets"] = status.tickets;
  document["abandoned"] = status.abandoned;
  Json arms = Json::array();
  for (const ArmStatus& arm : status.arms) arms.push_back(arm_of(arm));
  document["arms"] = arms;
  document["open"] = tickets_of(status.open, report.spec);
  document["waiting"] = waiting_of(report);
  add_plan(document, status);
  if (status.rounds) {
    add_rounds(document, *status.rounds);
    document["warnings"] = warnings_of(*status.rounds);
  }
  if (report.table) {
    document["table"] = {{"rows", report.table->rows},
                         {"values", report.table->values},
                         {"rows_needed", status.verdict ? Json(status.rounds->rounds) : Json()}};
    for (const std::string& doubt : report.table->warnings) document["warnings"].push_back(doubt);
  }
  return lines_of(document);
}

std::string to_json(const TicketReport& report) {
  Json tickets = Json::array();
  for (const HandedOut& given : report.tickets) {
    tickets.push_back(ticket_of({given.ticket, given.arm}, report.spec));
    add_place(tickets.back(), report.spec, given.place);
    if (given.again) tickets.back()["reissued"] = true;
  }
  return dumped({{"tickets", tickets}, {"phase", report.phase}}) + "\n";
}

std::string to_json(const ListReport& report) {
  Json list = Json::array();
  for (const auto& [listing, status, problem] : report.experiments) {
    list.push_back({{"name", listing.name},
                    {"created", listing.created},
                    {"events", listing.events},
                    {"heard", listing.heard}});
    add_state(list.back(), status, problem);
  }
  return lines_of({{"experiments", list}});
}

std::string to_json(const VerifyReport& report) {
  Json list = Json::array();
  for (const auto& [name, intact] : report.experiments) {
    const bool is_intact = intact.damage.empty();
    list.push_back({{"name", name},
                    {"events", intact.events},
                    {"intact", is_intact},
                    {"damage", is_intact ? Json() : Json(intact.damage)}});
  }
  return lines_of({{"experiments", list}});
}

std::string to_json(const Deed& deed) {
  Json document = Json::object();
  for (const auto& [key, value] : deed.fields) {
    document[key] = std::visit([](const auto& v) { return Json(v); }, value);
  }
  return dumped(document) + "\n";
}

}  // namespace mirador::cli
