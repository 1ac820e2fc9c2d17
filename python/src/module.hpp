#pragma once

#include <pybind11/pybind11.h>

namespace mirador::python {

void bind_state(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_experiment(pybind11::module_& module);
void bind_compare(pybind11::module_& module);
void bind_contract(pybind11::module_& module);

}  // namespace mirador::python
