#include "dictionaries.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <limits>

namespace mirador::python {

py::dict dict_of(const VerdictStatus& verdict) {
  py::list roles;
  for (const Role role : verdict.roles) {
    roles.append(role == Role::chosen ? "chosen" : role == Role::shares ? "shares" : "ruled-out");
  }
  py::dict dict;
  dict["answer"] = verdict.answer.text;
  dict["arms"] = py::tuple(py::cast(verdict.answer.arms));
  dict["samples"] = verdict.samples;
  dict["roles"] = py::tuple(roles);
  dict["equal"] = verdict.equal_within_margin;
  dict["good_enough"] = verdict.good_enough;
  return dict;
}

static py::dict dict_of(const Contradiction& contradiction) {
  py::dict dict;
  dict["test"] = std::string(to_string(contradiction.assumed));
  dict["arm"] = contradiction.arm;
  dict["samples"] = contradiction.samples;
  dict["reason"] = contradiction.reason;
  dict["log_evidence"] = contradiction.log_evidence;
  return dict;
}

static py::dict dict_of(const ArmStatus& arm) {
  py::dict dict;
  dict["name"] = arm.name;
  dict["pulls"] = arm.pulls;
  dict["pending"] = arm.pending;
  dict["mean"] = arm.mean;
  dict["low"] = arm.low;
  dict["high"] = arm.high;
  dict["target"] = arm.target;
  dict["retired"] = arm.retired;
  return dict;
}

static void add_plan(py::dict& dict, const ExperimentStatus& status) {
  dict["first_delta"] = status.first_delta;
  dict["risk_in_all"] = status.risk_in_all;
  dict["tags"] = py::tuple(py::cast(status.tags));
  py::list changes, notes, arm_changes;
  for (const auto& [samples, arm, is_added] : status.arm_changes) {
    arm_changes.append(py::make_tuple(samples, arm, is_added));
  }
  dict["arm_changes"] = arm_changes;
  for (const auto& [samples, setting, from, to] : status.changes) {
    changes.append(py::make_tuple(samples, std::string(to_string(setting)), from, to));
  }
  for (const auto& [samples, text] : status.notes) notes.append(py::make_tuple(samples, text));
  dict["changes"] = changes;
  dict["notes"] = notes;
}

static void add_rounds(py::dict& dict, const RoundsStatus& rounds) {
  dict["rounds"] = rounds.rounds;
  dict["in_play"] = py::tuple(py::cast(rounds.in_play));
  py::list ruled_out, differences, warnings;
  for (const RuledOut& one : rounds.ruled_out) ruled_out.append(py::make_tuple(one.arm, one.round));
  for (const DifferenceStatus& one : rounds.differences) {
    differences.append(py::make_tuple(one.arm, one.to, one.estimate, one.low, one.high, one.better,
                                      one.worse, one.tied));
  }
  dict["ruled_out"] = ruled_out;
  dict["differences"] = differences;
  if (rounds.items) dict["items"] = py::make_tuple(rounds.items->total, rounds.items->used);
  for (const RoundsWarning& one : rounds.warnings) warnings.append(text_of(one));
  dict["warnings"] = py::tuple(warnings);
}

py::dict dict_of(const ExperimentStatus& status, ArmNames names,
                 const std::vector<TicketOf>& open) {
  py::dict dict;
  dict["phase"] = std::string(to_string(status.phase));
  dict["delta"] = status.delta;
  dict["samples"] = status.samples;
  dict["max_samples"] = status.max_samples;
  const auto& findings = status.findings;
  dict["answer"] = findings ? py::object(py::str(findings->answer.text)) : py::none();
  dict["evidence"] = findings ? std::optional(findings->evidence) : std::nullopt;
  dict["required"] = findings ? std::optional(findings->required) : std::nullopt;
  const auto to_go = findings ? std::optional(findings->to_go) : std::nullopt;
  dict["samples_to_go"] = to_go ? std::optional(to_go->middle) : std::nullopt;
  dict["samples_to_go_low"] = to_go ? std::optional(to_go->low) : std::nullopt;
  dict["samples_to_go_high"] = to_go ? std::optional(to_go->high) : std::nullopt;
  dict["smallest_risk"] = status.smallest_risk;
  dict["verdict"] = status.verdict ? py::object(dict_of(*status.verdict)) : py::none();
  dict["contradiction"] =
      status.contradiction ? py::object(dict_of(*status.contradiction)) : py::none();
  dict["guarantee"] =
      py::make_tuple(std::string(guarantee_text(status)), std::string(status.guarantee_reason));
  py::list arms;
  for (const ArmStatus& arm : status.arms) arms.append(dict_of(arm));
  dict["arms"] = arms;
  dict["open"] = open;
  py::list waiting;
  for (const WaitingResults& here : status.waiting) {
    waiting.append(py::make_tuple(names[here.arm], here.results, here.tickets));
  }
  dict["waiting"] = waiting;
  dict["tickets"] = status.tickets;
  dict["abandoned"] = status.abandoned;
  add_plan(dict, status);
  if (status.rounds) add_rounds(dict, *status.rounds);
  if (status.recommendation) {
    dict["within"] = status.recommendation->within;
    dict["within_risk"] = status.recommendation->risk;
    dict["possible"] = py::tuple(py::cast(status.recommendation->possible));
    if (!status.rounds) {
      py::list ruled_out;
      for (const std::string& arm : status.recommendation->ruled_out) {
        ruled_out.append(py::make_tuple(arm, py::none()));
      }
      dict["ruled_out"] = ruled_out;
    }
  }
  return dict;
}

py::dict dict_of(const History& history, std::size_t arms) {
  const auto rows = static_cast<py::ssize_t>(history.points.size()),
             columns = static_cast<py::ssize_t>(arms);
  py::array_t<std::int64_t> samples(rows);
  py::array_t<double> evidence(rows), required(rows), counts({rows, columns}),
      means({rows, columns});
  for (py::ssize_t i = 0; i < rows; ++i) {
    const HistoryPoint& point = history.points[static_cast<std::size_t>(i)];
    samples.mutable_at(i) = static_cast<std::int64_t>(point.samples);
    evidence.mutable_at(i) = point.evidence;
    required.mutable_at(i) = point.required;
    for (py::ssize_t a = 0; a < columns; ++a) {
      const auto arm = static_cast<std::size_t>(a);
      const bool is_there = arm < point.pulls.size();  // or is it added later?
      counts.mutable_at(i, a) = is_there ? static_cast<double>(point.pulls[arm]) : 0.0;
      means.mutable_at(i, a) =
          is_there ? point.means[arm] : std::numeric_limits<double>::quiet_NaN();
    }
  }
  py::dict dict;
  dict["samples"] = samples;
  dict["counts"] = counts;
  dict["means"] = means;
  dict["evidence"] = evidence;
  dict["required"] = required;
  return dict;
}

}  // namespace mirador::python
