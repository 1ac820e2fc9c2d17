#include "request.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

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

/// Sets the value of a field from a dictionary; the package has checked and converted it.
struct ReadField {
  const py::dict& given;

  template <class Field, class Value>
  void operator()(const Field& described, Value& value) const {
    const std::string name(described.keyword());
    if (!given.contains(name.c_str())) return;
    if constexpr (std::is_enum_v<Value>) {
      value = choice_of<Value>(field<std::string>(given, name.c_str())).value();
    } else {
      value = field<Value>(given, name.c_str());
    }
  }
  template <class Field>
  void operator()(const Field& described, std::vector<Polyhedron>& sets) const {
    using Set = std::tuple<std::string, std::vector<double>, std::vector<double>>;
    for (auto& [name, rows, bounds] :
         field<std::vector<Set>>(given, std::string(described.keyword()).c_str())) {
      sets.push_back({std::move(name), std::move(rows), std::move(bounds)});
    }
  }
};

/// {"name": ..., and the keywords of its fields}
template <class Choice>
Choice choice(const py::dict& given) {
  Choice chosen = Choices<Choice>::make(field<std::string>(given, "name")).value();
  std::visit([&](auto& spec) { for_each_value(spec, ReadField{given}); }, chosen);
  return chosen;
}

QuestionSpec question(const py::dict& request) {
  const py::object asked = request["question"];
  if (py::isinstance<py::dict>(asked)) return choice<QuestionSpec>(asked);
  const auto own = own_question(asked);
  return OwnSpec{own->name(), own};
}

RuleSpec rule(const py::object& asked) {
  if (is_text(asked)) return parse_rule(asked.cast<std::string>());
  OwnRuleSpec own = own_rule_spec(asked);
  return own_rule(own.own, own.make);
}

StoppingSpec stopping(const py::dict& request) {
  const py::object asked = request["stopping"];
  if (is_text(asked)) return parse_stopping(asked.cast<std::string>());
  return mirador::own_stopping(own_stopping(asked));
}

/// The name of a user-defined rule, with a number if another rule of the plan has the same name.
std::string fresh_label(const Plan& plan, const RuleSpec& own) {
  const std::string name = std::get<OwnRuleSpec>(own.kind).own;
  std::string label = name;
  const auto taken = [&](const RuleSpec& rule) { return &rule != &own && rule.label == label; };
  for (int number = 2; std::ranges::any_of(plan.rules, taken); ++number) {
    label = name + " (" + std::to_string(number) + ")";
  }
  return label;
}

}  // namespace

std::pair<FamilySpec, QuestionSpec> family_and_question(const py::dict& request) {
  return {family(request["family"]), question(request)};
}

FamilySpec family(const py::dict& given) { return choice<FamilySpec>(given); }

ProblemSpec problem_spec(const py::dict& request) {
  ProblemSpec spec{family(request["family"]), question(request),
                   field<std::vector<double>>(request, "means")};
  validate(spec);
  return spec;
}

ProblemSpec problem_beside(const py::dict& request, const RoundsSpec& design) {
  ProblemSpec spec{family_beside(design.law, field<std::vector<double>>(request, "sigma")),
                   question(request), field<std::vector<double>>(request, "means")};
  validate(spec);
  validate(design, std::get<BestArmSpec>(spec.question), spec.means.size());
  return spec;
}

RoundsPlan rounds_plan(const py::dict& request, RoundsSpec design, const ProblemSpec& problem,
                       const Plan& beside) {
  RoundsWorld world{.means = problem.means,
                    .sigmas = field<std::vector<double>>(request, "sigma"),
                    .correlation = field<double>(request, "correlation")};
  return rounds_beside(std::move(design), std::move(world), std::get<BestArmSpec>(problem.question),
                       beside);
}

Plan plan(const py::dict& request) {
  Plan plan;
  bool own = !py::isinstance<py::dict>(request["question"]) || !is_text(request["stopping"]);
  const py::object rules = request["rules"];
  for (const py::handle asked : rules.is_none() ? py::list() : py::list(rules)) {
    plan.rules.push_back(rule(py::reinterpret_borrow<py::object>(asked)));
    if (is_text(asked)) continue;
    own = true;
    plan.rules.back().label = fresh_label(plan, plan.rules.back());
  }
  plan.stopping = stopping(request);
  plan.deltas = field<std::vector<double>>(request, "deltas");
  plan.runs = field<std::uint64_t>(request, "runs");
  plan.seed = field<std::uint64_t>(request, "seed");
  plan.max_samples = field<std::optional<std::uint64_t>>(request, "max_samples");
  plan.threads = own ? 1 : field<unsigned>(request, "threads");
  plan.backend = parse_backend(field<std::string>(request, "backend"));
  plan.records = Records::every_run;
  return plan;
}

/// The rule of an experiment, whose other parts are known.
static RuleSpec rule_of(const py::dict& request, const ExperimentSpec& spec, bool has_delta) {
  const py::object asked = request["rule"];
  if (!asked.is_none()) return rule(asked);
  return usual_rule(Demand(spec.family, spec.question),
                    aim_of(spec.max_samples.has_value(), has_delta));
}

ExperimentSpec experiment_spec(const py::dict& request) {
  ExperimentSpec spec;
  spec.arms = field<std::vector<std::string>>(request, "arms");
  spec.rounds = rounds(request);
  if (!spec.rounds) {
    spec.family = family(request["family"]);
    spec.stopping = stopping(request);
  }
  spec.scale =
      field<std::string>(request, "scale") == to_string(Scale::log) ? Scale::log : Scale::linear;
  spec.question = question(request);
  const auto delta = field<std::optional<double>>(request, "delta");
  spec.delta = delta.value_or(spec.delta);
  spec.max_samples = field<std::optional<std::uint64_t>>(request, "max_samples");
  if (!spec.rounds) spec.rule = rule_of(request, spec, delta.has_value());
  spec.reissue_after = field<std::optional<double>>(request, "reissue_after");
  spec.seed = field<std::uint64_t>(request, "seed");
  spec.note = field<std::string>(request, "note");
  return spec;
}

std::optional<RoundsSpec> rounds(const py::dict& request) {
  const py::object asked = request["rounds"];
  if (asked.is_none()) return std::nullopt;
  const py::dict given(asked);
  RoundsSpec rounds;
  rounds.law = choice<LawSpec>(given["family"]);
  rounds.items = field<std::optional<std::uint64_t>>(given, "items");
  rounds.item_names = field<std::vector<std::string>>(given, "item_names");
  rounds.round_size = field<std::optional<std::size_t>>(given, "round_size");
  return rounds;
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
