#include "request.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mirador/live/json_text.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "own.hpp"

namespace mirador::python {
namespace {

bool is_text(const py::handle& object) { return py::isinstance<py::str>(object); }

template <class Value>
Value field(const py::dict& request, const char* name) {
  const py::object given = request[name];
  try {
    return given.cast<Value>();
  } catch (const py::cast_error&) {
    throw InputError(std::string(name) + ": " + std::string(py::repr(given)) + " cannot be used");
  }
}

FamilySpec family(const py::dict& request) {
  return family_from_json(field<std::string>(request, "family"));
}

QuestionSpec question(const py::dict& request) {
  const py::object asked = request["question"];
  if (is_text(asked)) return question_from_json(asked.cast<std::string>());
  const auto own = own_question(asked);
  return OwnSpec{own->name(), own};
}

RuleSpec rule(const py::object& asked) {
  if (is_text(asked)) return parse_rule(asked.cast<std::string>());
  OwnRuleSpec own = own_rule_spec(asked);
  return own_rule(own.name, own.make);
}

/// The name of a rule of one's own, and a number where another rule of the plan has it.
std::string fresh_label(const Plan& plan, const RuleSpec& own) {
  const std::string name = std::get<OwnRuleSpec>(own.kind).name;
  std::string label = name;
  const auto taken = [&](const RuleSpec& rule) { return &rule != &own && rule.label == label; };
  for (int number = 2; std::ranges::any_of(plan.rules, taken); ++number) {
    label = name + " (" + std::to_string(number) + ")";
  }
  return label;
}

}  // namespace

std::pair<FamilySpec, QuestionSpec> family_and_question(const py::dict& request) {
  return {family(request), question(request)};
}

ProblemSpec problem_spec(const py::dict& request) {
  ProblemSpec spec{family(request), question(request),
                   field<std::vector<double>>(request, "means")};
  if (auto* normal = std::get_if<NormalSpec>(&spec.family)) {
    normal->sigmas = field<std::vector<double>>(request, "sigmas");
  }
  validate(spec);
  return spec;
}

Plan plan(const py::dict& request) {
  Plan plan;
  bool own = !is_text(request["question"]) || !is_text(request["stopping"]);
  for (const py::handle asked : request["rules"]) {
    plan.rules.push_back(rule(py::reinterpret_borrow<py::object>(asked)));
    if (is_text(asked)) continue;
    own = true;
    plan.rules.back().label = fresh_label(plan, plan.rules.back());
  }
  const py::object stopping = request["stopping"];
  plan.stopping = is_text(stopping) ? parse_stopping(stopping.cast<std::string>())
                                    : AnyStopping(OwnStopping(own_stopping(stopping)));
  plan.deltas = field<std::vector<double>>(request, "deltas");
  plan.runs = field<std::uint64_t>(request, "runs");
  plan.seed = field<std::uint64_t>(request, "seed");
  plan.max_samples = field<std::uint64_t>(request, "max_samples");
  plan.threads = own ? 1 : field<unsigned>(request, "threads");
  plan.backend = parse_backend(field<std::string>(request, "backend"));
  plan.records = Records::every_run;
  return plan;
}

ExperimentSpec experiment_spec(const py::dict& request) {
  ExperimentSpec spec;
  spec.arms = field<std::vector<std::string>>(request, "arms");
  spec.family = family(request);
  spec.scale =
      field<std::string>(request, "scale") == to_string(Scale::log) ? Scale::log : Scale::linear;
  spec.question = question(request);
  spec.rule = rule(request["rule"]);
  const py::object stopping = request["stopping"];
  if (is_text(stopping)) {
    spec.stopping = stopping.cast<std::string>();
  } else {
    spec.own_stopping = own_stopping(stopping);
    spec.stopping = "own:" + spec.own_stopping->name();
  }
  spec.delta = field<double>(request, "delta");
  spec.max_samples = field<std::optional<std::uint64_t>>(request, "max_samples");
  spec.reissue_after = field<std::optional<double>>(request, "reissue_after");
  spec.seed = field<std::uint64_t>(request, "seed");
  spec.note = field<std::string>(request, "note");
  return spec;
}

OwnParts own_parts(const py::dict& request) {
  OwnParts own;
  const py::object problem = request["problem"], rule = request["rule"],
                   stopping = request["stopping"];
  if (!problem.is_none()) own.question = own_question(problem);
  if (!rule.is_none()) own.rule = own_rule_spec(rule);
  if (!stopping.is_none()) own.stopping = own_stopping(stopping);
  return own;
}

}  // namespace mirador::python
