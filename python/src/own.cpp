#include "own.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "state.hpp"

namespace mirador::python {
namespace {

/// A Python object that may be released on any thread.
class Kept {
 public:
  explicit Kept(py::object object) : object_(std::move(object)) {}
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    const WithPython python;
    object_ = py::object();
  }
  const py::object& get() const { return object_; }

 private:
  py::object object_;
};

/// The name of the class, or of the function.
std::string name_of(const py::object& object) {
  const py::object named = py::hasattr(object, "__name__") ? object : object.attr("__class__");
  return py::str(named.attr("__name__"));
}

/// Does the object define such a method itself, not only inherit it from mirador's base class?
bool defines(const py::object& object, const char* base, const char* method) {
  if (!py::hasattr(object, method)) return false;
  const py::object inherited = py::module_::import("mirador").attr(base).attr(method);
  const py::object found = object.attr(method);
  return !py::hasattr(found, "__func__") || !py::object(found.attr("__func__")).is(inherited);
}

double number(const py::object& given, const std::string& what) {
  const double value = PyFloat_AsDouble(given.ptr());
  if (std::isnan(value) || (value == -1.0 && PyErr_Occurred() != nullptr)) {
    PyErr_Clear();
    throw InputError(what + " gave " + std::string(py::repr(given)) + ", which is not a number");
  }
  return value;
}

class PythonQuestion final : public OwnQuestion {
 public:
  explicit PythonQuestion(const py::object& problem)
      : name_(name_of(problem)), project_(problem.attr("project")) {
    arms_ = read<std::size_t>(problem, "arms", "a whole number");
    answers_ = read<std::vector<std::string>>(problem, "answers", "a list of names");
    if (defines(problem, "Problem", "contains")) {
      contains_ = std::make_unique<Kept>(problem.attr("contains"));
    }
  }

  const std::string& name() const override { return name_; }
  std::size_t arms() const override { return arms_; }
  std::span<const std::string> answers() const override { return answers_; }
  void project(std::size_t answer, Point at, std::span<double> lambda) const override {
    const WithPython python;
    read_numbers(project_.get()(answer, array_of(at.weights), array_of(at.means)),
                 "problem: " + name_ + ".project:", lambda);
  }
  bool contains(std::size_t answer, std::span<const double> means) const override {
    if (contains_ == nullptr) return OwnQuestion::contains(answer, means);
    const WithPython python;
    return py::bool_(contains_->get()(answer, array_of(means)));
  }

 private:
  template <class Value>
  Value read(const py::object& problem, const char* field, const char* wanted) const {
    const py::object given = problem.attr(field);
    try {
      return given.cast<Value>();
    } catch (const py::cast_error&) {
      throw InputError("problem: " + name_ + "." + field + " is " + std::string(py::repr(given)) +
                       ", not " + wanted);
    }
  }

  std::string name_;
  std::size_t arms_;
  std::vector<std::string> answers_;
  Kept project_;
  std::unique_ptr<Kept> contains_;
};

/// A rule, or a function in place of one.
class PythonRule final : public OwnRule {
 public:
  explicit PythonRule(const py::object& rule)
      : name_(name_of(rule)), next_(py::hasattr(rule, "next") ? rule.attr("next") : rule) {
    if (defines(rule, "SamplingRule", "start")) {
      start_ = std::make_unique<Kept>(rule.attr("start"));
    }
    if (defines(rule, "SamplingRule", "observe")) {
      observe_ = std::make_unique<Kept>(rule.attr("observe"));
    }
  }

  void start(std::size_t arms, RandomKey key) override {
    const WithPython python;
    if (state_ == nullptr || state_->arms() != arms) {
      shown_ = std::make_unique<Kept>(py::cast(State(arms)));
      state_ = &shown_->get().cast<State&>();
    }
    if (start_) start_->get()(arms, py::make_tuple(key.seed, key.replication));
  }
  Arm next(const StandingView& standing) const override {
    const WithPython python;
    const State::Shown shown(*state_, standing);
    return arm_of(next_.get()(shown_->get()));
  }
  void observe(const StandingView& standing, Arm arm) override {
    if (!observe_) return;
    const WithPython python;
    const State::Shown shown(*state_, standing);
    observe_->get()(shown_->get(), arm);
  }

 private:
  Arm arm_of(const py::object& given) const {
    const py::ssize_t arm = PyNumber_AsSsize_t(given.ptr(), PyExc_OverflowError);
    if (arm >= 0) return static_cast<Arm>(arm);
    PyErr_Clear();
    throw InputError("rule: " + name_ + " chose " + std::string(py::repr(given)) +
                     ", which is not an arm; give a whole number (int) from 0 to " +
                     std::to_string(state_->arms() - 1));
  }

  std::string name_;
  Kept next_;
  std::unique_ptr<Kept> start_, observe_;
  std::unique_ptr<Kept> shown_;  // the state as a Python object
  State* state_ = nullptr;
};

class PythonStopping final : public OwnStoppingRule {
 public:
  explicit PythonStopping(const py::object& rule)
      : name_(name_of(rule)), required_(rule.attr("required")) {
    if (defines(rule, "StoppingRule", "evidence")) {
      evidence_ = std::make_unique<Kept>(rule.attr("evidence"));
    }
    read_guarantee(rule);
  }

  const std::string& name() const override { return name_; }
  double required(const StandingView& standing, double delta) const override {
    return asked(standing, "required",
                 [&](const py::object& state) { return required_.get()(state, delta); });
  }
  bool measures_evidence() const override { return evidence_ != nullptr; }
  double evidence(const StandingView& standing) const override {
    if (!evidence_) return standing.value();
    return asked(standing, "evidence",
                 [&](const py::object& state) { return evidence_->get()(state); });
  }
  Guarantee guarantee() const override { return {status_, reason_}; }

 private:
  void read_guarantee(const py::object& rule) {
    const auto text = [&](const char* field, const char* usual) {
      return py::hasattr(rule, field) ? std::string(py::str(rule.attr(field))) : usual;
    };
    const std::string status = text("status", "heuristic");
    reason_ = text("reason", "");
    if (reason_.empty()) reason_ = name_ + ", a user-defined stopping rule";
    for (const Status known : {Status::proved, Status::asymptotic, Status::heuristic}) {
      if (status != to_string(known)) continue;
      status_ = known;
      return;
    }
    throw InputError("stopping: " + name_ + " has the status \"" + status +
                     "\"; give proved, asymptotic or heuristic");
  }

  /// The answer of the rule for a standing.
  template <class Ask>
  double asked(const StandingView& standing, const char* method, Ask&& ask) const {
    const WithPython python;
    if (state_ == nullptr || state_->arms() != standing.arms()) {
      shown_ = std::make_unique<Kept>(py::cast(State(standing.arms())));
      state_ = &shown_->get().cast<State&>();
    }
    const State::Shown shown(*state_, standing);
    return number(ask(shown_->get()), "stopping: " + name_ + "." + method);
  }

  std::string name_;
  Kept required_;
  std::unique_ptr<Kept> evidence_;
  Status status_ = Status::heuristic;
  std::string reason_;
  // One state object for all calls, which are sequential.
  mutable std::unique_ptr<Kept> shown_;
  mutable State* state_ = nullptr;
};

py::object copy_of(const py::object& rule) {
  try {
    return py::module_::import("copy").attr("deepcopy")(rule);
  } catch (const py::error_already_set& error) {
    throw InputError("rule: " + name_of(rule) + " cannot be copied (" +
                     std::string(py::str(error.value())) +
                     "); move what cannot be copied out of it, or write __deepcopy__");
  }
}

void require(const py::object& object, const char* part, const char* method) {
  if (PyType_Check(object.ptr()) != 0) {
    throw InputError(std::string(part) + ": " + name_of(object) +
                     " is a class; give one of its objects, as in " + name_of(object) + "()");
  }
  if (py::hasattr(object, method)) return;
  throw InputError(std::string(part) + ": " + name_of(object) + " has no " + method +
                   "; give a name, or an object that has it");
}

}  // namespace

std::shared_ptr<const OwnQuestion> own_question(const py::object& problem) {
  require(problem, "problem", "project");
  require(problem, "problem", "answers");
  require(problem, "problem", "arms");
  return std::make_shared<PythonQuestion>(problem);
}

OwnRuleSpec own_rule_spec(const py::object& rule) {
  if (PyCallable_Check(rule.ptr()) == 0 || PyType_Check(rule.ptr()) != 0) {
    require(rule, "rule", "next");
  }
  const auto kept = std::make_shared<Kept>(rule);
  // The memory of a rule belongs to one trajectory: each gets a copy.
  return {name_of(rule), [kept] {
            const WithPython python;
            return std::make_unique<PythonRule>(copy_of(kept->get()));
          }};
}

std::shared_ptr<const OwnStoppingRule> own_stopping(const py::object& stopping) {
  require(stopping, "stopping", "required");
  return std::make_shared<PythonStopping>(stopping);
}

}  // namespace mirador::python
