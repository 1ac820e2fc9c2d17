#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::python {

namespace py = pybind11;

/// A ticket as a Python object.
struct TicketOf {
  /// The number of an item, from 1, or its name.
  using Item = std::variant<std::uint64_t, std::string>;

  Ticket number;
  Arm index;
  std::string arm;
  std::optional<std::uint64_t> round = std::nullopt;  ///< only in a comparison in rounds
  std::optional<Item> item = std::nullopt;
};

TicketOf ticket_of(const ExperimentSpec& spec, Ticket number, Arm arm,
                   const std::optional<RoundPlace>& place);

/// The number of a ticket object, or the number itself. Throws InputError for anything else.
Ticket number_of(const py::object& ticket);

void bind_ticket(py::module_& module);

}  // namespace mirador::python
