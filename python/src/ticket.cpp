#include "ticket.hpp"

#include <pybind11/stl.h>

#include <utility>

#include "mirador/core/error.hpp"

namespace mirador::python {
namespace {

std::string text_of(const TicketOf& ticket) {
  std::string text =
      "Ticket(" + std::to_string(ticket.number) + ", " + std::string(py::repr(py::str(ticket.arm)));
  if (ticket.round) text += ", round=" + std::to_string(*ticket.round);
  if (ticket.item) text += ", item=" + std::string(py::repr(py::cast(*ticket.item)));
  return text + ")";
}

}  // namespace

TicketOf ticket_of(const ExperimentSpec& spec, Ticket number, Arm arm,
                   const std::optional<RoundPlace>& place) {
  TicketOf ticket{number, arm, spec.arms[arm]};
  if (!place || place->round == 0) return ticket;
  ticket.round = place->round;
  if (place->item == 0) return ticket;
  const std::string* name = name_of_item(*spec.rounds, place->item);
  ticket.item = name != nullptr ? TicketOf::Item(*name) : TicketOf::Item(place->item);
  return ticket;
}

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
      .def_readonly("round", &TicketOf::round,
                    "The number of its round, from 1; None without rounds.")
      .def_readonly("item", &TicketOf::item,
                    "The item to measure: its name, or its number from 1; None without items.")
      .def("__int__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__index__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__hash__", [](const TicketOf& ticket) { return ticket.number; })
      .def("__eq__",
           [](const TicketOf& ticket, const TicketOf& other) {
             return ticket.number == other.number && ticket.arm == other.arm;
           })
      .def("__eq__", [](const TicketOf&, const py::object&) { return false; })
      .def(py::init([](Ticket number, Arm index, std::string arm,
                       std::optional<std::uint64_t> round, std::optional<TicketOf::Item> item) {
             return TicketOf{number, index, std::move(arm), round, std::move(item)};
           }),
           py::arg("number"), py::arg("index"), py::arg("arm"), py::arg("round") = py::none(),
           py::arg("item") = py::none())
      .def("__reduce__",
           [](const TicketOf& ticket) {
             return py::make_tuple(py::type::of<TicketOf>(),
                                   py::make_tuple(ticket.number, ticket.index, ticket.arm,
                                                  ticket.round, ticket.item));
           })
      .def("__repr__", &text_of);
}

}  // namespace mirador::python
