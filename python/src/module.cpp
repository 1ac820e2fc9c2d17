#include "module.hpp"

#include "mirador/core/error.hpp"

namespace py = pybind11;

namespace {

/// The one place where errors of the library become Python's; std::invalid_argument and
/// std::runtime_error, which InputError and RunError are, become ValueError and RuntimeError by
/// themselves.
void translate(std::exception_ptr error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const mirador::NotFound& missing) {
    const py::object not_found = py::module_::import("mirador._errors").attr("NotFound");
    PyErr_SetString(not_found.ptr(), missing.what());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of mirador; use the package, not this.";
  module.attr("version") = MIRADOR_VERSION;
  py::register_exception_translator(translate);
  mirador::python::bind_state(module);
  mirador::python::bind_simulation(module);
  mirador::python::bind_experiment(module);
  mirador::python::bind_contract(module);
}
