#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <exception>
#include <map>

#include "arrays.hpp"
#include "gil.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/rounds.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/worth.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/description.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "module.hpp"
#include "request.hpp"

namespace mirador::python {
namespace {

py::dict bound_of(const CharacteristicTime& time, const std::string& answer, BoundStatus status) {
  py::dict bound;
  bound["time"] = time.time;
  bound["weights"] = array_of(time.weights);
  bound["gap"] = time.gap;
  bound["answer"] = answer;
  bound["status"] = std::string(to_string(status));
  return bound;
}

py::dict bound_of(const Analysis& analysis) {
  return bound_of(analysis.bound, analysis.answer, analysis.status);
}

py::dict bound(const py::dict& request) {
  const ProblemSpec spec = problem_spec(request);
  const Analysis analysis = [&] {
    const WithoutPython released;
    return analyse(spec);
  }();
  return bound_of(analysis);
}

/// Checks Python about ten times per second while a simulation runs without the interpreter:
/// handles Ctrl-C and reports progress. An exception ends the simulation.
class Watcher {
 public:
  explicit Watcher(py::object progress) : progress_(std::move(progress)) {}

  Control control() {
    return {[this](std::uint64_t done, std::uint64_t total) { look(done, total); }, &stop_};
  }
  /// Rethrows an exception that was caught.
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  void look(std::uint64_t done, std::uint64_t total) {
    const WithPython acquired;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!raised_ && !progress_.is_none()) progress_(done, total);
    } catch (py::error_already_set&) {
      raised_ = std::current_exception();
      stop_ = true;
    }
  }

  py::object progress_;
  std::atomic<bool> stop_ = false;
  std::exception_ptr raised_;
};

/// What to simulate.
struct Task {
  ProblemSpec problem;
  Plan plan;
  std::optional<RoundsPlan> rounds = std::nullopt;  ///< simulated before the rules of the plan

  const RoundsPlan* rounds_if_any() const { return rounds ? &*rounds : nullptr; }
};

template <class Number>
using Table = py::array_t<Number, py::array::c_style>;

template <class Number>
Table<Number> table(std::size_t rows, std::size_t columns) {
  return Table<Number>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

/// Numbers for the answers, in alphabetical order of their texts.
using Codes = std::map<std::string, std::int32_t>;

/// Whether a run recommends anything: not if its budget was spent before every arm was measured.
bool recommends(const RunRecord& run) {
  return run.outcome != Outcome::undecided || !run.answer.empty();
}

Codes codes_of(const std::vector<RuleResult>& results) {
  Codes codes;
  for (const RuleResult& result : results) {
    for (const auto& runs : result.runs) {
      for (const RunRecord& run : runs) {
        if (recommends(run)) codes.emplace(run.answer, 0);
      }
    }
  }
  std::int32_t next = 0;
  for (auto& [answer, code] : codes) code = next++;
  return codes;
}

/// The runs of one rule: arrays with a row for every δ.
py::dict runs_of(const RuleResult& result, const Codes& codes) {
  const std::size_t risks = result.runs.size(), runs = result.runs.front().size();
  auto samples = table<std::int64_t>(risks, runs);
  auto answers = table<std::int32_t>(risks, runs);
  auto recommended = table<std::int32_t>(risks, runs);
  auto correct = table<bool>(risks, runs), equal = table<bool>(risks, runs);
  auto right = table<bool>(risks, runs);
  auto* sample = samples.mutable_data();
  auto *answer = answers.mutable_data(), *advice = recommended.mutable_data();
  auto *is_correct = correct.mutable_data(), *same = equal.mutable_data();
  auto* is_right = right.mutable_data();
  for (const auto& row : result.runs) {
    for (const RunRecord& run : row) {
      *sample++ = static_cast<std::int64_t>(run.samples);
      const std::int32_t code = recommends(run) ? codes.at(run.answer) : -1;
      *answer++ = run.outcome == Outcome::undecided ? -1 : code;
      *advice++ = code;
      *is_correct++ = run.outcome == Outcome::correct;
      *is_right++ = run.right;
      *same++ = run.equal;
    }
  }
  py::dict dict;
  dict["samples"] = samples;
  dict["answers"] = answers;
  dict["recommended"] = recommended;
  dict["correct"] = correct;
  dict["right"] = right;
  dict["equal"] = equal;
  return dict;
}

void add_worth(py::dict& dict, const Worth& worth) {
  dict["right"] = worth.right;
  dict["right_lower"] = worth.right_lower;
  dict["right_upper"] = worth.right_upper;
  dict["shortfall"] = worth.shortfall;
  dict["shortfall_std_error"] = worth.shortfall_std_error;
}

py::dict summary_of(const Summary& summary) {
  py::dict dict;
  dict["runs"] = summary.runs();
  dict["mean"] = summary.mean();
  dict["std_error"] = summary.std_error();
  dict["median"] = summary.quantile(0.5);
  dict["q05"] = summary.quantile(0.05);
  dict["q25"] = summary.quantile(0.25);
  dict["q75"] = summary.quantile(0.75);
  dict["q95"] = summary.quantile(0.95);
  dict["errors"] = summary.errors();
  dict["error_rate"] = summary.error_rate();
  dict["error_upper"] = summary.error_upper();
  dict["undecided"] = summary.undecided();
  dict["equal"] = summary.equal();
  return dict;
}

py::dict result_of(const Task& task, const RuleResult& result, const Codes& codes) {
  py::dict dict = runs_of(result, codes);
  const std::size_t arms = result.summaries.front().pulls().size();
  auto pulls = table<std::int64_t>(result.summaries.size(), arms);
  auto* pull = pulls.mutable_data();
  py::list summaries;
  for (const Summary& summary : result.summaries) {
    for (const std::uint64_t count : summary.pulls()) *pull++ = static_cast<std::int64_t>(count);
    py::dict row = summary_of(summary);
    if (task.plan.max_samples) add_worth(row, worth_of(summary, task.problem));
    summaries.append(row);
  }
  dict["rule"] = result.rule;
  dict["pulls"] = pulls;
  dict["summaries"] = summaries;
  dict["ns_per_step"] = result.ns_per_step;
  return dict;
}

/// Throws InputError for means without an answer, whose runs would continue until the budget ends,
/// unless this is wanted.
Analysis analysed(const ProblemSpec& spec, bool ties_welcome) {
  const WithoutPython released;
  if (ties_welcome || has_answer(spec)) return analyse_or_tie(spec);
  throw InputError(no_answer_reason(spec) + ", or give max_samples to simulate these means anyway");
}

Task task(const py::dict& request) {
  std::optional<RoundsSpec> design = python::rounds(request);
  if (!design) {
    Task task{problem_spec(request), python::plan(request)};
    const Aim aim = aim_of(task.plan.max_samples.has_value(), request["deltas_given"].cast<bool>());
    if (request["rules"].is_none()) task.plan.rules = {usual_rule(task.problem, aim)};
    return task;
  }
  Task task{problem_beside(request, *design), python::plan(request)};
  if (request["rules"].is_none()) task.plan.rules = rules_beside(*design);
  task.rounds = rounds_plan(request, *std::move(design), task.problem, task.plan);
  return task;
}

ResultsSideBySide simulated(const Task& task, Watcher& watcher) {
  ResultsSideBySide results;
  const Control control = watcher.control();
  {
    const WithoutPython released;
    results = simulate_side_by_side(task.rounds_if_any(), task.problem, task.plan, control);
  }
  watcher.rethrow();
  return results;
}

py::list backends_of(const Task& task) {
  py::list backends;
  if (task.rounds) backends.append(std::string(to_string(Backend::reference)));
  for (const RuleSpec& rule : task.plan.rules) {
    backends.append(
        std::string(to_string(resolve(task.plan.backend, task.problem, rule, task.plan))));
  }
  return backends;
}

py::tuple tuple_of(const Guarantee& guarantee) {
  return py::make_tuple(std::string(to_string(guarantee.status)), std::string(guarantee.reason));
}

/// The numbers of rounds, their guarantee and their lower bound.
void add_rounds(py::dict& dict, const RoundsPlan& plan, const Analysis& analysis,
                const std::vector<std::vector<std::uint64_t>>& rounds_of_runs) {
  auto rounds = table<std::int64_t>(rounds_of_runs.size(), plan.runs);
  auto* number = rounds.mutable_data();
  for (const auto& runs : rounds_of_runs) {
    for (const std::uint64_t one : runs) *number++ = static_cast<std::int64_t>(one);
  }
  dict["rounds"] = rounds;
  dict["rounds_guarantee"] = tuple_of(guarantee_of(plan.design));
  const auto bound = bound_in_rounds(plan);
  dict["rounds_bound"] = bound ? py::object(bound_of(*bound, analysis.answer, BoundStatus::proved))
                               : py::object(py::none());
}

py::dict simulate(const py::dict& request) {
  const Task task = python::task(request);
  const Analysis analysis = analysed(
      task.problem, task.plan.max_samples || !needs_answer(task.rounds_if_any(), task.plan));
  Watcher watcher(request["progress"]);
  const ResultsSideBySide results = simulated(task, watcher);
  const Codes codes = codes_of(results.rules);
  py::list rules, names;
  for (const RuleResult& result : results.rules) rules.append(result_of(task, result, codes));
  for (const auto& [answer, code] : codes) names.append(answer);
  py::dict dict;
  dict["results"] = rules;
  dict["answer_names"] = names;
  dict["backends"] = backends_of(task);
  dict["bound"] = analysis.has_answer() ? py::object(bound_of(analysis)) : py::object(py::none());
  dict["guarantee"] = tuple_of(guarantee_of(task.plan.stopping, task.problem));
  if (task.rounds) add_rounds(dict, *task.rounds, analysis, results.rounds_of_runs);
  return dict;
}

py::array_t<double> divergence(const py::dict& law_of, const py::array_t<double>& x,
                               const py::array_t<double>& y) {
  return with_family(family(law_of), [&]<Family F>(const F& law) -> py::array_t<double> {
    if constexpr (OneParameterFamily<F>) {
      return py::vectorize(
          [&law](double data, double model) { return law.divergence(data, model); })(x, y);
    } else {
      throw InputError("family: normal arms have no divergence of two means; use gaussian");
    }
  });
}

py::list described(const std::vector<SpecText>& specs) {
  py::list list;
  for (const SpecText& spec : specs) {
    py::list fields;
    for (const FieldText& field : spec.fields) {
      py::dict dict;
      dict["keyword"] = field.keyword;
      dict["help"] = field.help;
      dict["kind"] = to_string(field.kind);
      dict["flag"] = field.flag;
      dict["positive"] = field.range == Range::difference;
      dict["needed"] = field.needed == Needed::always;
      dict["needed_live"] = field.needed != Needed::never;
      dict["simulated"] = field.simulated;
      dict["words"] = py::tuple(py::cast(field.words));
      fields.append(dict);
    }
    list.append(py::make_tuple(spec.name, spec.help, fields, spec.families));
  }
  return list;
}

}  // namespace

void bind_simulation(py::module_& module) {
  module.def("families", [] { return described(texts_of<FamilySpec>()); });
  module.def("questions", [] { return described(texts_of<QuestionSpec>()); });
  module.def("laws", [] { return described(texts_of<LawSpec>()); });
  module.def("bound", &bound, py::arg("request"));
  module.def("decision_information", &decision_information, py::arg("delta"));
  module.def("simulate", &simulate, py::arg("request"));
  module.def("divergence", &divergence, py::arg("family"), py::arg("x"), py::arg("y"));
}

}  // namespace mirador::python
