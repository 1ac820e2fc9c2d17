#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "mirador/experiment/event.hpp"

namespace mirador::python {

namespace py = pybind11;

/// A ticket as a Python object.
struct TicketOf {
  Ticket number;
  Arm index;
  std::string arm;
};

/// The number of a ticket object, or the number itself. Throws InputError for anything else.
Ticket number_of(const py::object& ticket);

void bind_ticket(py::module_& module);

}  // namespace mirador::python
