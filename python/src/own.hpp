#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "mirador/experiment/experiment_spec.hpp"

/// Problems, sampling rules and stopping rules that are Python objects.
namespace mirador::python {

namespace py = pybind11;

/// Throws InputError if the object lacks a required method. The name is that of its class.
std::shared_ptr<const OwnQuestion> own_question(const py::object& problem);
OwnRuleSpec own_rule_spec(const py::object& rule);
std::shared_ptr<const OwnStoppingRule> own_stopping(const py::object& stopping);

}  // namespace mirador::python
