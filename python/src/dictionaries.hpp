#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "mirador/experiment/history.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "ticket.hpp"

/// The results of the library about an experiment, as dictionaries from which the Python side makes
/// its classes.
namespace mirador::python {

pybind11::dict dict_of(const VerdictStatus& verdict);
pybind11::dict dict_of(const ExperimentStatus& status, ArmNames names,
                       const std::vector<TicketOf>& open);
/// Arrays with a row for every point.
pybind11::dict dict_of(const History& history, std::size_t arms);

}  // namespace mirador::python
