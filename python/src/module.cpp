#include "module.hpp"

#include "mirador/core/error.hpp"
#include "mirador/store/store.hpp"
#include "words.hpp"

namespace py = pybind11;

namespace {

void set(const std::exception& error, const char* kind) {
  const py::object type = py::module_::import("mirador._errors").attr(kind);
  PyErr_SetString(type.ptr(), mirador::python::in_python(error.what()).c_str());
}

/// Translates errors of the library into Python exceptions. std::runtime_error, the base of
/// RunError, becomes RuntimeError by default.
void translate(std::exception_ptr error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const mirador::NotFound& missing) {
    set(missing, "NotFound");
  } catch (const mirador::NameTaken& taken) {
    set(taken, "NameTaken");
  } catch (const mirador::OutcomeUnknown& unknown) {
    const py::object type = py::module_::import("mirador._errors").attr("OutcomeUnknown");
    PyErr_SetObject(type.ptr(), type(unknown.what(), unknown.request).ptr());
  } catch (const mirador::InputError& wrong) {
    PyErr_SetString(PyExc_ValueError, mirador::python::in_python(wrong.what()).c_str());
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
  mirador::python::bind_compare(module);
  mirador::python::bind_contract(module);
}
