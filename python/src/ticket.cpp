#include "ticket.hpp"

#include <utility>

#include "mirador/core/error.hpp"

namespace mirador::python {

Ticket number_of(const py::object& ticket) {
  if (py::isinstance<TicketOf>(ticket)) return ticket.cast<const TicketOf&>().number;
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(ticket.ptr()));
  const unsigned long long number = index ? PyLong_AsUnsignedLongLong(index.ptr()) : 0;
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  throw InputError("ticket: " + std::string(py::repr(ticket)) +
                   " is not a ticket; give a ticket from ask(), or its number");
}

void bind_ticket(py::module_& module) {
  py::class_<TicketOf>(module, "Ticket",
                       "A requested measurement: measure `arm`, then tell the ticket.")
      .def_readonly("number", &TicketOf::number, "1, 2, 3, ... within the experiment.")
      .def_readonly("arm", &TicketOf::arm, "The name of the arm to measure.")
      .def_readonly("index", &TicketOf::index, "Its number, from 0.")
      .def("__int__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__index__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__hash__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__eq__",
           [](const TicketOf& ticket, const TicketOf& other) {
             return ticket.number == other.number && ticket.arm == other.arm;
           })
      .def("__eq__", [](const TicketOf&, const py::object&) { return false; })
      .def(py::init([](Ticket number, Arm index, std::string arm) {
             return TicketOf{number, index, std::move(arm)};
           }),
           py::arg("number"), py::arg("index"), py::arg("arm"))
      .def("__reduce__",
           [](const TicketOf& ticket) {
             return py::make_tuple(py::type::of<TicketOf>(),
                                   py::make_tuple(ticket.number, ticket.index, ticket.arm));
           })
      .def("__repr__", [](const TicketOf& ticket) {
        return "Ticket(" + std::to_string(ticket.number) + ", " +
               std::string(py::repr(py::str(ticket.arm))) + ")";
      });
}

}  // namespace mirador::python
